import type { Queue } from '@cloudflare/workers-types'
import { z } from 'zod'

/** What travels in each queue: ids only, a version for messages that outlive a deployment, never a payload. */
export const AnalysisMessage = z.object({ v: z.literal(1), kind: z.literal('analysis'), id: z.string() })
export type AnalysisMessage = z.infer<typeof AnalysisMessage>

/** A delivery that is due. */
export const WebhookMessage = z.object({ v: z.literal(1), kind: z.literal('webhook'), id: z.string() })
export type WebhookMessage = z.infer<typeof WebhookMessage>

export const webhookMessage = (id: string): WebhookMessage => ({ v: 1, kind: 'webhook', id })

export const analysisMessage = (id: string): AnalysisMessage => ({ v: 1, kind: 'analysis', id })

/** A bulk job whose next lines are to be taken up. */
export const BulkMessage = z.object({ v: z.literal(1), kind: z.literal('bulk'), id: z.string() })
export type BulkMessage = z.infer<typeof BulkMessage>

export const bulkMessage = (id: string): BulkMessage => ({ v: 1, kind: 'bulk', id })

/** A bulk job whose lines have all ended. */
export const ExportMessage = z.object({ v: z.literal(1), kind: z.literal('export'), id: z.string() })
export type ExportMessage = z.infer<typeof ExportMessage>

export const exportMessage = (id: string): ExportMessage => ({ v: 1, kind: 'export', id })

/** A correlation of which a child has ended, or that had none to wait for. */
export const CorrelationMessage = z.object({ v: z.literal(1), kind: z.literal('correlation'), id: z.string() })
export type CorrelationMessage = z.infer<typeof CorrelationMessage>

export const correlationMessage = (id: string): CorrelationMessage => ({ v: 1, kind: 'correlation', id })

/** A mail that is owed; the id is its outbox row's. */
export const EmailMessage = z.object({ v: z.literal(1), kind: z.literal('email'), id: z.string().regex(/^\d{1,19}$/) })
export type EmailMessage = z.infer<typeof EmailMessage>

export const emailMessage = (id: string): EmailMessage => ({ v: 1, kind: 'email', id })

export type AnalysisQueue = Queue<AnalysisMessage>
export type BulkQueue = Queue<BulkMessage>
export type ExportQueue = Queue<ExportMessage>
export type EmailQueue = Queue<EmailMessage>

/** A queue takes this many messages in one send (Cloudflare Queues, limits). */
const MESSAGES_PER_SEND = 100

/** Hands messages to a queue, as many in one send as it takes. Throws what the queue throws. */
export async function sendInBatches<Message, Options>(
  queue: { sendBatch(messages: { body: Message }[], options?: Options): Promise<unknown> },
  messages: readonly Message[],
  options?: Options,
): Promise<void> {
  for (let from = 0; from < messages.length; from += MESSAGES_PER_SEND) {
    const part = messages.slice(from, from + MESSAGES_PER_SEND).map((body) => ({ body }))
    await queue.sendBatch(part, options)
  }
}
