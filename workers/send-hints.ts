import { jobGroup } from '../shared/bulk/job-group.ts'
import { dispatchNow } from '../shared/outbox/dispatch-outbox.ts'
import { describeError, log } from '../shared/platform/log.ts'
import type { Hint } from '../shared/platform/services/hints.ts'
import type { Services } from '../shared/platform/services/index.ts'
import { outboxHandlers } from './outbox-handlers.ts'

/**
 * Topics of the table `outbox` whose work starts at once, without waiting for the task that runs
 * every minute. The topic identity_delete deletes a user at the identity provider, so that the
 * email address can be used for a new account. The topic stripe_cancel stops the payments for a
 * subscription.
 */
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
  // An automatic recharge buys credits at Stripe, so it runs in the background and does not delay
  // the response.
  recharge: async (services, accountIds) =>
    services.background(dispatchTopics(services, accountIds, ['recharge'])),
}

/**
 * Sends hints (notifications about database rows that wait for work). Errors are only logged,
 * because a task that runs every minute also finds these rows.
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
