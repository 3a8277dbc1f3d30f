import { z } from 'zod'
import { slice, vars } from '../../shared/config.ts'
import { connect } from '../../shared/db/client.ts'
import { claimAttempt, type DeliverDependencies, performAttempt } from '../../shared/delivery/deliver.ts'
import { sendDeliveries, type WebhookQueue } from '../../shared/delivery/dispatch.ts'
import { callbackRules } from '../../shared/delivery/owe.ts'
import { newIdentifier } from '../../shared/identifiers.ts'
import { describeError, log } from '../../shared/log.ts'
import { WebhookMessage } from '../../shared/messages.ts'
import { createCircuits } from '../../shared/outbound/circuit.ts'
import { fetchOutside } from '../../shared/platform.ts'
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
    links: rules,
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
