import { describeError, log } from '../platform/log.ts'
import { type CorrelationMessage, correlationMessage, sendInBatches } from '../platform/queue-messages.ts'

/** What of the queue is needed here. */
export interface CorrelationQueue {
  send(message: CorrelationMessage): Promise<unknown>
  sendBatch(messages: { body: CorrelationMessage }[]): Promise<unknown>
}

/** Has correlations looked at: whether all their children have ended. Throws what the queue throws. */
export async function sendCorrelations(queue: CorrelationQueue, ids: readonly string[]): Promise<void> {
  await sendInBatches(queue, ids.map(correlationMessage))
}

/** Tells the correlation of a child that the child has ended. Best effort: the sweep looks too. */
export async function notifyCorrelation(
  queue: CorrelationQueue,
  correlationId: string | null | undefined,
  requestId: string,
): Promise<void> {
  if (correlationId === null || correlationId === undefined) return
  try {
    await queue.send(correlationMessage(correlationId))
  } catch (error) {
    log({
      event: 'correlation.not_sent',
      request_id: requestId,
      correlation_id: correlationId,
      error: describeError(error),
    })
  }
}
