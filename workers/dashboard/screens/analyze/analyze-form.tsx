import { useQueryClient } from '@tanstack/preact-query'
import { lazy, Suspense } from 'preact/compat'
import { useState } from 'preact/hooks'
import { useLocation, useSearchParams } from 'wouter-preact'
import { BILLING } from '../../api/account-queries.ts'
import { createAttempts } from '../../api/attempts.ts'
import { failureOf } from '../../api/failure.ts'
import { Button } from '../../parts/button.tsx'
import { domainSentence } from '../../parts/domain-check.ts'
import { forecastOf, priceText } from '../../parts/forecast.ts'
import { sendList } from '../../parts/list-sending.ts'
import { OutsideName } from '../../parts/outside-name.tsx'
import type { PastedNames } from '../../parts/pasted-names.ts'
import { chargedNames } from '../../parts/sandbox-names.ts'
import { FailureNote } from '../../parts/states.tsx'
import { count } from '../../parts/texts.ts'
import { useMeans } from '../../parts/use-means.ts'
import { isOneWord, readPasted, usePastedNames } from '../../parts/use-pasted-names.ts'
import { Allowance } from './allowance.tsx'
import { AnalyzeOptions, type Options } from './analyze-options.tsx'
import { DomainField } from './domain-field.tsx'
import { type Wanted, wantedOf } from './domain-input.ts'
import { Examples } from './examples.tsx'
import { submitAnalysis } from './submit.ts'

const PastedList = lazy(() => import('./pasted-list.tsx'))

export function AnalyzeForm() {
  const [parameters] = useSearchParams()
  const [text, setText] = useState(parameters.get('domain') ?? '')
  const [options, setOptions] = useState<Options>({
    depth: parameters.get('depth') === 'quick' ? 'quick' : 'deep',
    passive: parameters.get('passive') === 'true',
  })
  const [refused, setRefused] = useState<string | undefined>()
  const { start, isBusy, failure, forget } = useStart(options)
  const found = usePastedNames(text)
  const wanted = isOneWord(text) || found !== undefined ? wantedOf(text, found) : undefined
  const problem = refused ?? fieldProblemOf(failure)
  const submit = async (given: string) => {
    const read = wantedOf(given, isOneWord(given) ? undefined : await readPasted(given))
    setRefused(read.kind === 'problem' ? read.problem : undefined)
    await start(read)
  }
  const change = (next: string) => {
    setText(next)
    setRefused(undefined)
    forget()
  }
  const list = wanted?.kind === 'list' ? wanted.found : null
  return (
    <form
      class="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isBusy) void submit(text)
      }}
    >
      <DomainField text={text} onText={change} hint={<Hint wanted={wanted} />} problem={problem} />
      {list !== null && (
        <Suspense fallback={null}>
          <PastedList found={list} />
        </Suspense>
      )}
      <div class="flex flex-wrap items-center gap-x-4 gap-y-3">
        <StartButton list={list} isBusy={isBusy} />
        {list === null && <Allowance />}
      </div>
      <AnalyzeOptions options={options} onOptions={setOptions} />
      {failure !== null && problem === undefined && <FailureNote error={failure} />}
      {text === '' && (
        <Examples
          onExample={(domain) => {
            setText(domain)
            if (!isBusy) void submit(domain)
          }}
        />
      )}
    </form>
  )
}

function Hint({ wanted }: { wanted: Wanted | undefined }) {
  if (wanted?.kind === 'list') return <>Several domains become one list.</>
  if (wanted?.kind !== 'one' || !wanted.isTaken)
    return <>A domain, a link, an email address, or any text with domains in it.</>
  return (
    <>
      The domain in this text is <OutsideName text={wanted.domain} />.
    </>
  )
}

function StartButton({ list, isBusy }: { list: PastedNames | null; isBusy: boolean }) {
  const { means } = useMeans()
  if (list === null)
    return (
      <Button type="submit" look="primary" isBusy={isBusy} class="w-full sm:w-auto sm:min-w-40">
        Analyze
      </Button>
    )
  const charged = chargedNames(list.names.map(({ domain }) => domain))
  const forecast = means === undefined ? null : forecastOf(charged, means)
  const isCovered = forecast === null || charged === 0 || forecast.uncovered < charged
  return (
    <Button
      type="submit"
      look="primary"
      isBusy={isBusy}
      disabled={!isCovered}
      aria-describedby="list-price"
      class="w-full sm:w-auto sm:min-w-40"
    >
      Analyze {count(list.names.length)} as a list
      {forecast !== null && ` · ${priceText(forecast)}`}
    </Button>
  )
}

function fieldProblemOf(failure: unknown): string | undefined {
  if (failure === null) return undefined
  const problem = failureOf(failure).details.find(({ path }) => path === 'domain')?.message
  return problem === undefined ? undefined : domainSentence(problem)
}

// If an answer is lost and the user presses the button again, the same input gets the same key, so
// that it is not charged twice.
function useStart({ depth, passive }: Options) {
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const [attempt] = useState(() => createAttempts())
  const queries = useQueryClient()
  const [, navigate] = useLocation()
  const addressAfter = async (wanted: Wanted): Promise<string | null> => {
    switch (wanted.kind) {
      case 'one': {
        const action = `${depth} ${passive} ${wanted.domain}`
        const jobId = await attempt(action, (idempotencyKey) =>
          submitAnalysis({ domain: wanted.domain, depth, passive, idempotencyKey }),
        )
        return `/jobs/${encodeURIComponent(jobId)}`
      }
      case 'list': {
        const names = wanted.found.names.map(({ domain }) => domain).join('\n')
        const list = { content: new Blob([names]), depth, passive, name: '', callbackUrl: '' }
        const { bulk_job_id: id } = await attempt(`${depth} ${passive} ${names}`, (key) =>
          sendList({ ...list, idempotencyKey: key }),
        )
        return `/bulk/${encodeURIComponent(id)}`
      }
      case 'nothing':
      case 'problem':
        return null
      default:
        return wanted satisfies never
    }
  }
  const start = async (wanted: Wanted) => {
    setBusy(true)
    setFailure(null)
    try {
      const address = await addressAfter(wanted)
      if (address !== null) {
        void queries.invalidateQueries({ queryKey: BILLING })
        navigate(address)
      } else setBusy(false)
    } catch (error) {
      setFailure(error)
      setBusy(false)
    }
  }
  return { start, isBusy, failure, forget: () => setFailure(null) }
}
