import { useQuery } from '@tanstack/preact-query'
import { useState } from 'preact/hooks'
import { api, read, type Schemas } from '../../api/api-client.ts'
import { StatusBadge } from '../../parts/badge.tsx'
import { Button } from '../../parts/button.tsx'
import { type Fact, FactList } from '../../parts/fact-list.tsx'
import { TextField } from '../../parts/field.tsx'
import { OutsideLink, OutsideText } from '../../parts/outside-text.tsx'
import { Section } from '../../parts/page.tsx'
import { useQueryState } from '../../parts/query-state.ts'
import { EmptyState, FailureNote, Skeleton } from '../../parts/states.tsx'
import { SubjectLink } from '../../parts/subject-link.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { count, curlOf } from '../../parts/texts.ts'
import { Time } from '../../parts/time.tsx'

type Delivery = Schemas['WebhookStatusResponse']
type Attempt = Delivery['attempts_log'][number]

/** Longest text that can be looked up, in characters. All ids of the service are shorter. */
const ID_CHARACTERS_MAX = 64

export function DeliveryLookup() {
  const [id, setId] = useQueryState('job')
  const [typed, setTyped] = useState(id)
  const delivery = useQuery({
    queryKey: ['webhooks', 'delivery', id],
    queryFn: ({ signal }) =>
      read(api.GET('/webhooks/{job_id}/status', { params: { path: { job_id: id } }, signal })),
    enabled: id !== '',
  })
  return (
    <Section title="Deliveries" lead="Look up the callback of a job, a list or a correlation.">
      <form
        class="flex max-w-xl flex-wrap items-end gap-2"
        onSubmit={(event) => {
          event.preventDefault()
          const wanted = typed.trim()
          if (wanted === id) void delivery.refetch()
          else setId(wanted)
        }}
      >
        <div class="min-w-0 flex-1">
          <TextField
            label="Job id"
            placeholder="job_…"
            required
            maxLength={ID_CHARACTERS_MAX}
            autocomplete="off"
            spellcheck={false}
            value={typed}
            onText={setTyped}
          />
        </div>
        <Button type="submit" isBusy={delivery.isFetching}>
          Look up
        </Button>
      </form>
      <div class="mt-4">
        {id === '' && (
          <EmptyState
            title="No delivery is selected"
            curl={curlOf(location.origin, {
              method: 'POST',
              path: '/analyze',
              body: { domain: 'example.com', callback_url: 'https://example.com/events' },
            })}
          >
            An analysis with a <code class="font-mono">callback_url</code> gets a delivery when it
            ends. Enter its id to see every attempt.
          </EmptyState>
        )}
        {delivery.isLoading && <Skeleton lines={4} label="Loading the delivery" />}
        {delivery.isError && (
          <FailureNote error={delivery.error} retry={() => void delivery.refetch()} />
        )}
        {delivery.isSuccess && <DeliveryView delivery={delivery.data} />}
      </div>
    </Section>
  )
}

const ATTEMPTS: readonly Column<Attempt>[] = [
  { title: 'Attempt', isNumber: true, cell: ({ attempt }) => count(attempt) },
  { title: 'When', cell: ({ attempted_at: at }) => <Time at={at} /> },
  { title: 'Status', isNumber: true, cell: ({ response_code: code }) => code ?? '–' },
  { title: 'Time', isNumber: true, cell: ({ duration_ms: duration }) => `${count(duration)} ms` },
  {
    title: 'Error',
    cell: ({ error }) =>
      error === null ? (
        '–'
      ) : (
        <div class="min-w-48">
          <OutsideText text={error} max={160} />
        </div>
      ),
  },
  {
    title: 'Answer of the receiver',
    cell: ({ response_excerpt: text }) =>
      text === null || text === '' ? (
        '–'
      ) : (
        <div class="min-w-48">
          <OutsideText text={text} max={160} />
        </div>
      ),
  },
]

function DeliveryView({ delivery }: { delivery: Delivery }) {
  const facts: Fact[] = [
    ['State', <StatusBadge key="state" status={delivery.status} />],
    ['For', <SubjectLink key="for" id={delivery.job_id} />],
    ['Receiver', <OutsideLink key="url" address={delivery.url} />],
    ['Attempts', `${count(delivery.attempts)} of ${count(delivery.max_attempts)}`],
    ['Last attempt', <Time key="last" at={delivery.last_attempt_at} />],
    delivery.delivered_at === null
      ? ['Next attempt', <Time key="next" at={delivery.next_attempt_at} />]
      : ['Delivered', <Time key="delivered" at={delivery.delivered_at} />],
  ]
  if (delivery.last_error !== null)
    facts.push(['Last error', <OutsideText key="error" text={delivery.last_error} />])
  return (
    <div class="flex flex-col gap-4">
      <FactList facts={facts} />
      {delivery.attempts_log.length === 0 ? (
        <p class="text-sm text-muted">There was no attempt yet.</p>
      ) : (
        <Table
          label="Attempts"
          columns={ATTEMPTS}
          rows={delivery.attempts_log}
          keyOf={({ attempt, attempted_at: at }) => `${attempt} ${at}`}
        />
      )}
    </div>
  )
}
