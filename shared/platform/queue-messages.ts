import type { Queue } from '@cloudflare/workers-types'
import { z } from 'zod'

/** A message carries an id only, never a payload, and a version, since it may outlive the deployment that sent it. */
const message = <const Kind extends string>(kind: Kind, id = z.string()) =>
  z.object({ v: z.literal(1), kind: z.literal(kind), id })

export const AnalysisMessage = message('analysis')
/** A delivery that is due. */
export const WebhookMessage = message('webhook')
/** A bulk job whose next lines are to be taken up. */
export const BulkMessage = message('bulk')
/** A bulk job whose lines have all ended. */
export const ExportMessage = message('export')
/** A correlation of which a child has ended, or that has none to wait for. */
export const CorrelationMessage = message('correlation')
/** A pending email; the id is its outbox row's. */
export const EmailMessage = message('email', z.string().regex(/^\d{1,19}$/))

export interface QueueMessage {
  v: 1
  kind: 'analysis' | 'webhook' | 'bulk' | 'export' | 'correlation' | 'email'
  id: string
}

/** Every queue that the service sends to: its binding, and the kind of its messages. */
const QUEUES = {
  analysis: { binding: 'ANALYSIS_QUEUE', kind: 'analysis' },
  'bulk-analysis': { binding: 'BULK_ANALYSIS_QUEUE', kind: 'analysis' },
  webhooks: { binding: 'WEBHOOKS_QUEUE', kind: 'webhook' },
  correlation: { binding: 'CORRELATION_QUEUE', kind: 'correlation' },
  bulk: { binding: 'BULK_QUEUE', kind: 'bulk' },
  exports: { binding: 'EXPORTS_QUEUE', kind: 'export' },
  emails: { binding: 'EMAILS_QUEUE', kind: 'email' },
} as const satisfies Record<string, { binding: string; kind: QueueMessage['kind'] }>

export type QueueName = keyof typeof QUEUES
type Bindings = Record<(typeof QUEUES)[QueueName]['binding'], Queue<QueueMessage>>

export const queueMessage = (queue: QueueName, id: string): QueueMessage => ({ v: 1, kind: QUEUES[queue].kind, id })

/** A queue takes this many messages in one send (Cloudflare Queues, limits). */
const MESSAGES_PER_SEND = 100

/** Sends one message for each id, as many in one send as a queue takes. Throws what the queue throws. */
export async function sendMessages(
  bindings: Bindings,
  queue: QueueName,
  ids: readonly string[],
  delaySeconds = 0,
): Promise<void> {
  const options = delaySeconds > 0 ? { delaySeconds } : {}
  for (let from = 0; from < ids.length; from += MESSAGES_PER_SEND) {
    const part = ids.slice(from, from + MESSAGES_PER_SEND).map((id) => ({ body: queueMessage(queue, id) }))
    await bindings[QUEUES[queue].binding].sendBatch(part, options)
  }
}
