import type { Queue } from '@cloudflare/workers-types'
import { z } from 'zod'

/**
 * Separates the prefix of a deployment from the name of its queue. The prefix is needed because all
 * projects of a Cloudflare account share their queue names.
 */
export const QUEUE_PREFIX_END = '--'

/** `v` is the version of the format: an older deployment may have sent the message. */
const message = <const Kind extends string>(kind: Kind, id = z.string()) =>
  z.object({ v: z.literal(1), kind: z.literal(kind), id })

export const AnalysisMessage = message('analysis')
export const WebhookMessage = message('webhook')
export const BulkMessage = message('bulk')
export const ExportMessage = message('export')
export const CorrelationMessage = message('correlation')
export const CheckMessage = message('check')
/** `id` is the id of a row in the table `outbox`. */
export const EmailMessage = message('email', z.string().regex(/^\d{1,19}$/))
/** `id` is "merge", or "source:" and the name of a source. */
export const DomainIndexMessage = message(
  'domain_index',
  z.string().regex(/^(?:merge|source:[a-z_]{1,40})$/),
)

export interface QueueMessage {
  v: 1
  kind:
    | 'analysis'
    | 'webhook'
    | 'bulk'
    | 'export'
    | 'correlation'
    | 'check'
    | 'email'
    | 'domain_index'
  id: string
}

const QUEUES = {
  analysis: { binding: 'ANALYSIS_QUEUE', kind: 'analysis' },
  'bulk-analysis': { binding: 'BULK_ANALYSIS_QUEUE', kind: 'analysis' },
  'bulk-deep': { binding: 'BULK_DEEP_QUEUE', kind: 'analysis' },
  webhooks: { binding: 'WEBHOOKS_QUEUE', kind: 'webhook' },
  correlation: { binding: 'CORRELATION_QUEUE', kind: 'correlation' },
  checks: { binding: 'CHECKS_QUEUE', kind: 'check' },
  'long-checks': { binding: 'LONG_CHECKS_QUEUE', kind: 'check' },
  bulk: { binding: 'BULK_QUEUE', kind: 'bulk' },
  exports: { binding: 'EXPORTS_QUEUE', kind: 'export' },
  emails: { binding: 'EMAILS_QUEUE', kind: 'email' },
  'domain-index': { binding: 'DOMAIN_INDEX_QUEUE', kind: 'domain_index' },
} as const satisfies Record<string, { binding: string; kind: QueueMessage['kind'] }>

export type QueueName = keyof typeof QUEUES
type Bindings = Record<(typeof QUEUES)[QueueName]['binding'], Queue<QueueMessage>>

export const queueMessage = (queue: QueueName, id: string): QueueMessage => ({
  v: 1,
  kind: QUEUES[queue].kind,
  id,
})

/** Highest number of messages that Cloudflare Queues allows in one call of sendBatch. */
const MESSAGES_PER_SEND = 100

/** If one call of sendBatch fails, the messages of the earlier calls stay in the queue. */
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
