import { analysis, bulkAnalysis } from './analysis.ts'
import { bulk } from './bulk.ts'
import type { Consumer } from './consumer.ts'
import { correlation, deadCorrelation } from './correlation.ts'
import { deadAnalysis, deadHint, deadWebhooks } from './dead-letters.ts'
import { emails } from './emails.ts'
import { exports } from './exports.ts'
import { webhooks } from './webhooks.ts'

export const consumers: Record<string, Consumer> = {
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
  exports,
  'exports-dead': deadHint,
  emails,
  'emails-dead': deadHint,
}
