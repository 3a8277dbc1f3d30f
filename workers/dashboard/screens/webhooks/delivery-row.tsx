import { useState } from 'preact/hooks'
import { Badge, type Tone } from '../../parts/badge.tsx'
import { Button } from '../../parts/button.tsx'
import { OutsideText } from '../../parts/outside-text.tsx'
import { SubjectLink } from '../../parts/subject-link.tsx'
import { count } from '../../parts/texts.ts'
import { Time } from '../../parts/time.tsx'
import { DeliveryView } from './delivery-view.tsx'
import { type Delivery, type DeliveryStatus, eventInWords, STATUS_WORDS } from './delivery-words.ts'

const ERROR_CHARACTERS_SHOWN = 160

const TONES: Record<DeliveryStatus, Tone> = {
  pending: 'neutral',
  delivered: 'good',
  'dead-lettered': 'bad',
}

interface RowProps {
  delivery: Delivery
  isBusy: boolean
  onRetry: () => void
}

export function DeliveryRow({ delivery, isBusy, onRetry }: RowProps) {
  const { job_id: subject, type, status, attempts, max_attempts: most } = delivery
  const [isOpen, setOpen] = useState(false)
  return (
    <li class="flex min-w-0 flex-col gap-1 border-b border-line py-2.5 text-sm last:border-0">
      <div class="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Badge tone={TONES[status]}>{STATUS_WORDS[status]}</Badge>
        <span class="font-medium">{eventInWords(type)}</span>
        <span class="min-w-0">
          <SubjectLink id={subject} />
        </span>
        <span class="text-muted sm:ml-auto">
          <Time at={delivery.last_attempt_at} />
        </span>
      </div>
      <div class="flex flex-wrap items-center gap-x-3 gap-y-1 text-muted">
        <span class="tabular-nums">
          Attempt {count(attempts)} of {count(most)}
        </span>
        {delivery.last_response_code !== null && (
          <span class="tabular-nums">Answer {delivery.last_response_code}</span>
        )}
        {status === 'pending' && delivery.next_attempt_at !== null && (
          <span>
            Next <Time at={delivery.next_attempt_at} />
          </span>
        )}
        {status === 'dead-lettered' && (
          <Button
            isBusy={isBusy}
            aria-label={`Send again: delivery for ${subject}`}
            onClick={onRetry}
          >
            Send again
          </Button>
        )}
      </div>
      {delivery.last_error !== null && status !== 'delivered' && (
        <p class="min-w-0">
          <OutsideText text={delivery.last_error} max={ERROR_CHARACTERS_SHOWN} />
        </p>
      )}
      <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary class="w-fit cursor-pointer text-accent">
          Attempts<span class="sr-only"> of the delivery for {subject}</span>
        </summary>
        {isOpen && (
          <div class="pt-3">
            <DeliveryView delivery={delivery} />
          </div>
        )}
      </details>
    </li>
  )
}
