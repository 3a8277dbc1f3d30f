import { z } from 'zod'
import { bulkJobRenderer } from '../../shared/bulk/read-bulk.ts'
import { renderCorrelation } from '../../shared/correlations/read-correlation.ts'
import { renderJob } from '../../shared/jobs/read-job.ts'
import { connect } from '../../shared/platform/db/client.ts'
import { slice, vars } from '../../shared/platform/environment.ts'
import { newIdentifier } from '../../shared/platform/identifiers.ts'
import { describeError, log } from '../../shared/platform/log.ts'
import { createCircuits } from '../../shared/platform/net/circuits.ts'
import { fetchOutside } from '../../shared/platform/net/fetch.ts'
import { WebhookMessage } from '../../shared/platform/queue-messages.ts'
import { callbackRules } from '../../shared/webhooks/create-delivery.ts'
import { claimAttempt, type DeliverDependencies, performAttempt } from '../../shared/webhooks/deliver.ts'
import { sendDeliveries, type WebhookQueue } from '../../shared/webhooks/send-deliveries.ts'
import { consumer } from './consumer.ts'

const needs = vars(
  'DATABASE_URL',
  'SEAL_KEYS',
  'WEBHOOK_RETRY_SECONDS',
  'ALLOW_INSECURE_CALLBACKS',
  'PUBLIC_URL',
  'EXPORT_LINK_KEY',
).extend({
  WEBHOOKS_QUEUE: z.custom<WebhookQueue>(),
})

/** One an isolate: a DNS service that is down is down for every delivery. */
const circuits = createCircuits()

/**
 * Claims one attempt and lets it outlive the message: a receiver that hangs holds up its own slot, never the queue. The slots of accounts
 * and origins are the back-pressure; what is lost with the isolate runs out of its lease and is swept.
 */
export const webhooks = consumer(WebhookMessage, async ({ id }, environment, context) => {
  const deps = dependencies(environment)
  const claimed = await claimAttempt(deps, id)
  if (claimed === null) return { then: 'done' }
  const attempt = performAttempt(deps, claimed).catch((error: unknown) => {
    log({
      event: 'delivery.not_recorded',
      request_id: deps.db.requestId,
      delivery_id: id,
      error: describeError(error),
    })
  })
  context.waitUntil(attempt)
  return { then: 'done' }
})

function dependencies(environment: object): DeliverDependencies {
  const { DATABASE_URL, SEAL_KEYS, WEBHOOK_RETRY_SECONDS, WEBHOOKS_QUEUE, ...rules } = slice(environment, needs)
  return {
    db: connect(DATABASE_URL, newIdentifier('req')),
    sealKeys: SEAL_KEYS,
    renderers: { job: renderJob, blk: bulkJobRenderer(rules), cor: renderCorrelation },
    schedule: WEBHOOK_RETRY_SECONDS,
    rules: callbackRules(rules),
    fetch: fetchOutside,
    circuits,
    now: () => new Date(),
    random: Math.random,
    newToken: () => crypto.randomUUID(),
    send: (deliveryIds, delaySeconds) => sendDeliveries(WEBHOOKS_QUEUE, deliveryIds, delaySeconds),
  }
}
