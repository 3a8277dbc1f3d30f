import { sandboxOutcome } from '../jobs/sandbox-outcome.ts'
import { PLAYGROUND_MESSAGE, quotaMessage } from '../jobs/submit-job.ts'
import type { Environment } from '../platform/environment.ts'
import { describeError, log } from '../platform/log.ts'
import type { Services } from '../platform/services/index.ts'
import * as bulk from './queries.ts'

/** Lines that one message takes up: one statement, and as many messages as a queue takes in one send. */
export const LINES_PER_FEED = 100
/**
 * Jobs of one list under way at the same time. So a list of ten thousand neither fills the queue nor spends the account's quota before
 * its time, and what a crash loses is one window.
 */
export const JOBS_UNDER_WAY_MAX = 250

/**
 * Takes up the next lines of a bulk job: one statement covers and inserts them, one send dispatches them. Jobs that cannot be sent stay
 * queued, and the sweep sends them; a job that can never be started ends as failed with its charge refunded, like any job.
 */
export async function feedBulk(
  services: Pick<Services, 'requestId' | 'db' | 'env' | 'enqueue' | 'sendHints'>,
  bulkJobId: string,
): Promise<void> {
  const about = { request_id: services.requestId, bulk_job_id: bulkJobId }
  const fed = await bulk.feed(services.db, feeding(services.env, bulkJobId))
  await services.sendHints(fed.hints)
  if (fed.outcome !== 'fed') {
    log({ event: 'bulk.not_fed', ...about, outcome: fed.outcome })
    return
  }
  log({ event: 'bulk.fed', ...about, jobs: fed.job_ids.length, settled: fed.settled, more: fed.more })
  const sends = await Promise.allSettled([
    services.enqueue('bulk-analysis', fed.job_ids),
    fed.more ? services.enqueue('bulk', [bulkJobId]) : undefined,
  ])
  for (const sent of sends) {
    if (sent.status === 'rejected') log({ event: 'bulk.not_sent', ...about, error: describeError(sent.reason) })
  }
}

function feeding(env: Environment, bulkJobId: string): bulk.Feeding {
  const sandbox = (label: 'test-corp' | 'test-unknown') => sandboxOutcome(label, `${label}.${env.SANDBOX_DOMAIN}`)
  return {
    bulk_job_id: bulkJobId,
    token: crypto.randomUUID(),
    chunk: LINES_PER_FEED,
    window: JOBS_UNDER_WAY_MAX,
    quotas: { free: env.QUOTA_FREE, pro: env.QUOTA_PRO, team: env.QUOTA_TEAM },
    playground_limit: env.PLAYGROUND_RATE_LIMIT_PER_HOUR,
    sandbox: { 'test-corp': sandbox('test-corp'), 'test-unknown': sandbox('test-unknown') },
    refusals: {
      refused: { code: 'QUOTA_EXCEEDED', message: quotaMessage(null) },
      playground_limited: { code: 'RATE_LIMITED', message: PLAYGROUND_MESSAGE },
      closed: { code: 'ACCOUNT_CLOSED', message: 'The account was closed before this line was taken up.' },
    },
  }
}
