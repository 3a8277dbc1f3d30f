import { jobGroup } from '../shared/bulk/job-group.ts'
import { dispatchNow } from '../shared/outbox/dispatch-outbox.ts'
import { describeError, log } from '../shared/platform/log.ts'
import type { Hint } from '../shared/platform/services/hints.ts'
import type { Services } from '../shared/platform/services/index.ts'
import { outboxHandlers } from './outbox-handlers.ts'

// These outbox topics are handled at once and not by the next sweep. The first one frees the email
// address of a deleted user, and the second one stops the payments of a subscription.
const URGENT_TOPICS = ['identity_delete', 'stripe_cancel']

type Sender = (services: Services, ids: readonly string[]) => Promise<unknown>

const SENDERS: Record<Hint['kind'], Sender> = {
  delivery: (services, ids) => services.enqueue('webhooks', ids),
  analysis: (services, ids) => services.enqueue('analysis', ids),
  correlation: (services, ids) => services.enqueue('correlation', ids),
  email: (services, ids) => services.enqueue('emails', ids),
  group: (services, ids) =>
    Promise.all(
      [...counted(ids)].map(([id, ended]) => jobGroup(services, id).childrenEnded(id, ended)),
    ),
  outbox: (services, accountIds) => dispatchTopics(services, accountIds, URGENT_TOPICS),
  // A recharge sends requests to Stripe, so it runs in the background and does not delay the
  // response.
  recharge: async (services, accountIds) =>
    services.background(dispatchTopics(services, accountIds, ['recharge'])),
}

/**
 * If a hint cannot be sent, the error is only logged, because the sweep finds the work in Postgres.
 */
export async function sendHints(services: Services, hints: readonly Hint[]): Promise<void> {
  if (hints.length === 0) return
  const kinds = [...new Set(hints.map(({ kind }) => kind))]
  const idsOf = (kind: Hint['kind']) =>
    hints.flatMap((hint) => (hint.kind === kind ? [hint.id] : []))
  const sent = await Promise.allSettled(
    kinds.map(async (kind) => SENDERS[kind](services, idsOf(kind))),
  )
  const errors = sent.flatMap((result, index) =>
    result.status === 'rejected' ? [`${kinds[index]}: ${describeError(result.reason)}`] : [],
  )
  if (errors.length > 0)
    log({
      event: 'hints.not_sent',
      request_id: services.requestId,
      hints: hints.length,
      error: errors.join('; '),
    })
}

function counted(ids: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1)
  return counts
}

async function dispatchTopics(
  services: Services,
  accountIds: readonly string[],
  topics: readonly string[],
) {
  const handlers = Object.entries(outboxHandlers(services)).filter(([topic]) =>
    topics.includes(topic),
  )
  for (const accountId of new Set(accountIds))
    await dispatchNow(services, Object.fromEntries(handlers), accountId)
}
