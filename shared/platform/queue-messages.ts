import type { Queue } from '@cloudflare/workers-types'
import { z } from 'zod'

/**
 * Separates the prefix of a deployment from the name of a queue in wrangler.toml, for example
 * "domain-attribution--analysis". All projects of a Cloudflare account share one list of queue
 * names, so `migrations/deploy/worker-config.ts` puts a prefix before each name.
 */
export const QUEUE_PREFIX_END = '--'

/**
 * Returns the schema of a queue message. Each queue message has a version `v`, because an older
 * deployment of the Worker may have sent the message.
 */
const message = <const Kind extends string>(kind: Kind, id = z.string()) =>
  z.object({ v: z.literal(1), kind: z.literal(kind), id })

export const AnalysisMessage = message('analysis')
export const WebhookMessage = message('webhook')
/** Queue message that makes a bulk job start the analyses of the next domains in its list. */
export const BulkMessage = message('bulk')
/**
 * Queue message that starts the export of a bulk job's results to files, after the analyses of all
 * domains in the bulk job have ended.
 */
export const ExportMessage = message('export')
/**
 * Queue message that starts a comparison of several domains (correlation), after the analysis of
 * each domain has ended.
 */
export const CorrelationMessage = message('correlation')
/** Queue message that reads the facts of a batch of watched domains. */
export const CheckMessage = message('check')
/**
 * Queue message that causes the Worker to send one email. `id` is the id of a row in the table
 * `outbox`.
 */
export const EmailMessage = message('email', z.string().regex(/^\d{1,19}$/))

export interface QueueMessage {
  v: 1
  kind: 'analysis' | 'webhook' | 'bulk' | 'export' | 'correlation' | 'check' | 'email'
  id: string
}

const QUEUES = {
  analysis: { binding: 'ANALYSIS_QUEUE', kind: 'analysis' },
  'bulk-analysis': { binding: 'BULK_ANALYSIS_QUEUE', kind: 'analysis' },
  'bulk-deep': { binding: 'BULK_DEEP_QUEUE', kind: 'analysis' },
  webhooks: { binding: 'WEBHOOKS_QUEUE', kind: 'webhook' },
  correlation: { binding: 'CORRELATION_QUEUE', kind: 'correlation' },
  checks: { binding: 'CHECKS_QUEUE', kind: 'check' },
  bulk: { binding: 'BULK_QUEUE', kind: 'bulk' },
  exports: { binding: 'EXPORTS_QUEUE', kind: 'export' },
  emails: { binding: 'EMAILS_QUEUE', kind: 'email' },
} as const satisfies Record<string, { binding: string; kind: QueueMessage['kind'] }>

export type QueueName = keyof typeof QUEUES
type Bindings = Record<(typeof QUEUES)[QueueName]['binding'], Queue<QueueMessage>>

export const queueMessage = (queue: QueueName, id: string): QueueMessage => ({
  v: 1,
  kind: QUEUES[queue].kind,
  id,
})

/** Cloudflare Queues accepts at most 100 messages in one call of sendBatch. */
const MESSAGES_PER_SEND = 100

/**
 * Sends one queue message for each id, in several calls if necessary. If a call fails, throws the
 * error of the queue; the messages of earlier calls stay in the queue.
 */
export async function sendMessages(
  bindings: Bindings,
  queue: QueueName,
  ids: readonly string[],
  delaySeconds = 0,
): Promise<void> {
  const options = delaySeconds > 0 ? { delaySeconds } : {}
  for (let from = 0; from < ids.length; from += MESSAGES_PER_SEND) {
    const part = ids
      .slice(from, from + MESSAGES_PER_SEND)
      .map((id) => ({ body: queueMessage(queue, id) }))
    await bindings[QUEUES[queue].binding].sendBatch(part, options)
  }
}
