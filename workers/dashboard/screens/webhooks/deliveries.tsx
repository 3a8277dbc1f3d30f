import { keepPreviousData, useQuery } from '@tanstack/preact-query'
import { api, readPage } from '../../api/api-client.ts'
import { Button } from '../../parts/button.tsx'
import { SelectField } from '../../parts/field.tsx'
import { KeepFocus } from '../../parts/keep-focus.tsx'
import type { CallsOutcome } from '../../parts/many-calls.ts'
import { Section } from '../../parts/page.tsx'
import { useOffset, useQueryState } from '../../parts/query-state.ts'
import { EmptyState, FailureNote, Skeleton } from '../../parts/states.tsx'
import { Pager } from '../../parts/table.tsx'
import { count, counted } from '../../parts/texts.ts'
import { DeliveryRow } from './delivery-row.tsx'
import {
  type DeliveryStatus,
  EVENTS,
  type EventName,
  eventInWords,
  STATUS_WORDS,
  STATUSES,
} from './delivery-words.ts'
import { useRetries, WEBHOOKS } from './use-retries.ts'

const DELIVERIES_PER_PAGE = 25
const POLL_MS = 5_000

const STATUS_CHOICES: readonly (readonly [DeliveryStatus | '', string])[] = [
  ['', 'All'],
  ...STATUSES.map((status) => [status, STATUS_WORDS[status]] as const),
]
const EVENT_CHOICES: readonly (readonly [EventName | '', string])[] = [
  ['', 'All'],
  ...EVENTS.map((type) => [type, eventInWords(type)] as const),
]

interface Filters {
  status?: DeliveryStatus
  type?: EventName
}

function useDeliveries(filters: Filters, offset: number) {
  return useQuery({
    queryKey: [...WEBHOOKS, 'deliveries', filters, offset],
    queryFn: ({ signal }) =>
      readPage(
        api.GET('/webhooks/deliveries', {
          params: { query: { ...filters, limit: DELIVERIES_PER_PAGE, offset } },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.data.deliveries.some(({ status }) => status === 'pending') === true
        ? POLL_MS
        : false,
  })
}

export function Deliveries() {
  const [statusText, setStatus] = useQueryState('status')
  const [typeText, setType] = useQueryState('event')
  const [offset, setOffset] = useOffset()
  const status = STATUSES.find((each) => each === statusText)
  const type = EVENTS.find((each) => each === typeText)
  const filters = {
    ...(status === undefined ? {} : { status }),
    ...(type === undefined ? {} : { type }),
  }
  const deliveries = useDeliveries(filters, offset)
  const { retry, done } = useRetries()
  const rows = deliveries.data?.data.deliveries ?? []
  const failed = rows.filter((row) => row.status === 'dead-lettered')
  return (
    <Section
      title="Deliveries"
      lead="Newest first. A delivery is tried for three days, then it has failed for good."
      actions={
        failed.length > 1 ? (
          <Button
            isBusy={retry.isPending}
            onClick={() => retry.mutate(failed.map(({ delivery_id: id }) => id))}
          >
            Send all failed again
          </Button>
        ) : undefined
      }
    >
      <div class="mb-3 grid max-w-xl grid-cols-2 gap-3">
        <SelectField
          label="Status"
          value={status ?? ''}
          choices={STATUS_CHOICES}
          onChoice={setStatus}
        />
        <SelectField label="Event" value={type ?? ''} choices={EVENT_CHOICES} onChoice={setType} />
      </div>
      {deliveries.isPending && <Skeleton lines={4} label="Loading the deliveries" />}
      {deliveries.isError && (
        <FailureNote error={deliveries.error} retry={() => void deliveries.refetch()} />
      )}
      {deliveries.isSuccess && (
        <>
          {rows.length === 0 && (
            <NoDeliveries isFiltered={'status' in filters || 'type' in filters} />
          )}
          <KeepFocus>
            <ul aria-label="Deliveries">
              {rows.map((row) => (
                <DeliveryRow
                  key={row.delivery_id}
                  delivery={row}
                  isBusy={retry.isPending}
                  onRetry={() => retry.mutate([row.delivery_id])}
                />
              ))}
            </ul>
          </KeepFocus>
          <Pager
            offset={offset}
            limit={DELIVERIES_PER_PAGE}
            shown={rows.length}
            hasMore={deliveries.data.meta.has_more}
            onOffset={setOffset}
          />
        </>
      )}
      <RetryOutcome retry={retry} done={done} />
    </Section>
  )
}

function RetryOutcome({ retry, done }: ReturnType<typeof useRetries>) {
  const failure = retry.error ?? retry.data?.failed[0]?.error ?? null
  return (
    <>
      <p role="status" class="pt-3 text-sm text-muted empty:hidden">
        {retry.isPending && `Sending. ${count(done)} of ${count(retry.variables.length)} done.`}
        {retry.isSuccess && outcomeInWords(retry.data)}
      </p>
      {failure !== null && (
        <div class="pt-3">
          <FailureNote error={failure} />
        </div>
      )}
    </>
  )
}

function outcomeInWords({ done, failed }: CallsOutcome<string>): string {
  const waiting = `${counted(done.length, 'delivery waits', 'deliveries wait')} for a new attempt.`
  return failed.length === 0 ? waiting : `${waiting} ${count(failed.length)} could not be retried.`
}

function NoDeliveries({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered)
    return <EmptyState title="No delivery fits these filters">Choose other filters.</EmptyState>
  return (
    <EmptyState title="There is no delivery yet">
      An analysis, list, correlation or monitor with a callback address sends its events there. You
      can send a test event below.
    </EmptyState>
  )
}
