import { useId, useMemo, useState } from 'preact/hooks'
import { useSearchParams } from 'wouter-preact'
import { ApiFailure } from '../../api/failure.ts'
import { Button } from '../../parts/button.tsx'
import { Curl } from '../../parts/copy.tsx'
import { ConfirmDialog } from '../../parts/dialog.tsx'
import { domainSentence } from '../../parts/domain-check.ts'
import { TextArea, TextField } from '../../parts/field.tsx'
import { OutsideText } from '../../parts/outside-text.tsx'
import { Page, Section } from '../../parts/page.tsx'
import { PassiveField } from '../../parts/passive-field.tsx'
import { pastedNames, type RejectedText } from '../../parts/pasted-names.ts'
import { count, counted, curlOf } from '../../parts/texts.ts'
import { NAMES_MAX, NAMES_MIN } from './correlate-names.ts'
import { Price, PriceSentence, useCannotPay } from './correlation-price.tsx'
import { RecentCorrelations } from './recent-correlations.tsx'
import { type CorrelateBody, useStartCorrelation } from './start-correlation.ts'

const REFUSED_CHARACTERS_SHOWN = 80

/** Another page can fill the field by a link with `?domains=a,b`. */
export default function Correlate() {
  const [parameters] = useSearchParams()
  const [text, setText] = useState(() =>
    (parameters.get('domains') ?? '').split(/[\s,]+/).join('\n'),
  )
  const [passive, setPassive] = useState(false)
  const [callback, setCallback] = useState('')
  const [refusedByService, setRefusedByService] = useState<readonly RejectedText[]>([])
  const [isAsking, setAsking] = useState(false)
  const pasted = useMemo(() => pastedNames(text), [text])
  const names = useMemo(
    () =>
      pasted.names
        .map(({ domain }) => domain)
        .filter((name) => refusedByService.every(({ text: refused }) => refused !== name)),
    [pasted, refusedByService],
  )
  const refused = [
    ...pasted.rejected,
    ...pasted.addresses.map((address) => ({ text: address, reason: IS_ADDRESS })),
    ...refusedByService,
  ]
  const body = {
    domains: names,
    ...(passive ? { passive } : {}),
    ...(callback.trim() === '' ? {} : { callback_url: callback.trim() }),
  }
  const start = useStart((refused) => setRefusedByService((before) => [...before, refused]))
  const problem = problemOf(names.length)
  const cannotPay = useCannotPay(names)
  return (
    <Page
      title="Correlate domains"
      lead="Find out which of 2 to 100 domains have the same operator, and what connects them."
    >
      <Section title="Domains">
        <form
          class="flex flex-col gap-4"
          onSubmit={(event) => {
            event.preventDefault()
            if (problem === null && !cannotPay) setAsking(true)
          }}
        >
          <TextArea
            label="Domains or web addresses"
            hint="Paste any text. Of web and email addresses, only the site counts."
            rows={8}
            spellcheck={false}
            autocomplete="off"
            class="font-mono"
            value={text}
            onText={(next) => {
              setText(next)
              setRefusedByService([])
            }}
          />
          <Reading names={names.length} refused={refused} isCut={pasted.isCut} />
          <TextField
            label="Callback URL (optional)"
            hint="The service sends the result to this https address when the correlation has ended."
            type="url"
            inputMode="url"
            autocomplete="off"
            value={callback}
            onText={setCallback}
          />
          <PassiveField isChecked={passive} onCheck={setPassive} />
          <Price names={names} />
          <div class="flex flex-wrap items-center gap-3">
            <Button type="submit" look="primary" disabled={problem !== null || cannotPay}>
              Start the correlation
            </Button>
            <span class="text-sm text-muted">
              {problem ?? (cannotPay ? 'The account has no credits.' : null)}
            </span>
          </div>
        </form>
      </Section>
      <RecentCorrelations />
      <Curl
        command={curlOf(location.origin, {
          method: 'POST',
          path: '/correlate',
          body: names.length === 0 ? EXAMPLE : body,
        })}
      />
      <ConfirmDialog
        title="Start the correlation?"
        isOpen={isAsking}
        isHarmless
        onClose={() => setAsking(false)}
        onConfirm={() => start(body)}
        action="Start"
      >
        <p>
          {count(names.length)} domains are compared. <PriceSentence names={names} />
        </p>
      </ConfirmDialog>
    </Page>
  )
}

const IS_ADDRESS = 'This is an IP address, not a domain.'
const EXAMPLE = { domains: ['example.com', 'example.net'] }

// Starts a correlation. `refuse` is called with the name that the service refused, if any.
function useStart(refuse: (refused: RejectedText) => void): (body: CorrelateBody) => Promise<void> {
  const start = useStartCorrelation()
  return async (body) => {
    try {
      await start(body)
    } catch (error) {
      const refused = refusedNameIn(error, body.domains)
      if (refused === null) throw error
      refuse(refused)
    }
  }
}

/** Finds the name that the service refused. Null if the failure is about something else. */
function refusedNameIn(error: unknown, domains: readonly string[]): RejectedText | null {
  if (!(error instanceof ApiFailure)) return null
  const problem = error.details.find(({ path }) => /^domains\.\d{1,4}$/.test(path))
  const text = domains[Number(problem?.path.slice('domains.'.length))]
  return problem === undefined || text === undefined
    ? null
    : { text, reason: domainSentence(problem.message) }
}

function problemOf(names: number): string | null {
  if (names < NAMES_MIN) return `Enter at least ${NAMES_MIN} domains.`
  return names > NAMES_MAX
    ? `A correlation compares at most ${NAMES_MAX} domains. Remove ${names - NAMES_MAX}.`
    : null
}

interface ReadingProps {
  names: number
  refused: readonly RejectedText[]
  isCut: boolean
}

function Reading({ names, refused, isCut }: ReadingProps) {
  const id = useId()
  const refusals = refused.length > 0 ? `, ${count(refused.length)} refused` : ''
  return (
    <div class="flex flex-col gap-2 text-sm">
      <p role="status">
        {names === 0 && refused.length === 0
          ? 'No domains yet.'
          : `${counted(names, 'domain')}${refusals}.`}
      </p>
      {isCut && <p class="text-warn">The text is too long. Only its first part was read.</p>}
      {refused.length > 0 && (
        <div class="rounded-md border border-warn bg-warn-soft p-3">
          <p id={id} class="font-medium">
            Refused, and left out of the correlation
          </p>
          <ul aria-labelledby={id} class="mt-1 max-h-48 list-disc overflow-y-auto pl-5">
            {refused.map(({ text, reason }) => (
              <li key={text}>
                <span class="font-mono">
                  <OutsideText text={text} max={REFUSED_CHARACTERS_SHOWN} />
                </span>
                : <OutsideText text={reason} />
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  )
}
