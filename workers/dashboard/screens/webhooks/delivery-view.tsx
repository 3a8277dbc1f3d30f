import type { Schemas } from '../../api/api-client.ts'
import { StatusBadge } from '../../parts/badge.tsx'
import { type Fact, FactList } from '../../parts/fact-list.tsx'
import { OutsideLink, OutsideText } from '../../parts/outside-text.tsx'
import { SubjectLink } from '../../parts/subject-link.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { count } from '../../parts/texts.ts'
import { Time } from '../../parts/time.tsx'

type Delivery = Schemas['WebhookStatusResponse']
type Attempt = Delivery['attempts_log'][number]

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

export function DeliveryView({ delivery }: { delivery: Delivery }) {
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
          label={`Attempts for ${delivery.job_id}`}
          columns={ATTEMPTS}
          rows={delivery.attempts_log}
          keyOf={({ attempt, attempted_at: at }) => `${attempt} ${at}`}
        />
      )}
    </div>
  )
}
