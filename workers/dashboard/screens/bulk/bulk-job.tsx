import { useQuery } from '@tanstack/preact-query'
import { api, read, type Schemas } from '../../api/api-client.ts'
import { failureOf } from '../../api/failure.ts'
import { StatusBadge } from '../../parts/badge.tsx'
import { FileLink, LinkButton } from '../../parts/button.tsx'
import { Bar } from '../../parts/confidence.tsx'
import { Curl } from '../../parts/copy.tsx'
import { KeepFocus } from '../../parts/keep-focus.tsx'
import { OutsideText } from '../../parts/outside-text.tsx'
import { Page, Section } from '../../parts/page.tsx'
import { EmptyState, FailureNote, Skeleton } from '../../parts/states.tsx'
import { count, curlOf, percent } from '../../parts/texts.ts'
import { Time } from '../../parts/time.tsx'
import { BulkItems } from './bulk-items.tsx'
import { isOver, listProgress, statusSentence } from './list-progress.ts'
import { ListResults } from './list-results.tsx'
import { StopList } from './stop-list.tsx'

const POLL_MS = 2_000
const NOT_FOUND = 404

export default function BulkJob({ id }: { id: string }) {
  const list = useQuery({
    queryKey: ['bulk', id],
    queryFn: ({ signal }) =>
      read(
        api.GET('/analyze/bulk/{bulk_job_id}', { params: { path: { bulk_job_id: id } }, signal }),
      ),
    refetchInterval: ({ state: { data } }) =>
      data !== undefined && isOver(data) ? false : POLL_MS,
  })
  const isMissing = list.isError && failureOf(list.error).status === NOT_FOUND
  const curl = curlOf(location.origin, { path: `/analyze/bulk/${encodeURIComponent(id)}` })
  return (
    <Page
      title="List"
      heading={list.data?.name ? <OutsideText text={list.data.name} /> : 'List of domains'}
      lead={<OutsideText text={id} max={80} />}
      actions={
        <>
          {list.data !== undefined && (
            <KeepFocus>
              <StopList list={list.data} />
            </KeepFocus>
          )}
          <LinkButton href="/bulk">New list</LinkButton>
        </>
      }
    >
      {list.isPending && <Skeleton lines={5} />}
      {isMissing && (
        <EmptyState
          title="There is no such list"
          action={<LinkButton href="/bulk">Bulk analysis</LinkButton>}
        >
          The address may be mistyped, the list may belong to another account, or it was deleted: a
          list stays 400 days.
        </EmptyState>
      )}
      {list.isError && !isMissing && (
        <FailureNote error={list.error} retry={() => void list.refetch()} />
      )}
      {list.data !== undefined && (
        <>
          <Progress list={list.data} />
          <Downloads list={list.data} />
          <Lines list={list.data} />
          <Curl command={curl} />
        </>
      )}
    </Page>
  )
}

type BulkList = Schemas['BulkJob']

function Progress({ list }: { list: BulkList }) {
  const { ended, share } = listProgress(list)
  const counts = [
    ['Completed', list.completed],
    ['Partial', list.partial],
    ['Failed', list.failed],
    ['Rejected', list.rejected],
    ['Stopped', list.stopped],
    ['Waiting or running', Math.max(0, list.total - ended)],
  ] as const
  return (
    <Section title="Progress" actions={<StatusBadge status={list.status} />}>
      <p role="status" class="pb-3 text-sm">
        {statusSentence(list)}
      </p>
      <Bar share={share} />
      <p class="pt-1 text-sm text-muted tabular-nums">
        {count(ended)} of {count(list.total)} lines have ended ({percent(share)})
      </p>
      <dl class="grid grid-cols-2 gap-4 pt-4 sm:grid-cols-6">
        {counts.map(([name, number]) => (
          <div key={name}>
            <dt class="text-sm text-muted">{name}</dt>
            <dd class="text-xl font-semibold tabular-nums">{count(number)}</dd>
          </div>
        ))}
      </dl>
      <p class="pt-4 text-sm text-muted">
        Sent <Time at={list.created_at} />
        {list.completed_at !== null && (
          <>
            {' · ended '}
            <Time at={list.completed_at} />
          </>
        )}
      </p>
    </Section>
  )
}

const isExpiredNow = (exports: NonNullable<BulkList['exports']>) =>
  Date.parse(exports.expires_at) <= Date.now()

// The content security policy lets the page read files only from its own origin, so a CSV file
// elsewhere cannot be shown.
const isReadable = (exports: NonNullable<BulkList['exports']>) =>
  !isExpiredNow(exports) && exports.csv_url.startsWith(`${location.origin}/`)

function Lines({ list }: { list: BulkList }) {
  const { bulk_job_id: id, exports } = list
  return (
    <Section
      title="Lines"
      lead="Line numbers leave out the header and blank lines. Rejected and stopped lines are deleted after 7 days."
    >
      {exports !== null && isReadable(exports) ? (
        <ListResults id={id} fileAddress={exports.csv_url} />
      ) : (
        <BulkItems id={id} isOver={isOver(list)} />
      )}
    </Section>
  )
}

function Downloads({ list }: { list: BulkList }) {
  const { exports, status } = list
  if (!isOver(list)) return null
  const isExpired = exports !== null && isExpiredNow(exports)
  return (
    <Section title="Files">
      {exports !== null && !isExpired ? (
        <>
          <div class="flex flex-wrap gap-2">
            <FileLink href={exports.csv_url}>Download CSV</FileLink>
            <FileLink href={exports.json_url}>Download JSON</FileLink>
          </div>
          <p class="pt-3 text-sm text-muted">
            The files hold the operator, the confidence and the error of every line. The links
            expire <Time at={exports.expires_at} />. Whoever has a link can read the file.
          </p>
        </>
      ) : (
        <p class="text-sm text-muted">
          {isExpired
            ? 'The files have expired. The lines below stay readable.'
            : status === 'completed'
              ? 'There are no files, because no line was accepted.'
              : 'There are no files.'}
        </p>
      )}
    </Section>
  )
}
