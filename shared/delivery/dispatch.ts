import { describeError, log } from '../log.ts'
import { type WebhookMessage, webhookMessage } from '../messages.ts'

/** What of the queue is needed here. */
export interface WebhookQueue {
  sendBatch(messages: { body: WebhookMessage }[], options?: { delaySeconds?: number }): Promise<unknown>
}

/** A queue takes this many messages in one send. */
const MESSAGES_PER_SEND = 100

/** Hands deliveries to the queue, to be taken up after a delay. Throws what the queue throws. */
export async function sendDeliveries(
  queue: WebhookQueue,
  deliveryIds: readonly string[],
  delaySeconds = 0,
): Promise<void> {
  for (let from = 0; from < deliveryIds.length; from += MESSAGES_PER_SEND) {
    const messages = deliveryIds.slice(from, from + MESSAGES_PER_SEND).map((id) => ({ body: webhookMessage(id) }))
    await queue.sendBatch(messages, delaySeconds > 0 ? { delaySeconds } : {})
  }
}

/** Sends what a subject's end has made due. Best effort: the sweep finds what got no message. */
export async function announceDeliveries(
  queue: WebhookQueue,
  deliveryIds: readonly string[] | null | undefined,
  requestId: string,
): Promise<void> {
  if (deliveryIds === null || deliveryIds === undefined || deliveryIds.length === 0) return
  try {
    await sendDeliveries(queue, deliveryIds)
  } catch (error) {
    log({
      event: 'delivery.not_sent',
      request_id: requestId,
      deliveries: deliveryIds.length,
      error: describeError(error),
    })
  }
}
