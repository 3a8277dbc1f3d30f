import { describeError, log } from '../platform/log.ts'
import type { EmailQueue } from '../platform/queue-messages.ts'
import { emailMessage } from '../platform/queue-messages.ts'

/** Hands a mail that was just owed to the queue. Best effort: the outbox sends what got no message. */
export async function enqueueEmail(queue: EmailQueue, outboxId: number | null, requestId: string): Promise<void> {
  if (outboxId === null) return
  try {
    await queue.send(emailMessage(String(outboxId)))
  } catch (error) {
    log({ event: 'email.not_queued', request_id: requestId, outbox_id: outboxId, error: describeError(error) })
  }
}
