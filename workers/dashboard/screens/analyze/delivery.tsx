import { useQuery } from '@tanstack/preact-query'
import { api, read } from '../../api/api-client.ts'
import { failureOf } from '../../api/failure.ts'
import { StatusBadge } from '../../parts/badge.tsx'
import { OutsideLink, OutsideText } from '../../parts/outside-text.tsx'
import { Section } from '../../parts/page.tsx'
import { FailureNote, Skeleton } from '../../parts/states.tsx'
import { Time } from '../../parts/time.tsx'

export function Delivery({ id, url }: { id: string; url: string }) {
  const delivery = useQuery({
    queryKey: ['delivery', id],
    queryFn: ({ signal }) =>
      read(api.GET('/webhooks/{job_id}/status', { params: { path: { job_id: id } }, signal })),
  })
  const isPending = delivery.isError && failureOf(delivery.error).status === 404
  return (
    <Section title="Webhook">
      <div class="flex flex-col gap-2 text-sm">
        <OutsideLink address={url} />
        {delivery.isPending && <Skeleton lines={1} label="Loading the delivery" />}
        {isPending && <p class="text-muted">The webhook is sent when the analysis has ended.</p>}
        {delivery.isError && !isPending && (
          <FailureNote error={delivery.error} retry={() => void delivery.refetch()} />
        )}
        {delivery.data !== undefined && (
          <p class="flex flex-wrap items-center gap-3">
            <StatusBadge status={delivery.data.status} />
            <span class="tabular-nums">
              {delivery.data.attempts} of {delivery.data.max_attempts} attempts
            </span>
            <span>
              last attempt <Time at={delivery.data.last_attempt_at} />
            </span>
            {delivery.data.last_response_code !== null && (
              <span>HTTP {delivery.data.last_response_code}</span>
            )}
            {delivery.data.last_error !== null && (
              <OutsideText text={delivery.data.last_error} max={200} />
            )}
          </p>
        )}
      </div>
    </Section>
  )
}
