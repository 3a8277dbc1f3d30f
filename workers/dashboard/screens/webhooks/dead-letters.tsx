import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/preact-query'
import { useState } from 'preact/hooks'
import { api, read, readPage, type Schemas } from '../../api/api-client.ts'
import { createAttempts } from '../../api/attempts.ts'
import { failureOf } from '../../api/failure.ts'
import { Button } from '../../parts/button.tsx'
import { OutsideLink, OutsideText } from '../../parts/outside-text.tsx'
import { Section } from '../../parts/page.tsx'
import { useOffset } from '../../parts/query-state.ts'
import { EmptyState, FailureNote, Skeleton } from '../../parts/states.tsx'
import { SubjectLink } from '../../parts/subject-link.tsx'
import { type Column, Pager, Table } from '../../parts/table.tsx'
import { count, curlOf } from '../../parts/texts.ts'
import { Time } from '../../parts/time.tsx'
import { retryEach, roundInWords } from './retry-round.ts'

type DeadLetter = Schemas['DeadLetter']

const LETTERS_PER_PAGE = 25
const SIGNED_OUT = 401
// First part of every query key of webhook data. A retry changes the list of failed deliveries and
// the state of the delivery, so all of this data is read again.
const WEBHOOKS = ['webhooks'] as const

export function DeadLetters() {
  const [offset, setOffset] = useOffset()
  const letters = useQuery({
    queryKey: [...WEBHOOKS, 'dead-letters', offset],
    queryFn: ({ signal }) =>
      readPage(
        api.GET('/webhooks/dead-letter', {
          params: { query: { limit: LETTERS_PER_PAGE, offset } },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  })
  const { retry, done } = useRetries()
  const rows = letters.data?.data ?? []
  const isEmpty = letters.isSuccess && rows.length === 0 && offset === 0
  return (
    <Section
      title="Dead letters"
      lead="Deliveries that failed all their attempts, newest first."
      actions={
        rows.length > 1 ? (
          <Button
            isBusy={retry.isPending}
            onClick={() => retry.mutate(rows.map(({ delivery_id: id }) => id))}
          >
            Retry all on this page
          </Button>
        ) : undefined
      }
    >
      {letters.isPending && <Skeleton lines={4} label="Loading the dead letters" />}
      {letters.isError && (
        <FailureNote error={letters.error} retry={() => void letters.refetch()} />
      )}
      {isEmpty && (
        <EmptyState
          title="There are no dead letters"
          curl={curlOf(location.origin, { path: '/webhooks/dead-letter' })}
        >
          A delivery is retried for three days. If all attempts fail, it is listed here and can be
          sent again.
        </EmptyState>
      )}
      {letters.isSuccess && !isEmpty && (
        <>
          <Table
            label="Failed deliveries"
            columns={columnsOf(retry.isPending, (id) => retry.mutate([id]))}
            rows={rows}
            keyOf={({ delivery_id: id }) => id}
          />
          <Pager
            offset={offset}
            limit={LETTERS_PER_PAGE}
            shown={rows.length}
            hasMore={letters.data.meta.has_more}
            onOffset={setOffset}
          />
        </>
      )}
      <p role="status" class="pt-3 text-sm text-muted empty:hidden">
        {retry.isPending && `Retrying. ${count(done)} of ${count(retry.variables.length)} done.`}
        {retry.isSuccess && roundInWords(retry.data)}
      </p>
      {(retry.isError || (retry.isSuccess && retry.data.failure !== null)) && (
        <div class="pt-3">
          <FailureNote error={retry.error ?? retry.data?.failure} />
        </div>
      )}
    </Section>
  )
}

function useRetries() {
  const queries = useQueryClient()
  const [attempt] = useState(() => createAttempts())
  const [done, setDone] = useState(0)
  const retry = useMutation({
    mutationFn: async (ids: readonly string[]) => {
      setDone(0)
      const send = (id: string) =>
        attempt(id, (key) => {
          const params = { path: { delivery_id: id }, header: { 'Idempotency-Key': key } }
          return read(api.POST('/webhooks/dead-letter/{delivery_id}/retry', { params }))
        })
      const round = await retryEach(ids, send, setDone)
      if (round.failure !== null && failureOf(round.failure).status === SIGNED_OUT)
        throw round.failure
      return round
    },
    onSettled: () => queries.invalidateQueries({ queryKey: WEBHOOKS }),
  })
  return { retry, done }
}

const columnsOf = (
  isBusy: boolean,
  onRetry: (id: string) => void,
): readonly Column<DeadLetter>[] => [
  { title: 'Failed', cell: ({ dead_lettered_at: at }) => <Time at={at} /> },
  { title: 'For', cell: ({ job_id: id }) => <SubjectLink id={id} /> },
  {
    title: 'Receiver',
    cell: ({ url }) => (
      <div class="min-w-48">
        <OutsideLink address={url} />
      </div>
    ),
  },
  { title: 'Attempts', isNumber: true, cell: ({ attempts }) => count(attempts) },
  { title: 'Status', isNumber: true, cell: ({ last_response_code: code }) => code ?? '–' },
  {
    title: 'Last error',
    cell: ({ last_error: error }) =>
      error === null ? (
        '–'
      ) : (
        <div class="min-w-48">
          <OutsideText text={error} max={160} />
        </div>
      ),
  },
  {
    title: 'Action',
    cell: ({ delivery_id: id, job_id: subject }) => (
      <Button
        isBusy={isBusy}
        aria-label={`Retry the delivery for ${subject}`}
        onClick={() => onRetry(id)}
      >
        Retry
      </Button>
    ),
  },
]
