import { QUEUE_PREFIX_END } from '../../shared/platform/queue-messages.ts'
import { analysis, bulkAnalysis } from './analysis.ts'
import { bulk, exports } from './bulk.ts'
import { checks, longChecks } from './checks.ts'
import type { Consumer } from './consumer.ts'
import { correlation, deadCorrelation } from './correlation.ts'
import { deadAnalysis, deadHint, deadIndexTask, deadWebhooks } from './dead-letters.ts'
import { emails } from './emails.ts'
import { domainIndex } from './official-lists.ts'
import { webhooks } from './webhooks.ts'

const CONSUMERS: Record<string, Consumer> = {
  analysis,
  'analysis-dead': deadAnalysis,
  webhooks,
  'webhooks-dead': deadWebhooks,
  correlation,
  'correlation-dead': deadCorrelation,
  bulk,
  'bulk-dead': deadHint,
  'bulk-analysis': bulkAnalysis,
  'bulk-analysis-dead': deadAnalysis,
  'bulk-deep': bulkAnalysis,
  'bulk-deep-dead': deadAnalysis,
  exports,
  'exports-dead': deadHint,
  checks,
  'checks-dead': deadHint,
  'long-checks': longChecks,
  'long-checks-dead': deadHint,
  emails,
  'emails-dead': deadHint,
  'domain-index': domainIndex,
  'domain-index-dead': deadIndexTask,
}

/**
 * Finds the consumer of a queue. In some deployments, the name of the queue begins with a prefix.
 */
export function consumerOf(queue: string): Consumer | undefined {
  return CONSUMERS[queue.split(QUEUE_PREFIX_END).at(-1) ?? '']
}
