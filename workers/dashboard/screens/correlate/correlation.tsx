import { useQuery, useQueryClient } from '@tanstack/preact-query'
import { useState } from 'preact/hooks'
import { Link } from 'wouter-preact'
import { api, read, type Schemas } from '../../api/api-client.ts'
import { failureOf } from '../../api/failure.ts'
import { StatusBadge } from '../../parts/badge.tsx'
import { Button, LinkButton } from '../../parts/button.tsx'
import { Bar } from '../../parts/confidence.tsx'
import { Curl } from '../../parts/copy.tsx'
import { DomainLink } from '../../parts/named-links.tsx'
import { OutsideText } from '../../parts/outside-text.tsx'
import { Page } from '../../parts/page.tsx'
import { ShareDialog } from '../../parts/share-dialog/share-dialog.tsx'
import { EmptyState, FailureNote, Skeleton } from '../../parts/states.tsx'
import { count, counted, curlOf, shortened, withVisibleControls } from '../../parts/texts.ts'
import { Time } from '../../parts/time.tsx'
import { CorrelationFindings } from './correlation-findings.tsx'

type CorrelationState = Schemas['CorrelateStatusResponse']

const POLL_MS = 1_500
const NOT_FOUND = 404
const TITLE_CHARACTERS_MAX = 60
const hasEnded = (state: CorrelationState | undefined) =>
  state?.status === 'completed' || state?.status === 'failed'

export default function Correlation({ id }: { id: string }) {
  const state = useQuery({
    queryKey: ['correlation', id],
    queryFn: ({ signal }) =>
      read(
        api.GET('/correlate/{correlation_id}', {
          params: { path: { correlation_id: id } },
          signal,
        }),
      ),
    refetchInterval: ({ state: { data } }) => (hasEnded(data) ? false : POLL_MS),
    // A correlation that has ended never changes, so it is not read again. By default, the query
    // library would compare each new result with the old one, which takes long with up to 4,950
    // pairs.
    staleTime: ({ state: { data } }) => (hasEnded(data) ? Number.POSITIVE_INFINITY : 0),
    structuralSharing: false,
  })
  const queries = useQueryClient()
  const receipt = queries.getQueryData<Schemas['CorrelateResponse']>(['correlation-receipt', id])
  const { data } = state
  const isMissing = state.isError && failureOf(state.error).status === NOT_FOUND
  return (
    <Page
      title={titleOf(data)}
      lead={data?.result !== undefined && <OutsideText text={data.result.summary} max={1_000} />}
      actions={
        <>
          {data?.status === 'completed' && <Share id={id} />}
          <LinkButton href="/correlate">New correlation</LinkButton>
        </>
      }
    >
      {state.isPending && <Skeleton lines={6} label="Loading the correlation" />}
      {isMissing && (
        <EmptyState
          title="There is no such correlation"
          action={<LinkButton href="/correlate">Compare domains</LinkButton>}
        >
          The address may be mistyped, or the correlation belongs to another account. A correlation
          is deleted 400 days after its end.
        </EmptyState>
      )}
      {state.isError && !isMissing && (
        <FailureNote error={state.error} retry={() => void state.refetch()} />
      )}
      {data !== undefined && (
        <>
          <State state={data} charged={receipt?.credits_charged} />
          {data.result !== undefined && (
            <CorrelationFindings result={data.result} id={id} endedAt={data.completed_at} />
          )}
          <Curl
            command={curlOf(location.origin, { path: `/correlate/${encodeURIComponent(id)}` })}
          />
        </>
      )}
    </Page>
  )
}

function Share({ id }: { id: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>Share</Button>
      <ShareDialog
        shared={{ kind: 'correlation', id }}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
      />
    </>
  )
}

function titleOf(state: CorrelationState | undefined): string {
  const first = state?.result?.clusters[0]?.domains[0] ?? state?.result?.unclustered[0]
  if (state === undefined || first === undefined) return 'Correlation'
  const others = state.progress.total - state.unanalyzed.length - 1
  const name = shortened(withVisibleControls(first), TITLE_CHARACTERS_MAX)
  return `Correlation of ${name} and ${counted(others, 'other')}`
}

function State({ state, charged }: { state: CorrelationState; charged: number | undefined }) {
  const { status, progress, result, unanalyzed, error } = state
  return (
    <div class="flex flex-col gap-3 text-sm">
      <div role="status" class="flex flex-col gap-2">
        {!hasEnded(state) && <Progress progress={progress} />}
        {status === 'failed' && (
          <p class="text-bad">
            The correlation failed:{' '}
            <OutsideText text={error?.message ?? 'The reason is not known.'} />{' '}
            <span class="font-mono">{error?.code}</span>
          </p>
        )}
      </div>
      {status === 'failed' && (
        <p>
          Its credits were refunded.{' '}
          <Link href="/billing" class="link">
            See the ledger
          </Link>
        </p>
      )}
      <p class="flex flex-wrap items-center gap-x-4 gap-y-1 text-muted">
        <StatusBadge status={status} />
        <span class="tabular-nums">{count(progress.total)} domains</span>
        {state.completed_at === null ? (
          <span>
            Started <Time at={state.created_at} />
          </span>
        ) : (
          <span>
            Ended <Time at={state.completed_at} />
          </span>
        )}
        {charged !== undefined && (
          <span class="tabular-nums">Charged {counted(charged, 'credit')}</span>
        )}
        {result !== undefined && (
          <span>
            Summary written {result.summary_source === 'llm' ? 'by a language model' : 'by rules'}
          </span>
        )}
      </p>
      {unanalyzed.length > 0 && status === 'completed' && (
        <div>
          <p>These domains could not be analyzed and were left out. Their credits were refunded.</p>
          <ul class="mt-1 flex flex-wrap gap-x-4 gap-y-1">
            {unanalyzed.map((domain) => (
              <li key={domain} class="min-w-0">
                <DomainLink domain={domain} />
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  )
}

function Progress({ progress: { total, analyzed } }: { progress: CorrelationState['progress'] }) {
  return (
    <>
      <p>
        {analyzed < total
          ? `${count(analyzed)} of ${count(total)} domains are analyzed. You can leave this ` +
            'page and come back.'
          : 'All domains are analyzed. They are being compared.'}
      </p>
      <Bar share={total === 0 ? 0 : analyzed / total} />
    </>
  )
}
