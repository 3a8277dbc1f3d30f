import { describeError, log } from '../platform/log.ts'
import { sendInBatches, type WebhookMessage, webhookMessage } from '../platform/queue-messages.ts'

/** What of the queue is needed here. */
export interface WebhookQueue {
  sendBatch(messages: { body: WebhookMessage }[], options?: { delaySeconds?: number }): Promise<unknown>
}

/** Hands deliveries to the queue, to be taken up after a delay. Throws what the queue throws. */
export async function sendDeliveries(
  queue: WebhookQueue,
  deliveryIds: readonly string[],
  delaySeconds = 0,
): Promise<void> {
  await sendInBatches(queue, deliveryIds.map(webhookMessage), delaySeconds > 0 ? { delaySeconds } : {})
}

/** Sends what a subject's end has made due. Best effort: the sweep finds what got no message. */
export async function sendDueDeliveries(
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
