import { setTimeout as delay } from 'node:timers/promises'
import { type QueueName, queueMessage } from '../../shared/platform/queue-messages.ts'
import type { Service } from '../platform/service.ts'

/** Runs queued jobs of a list beside the local queue, which delivers only one message at a time. */
export async function consumeList(
  { platform }: Service,
  bulkJobId: string,
  queue: QueueName,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    const { rows } = await platform.pool.query(
      `select id from jobs where bulk_job_id = $1 and status = 'queued'
          and (runs = 0 or updated_at < clock_timestamp() - interval '3 seconds')
        order by random() limit 1`,
      [bulkJobId],
    )
    const [next] = rows
    const sent =
      next !== undefined &&
      (await platform
        .runtime()
        .deliver(queue, [{ body: queueMessage(queue, next.id) }])
        .then(
          () => true,
          () => false,
        ))
    if (!sent) await delay(500)
  }
}
