import { LIST_QUEUES } from '../jobs/job.ts'
import { sandboxOutcome } from '../jobs/sandbox-outcome.ts'
import { PLAYGROUND_MESSAGE, quotaMessage, SANDBOX_MESSAGE } from '../jobs/submit-job.ts'
import { SANDBOX_LABELS, type SandboxLabel } from '../platform/domain-name.ts'
import type { Environment } from '../platform/environment.ts'
import { describeError, log } from '../platform/log.ts'
import type { Services } from '../platform/services/index.ts'
import * as bulk from './queries.ts'

/**
 * Each line needs one queue message, and Cloudflare Queues accepts at most 100 messages in one
 * call.
 */
export const LINES_PER_FEED = 100
/**
 * Highest number of unfinished jobs of all bulk lists of one account, by depth. Without this limit
 * one account could fill the queue, and the lists of other accounts would wait. A crash could also
 * lose thousands of queue messages at once.
 *
 * The number for deep jobs is small because only a few deep jobs of lists run at the same time.
 * More jobs would only wait in the queue.
 */
export const JOBS_UNFINISHED_MAX = { quick: 250, deep: 50 } as const

/** If the send to the queue fails, the sweep sends the jobs later. */
export async function feedBulk(
  services: Pick<Services, 'requestId' | 'db' | 'env' | 'enqueue' | 'sendHints'>,
  bulkJobId: string,
): Promise<void> {
  const ids = { request_id: services.requestId, bulk_job_id: bulkJobId }
  const fed = await bulk.feed(services.db, feedingOf(services.env, bulkJobId))
  await services.sendHints(fed.hints)
  if (fed.outcome !== 'fed') {
    log({ event: 'bulk.not_fed', ...ids, outcome: fed.outcome })
    return
  }
  log({ event: 'bulk.fed', ...ids, jobs: fed.job_ids.length, settled: fed.settled, more: fed.more })
  const sends = await Promise.allSettled([
    services.enqueue(LIST_QUEUES[fed.depth], fed.job_ids),
    fed.more ? services.enqueue('bulk', [bulkJobId]) : undefined,
  ])
  for (const sent of sends) {
    if (sent.status === 'rejected')
      log({ event: 'bulk.not_sent', ...ids, error: describeError(sent.reason) })
  }
}

function feedingOf(env: Environment, bulkJobId: string): bulk.Feeding {
  const sandbox = (label: SandboxLabel) =>
    sandboxOutcome(label, `${label}.${env.SANDBOX_DOMAIN}`, bulkJobId)
  return {
    bulk_job_id: bulkJobId,
    token: crypto.randomUUID(),
    chunk: LINES_PER_FEED,
    unfinished_max: JOBS_UNFINISHED_MAX,
    quotas: { free: env.QUOTA_FREE, pro: env.QUOTA_PRO, team: env.QUOTA_TEAM },
    playground_limit: env.PLAYGROUND_RATE_LIMIT_PER_HOUR,
    sandbox_limit: env.SANDBOX_JOBS_PER_DAY,
    sandbox: Object.fromEntries(SANDBOX_LABELS.map((label) => [label, sandbox(label)])),
    refusals: {
      refused: { code: 'QUOTA_EXCEEDED', message: quotaMessage(null) },
      playground_limited: { code: 'RATE_LIMITED', message: PLAYGROUND_MESSAGE },
      sandbox_limited: { code: 'RATE_LIMITED', message: SANDBOX_MESSAGE },
      closed: {
        code: 'ACCOUNT_CLOSED',
        message: 'The account was closed before this line was taken up.',
      },
    },
  }
}
