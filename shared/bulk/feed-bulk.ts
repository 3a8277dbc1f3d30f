import { sandboxOutcome } from '../jobs/sandbox-outcome.ts'
import { PLAYGROUND_MESSAGE, quotaMessage } from '../jobs/submit-job.ts'
import type { Database } from '../platform/db/client.ts'
import { describeError, log } from '../platform/log.ts'
import type { Quotas } from '../platform/tier.ts'
import * as bulk from './queries.ts'

/** Lines that one message takes up: one statement, and as many messages as a queue takes in one send. */
export const LINES_PER_FEED = 100
/**
 * Jobs of one list under way at the same time. So a list of ten thousand neither fills the queue nor spends the account's quota before
 * its time, and what a crash loses is one window.
 */
export const JOBS_UNDER_WAY_MAX = 250

export interface FeedSettings extends Quotas {
  SANDBOX_DOMAIN: string
  PLAYGROUND_RATE_LIMIT_PER_HOUR: number
}

export interface FeedDependencies {
  db: Database
  settings: FeedSettings
  newToken(): string
  /** Hands jobs to the queue in one send. */
  dispatch(jobIds: readonly string[]): Promise<void>
  /** Sends the message that takes up the lines after these. */
  feedOn(bulkJobId: string): Promise<void>
  /** Tells the group's object that lines were settled without a job to wait for. */
  settled(bulkJobId: string, lines: number): Promise<void>
}

/**
 * Takes up the next lines of a bulk job: one statement covers and inserts them, one send dispatches them. Jobs that cannot be sent stay
 * queued, and the sweep sends them; what can never be started ends as failed with its charge given back, like any job.
 */
export async function feedBulk(deps: FeedDependencies, bulkJobId: string): Promise<void> {
  const fed = await bulk.feed(deps.db, feeding(deps, bulkJobId))
  if (fed.outcome !== 'fed') {
    log({ event: 'bulk.not_fed', request_id: deps.db.requestId, bulk_job_id: bulkJobId, outcome: fed.outcome })
    return
  }
  log({
    event: 'bulk.fed',
    request_id: deps.db.requestId,
    bulk_job_id: bulkJobId,
    jobs: fed.job_ids.length,
    settled: fed.settled,
    more: fed.more,
  })
  const sends = await Promise.allSettled([
    fed.job_ids.length > 0 ? deps.dispatch(fed.job_ids) : undefined,
    fed.more ? deps.feedOn(bulkJobId) : deps.settled(bulkJobId, fed.settled),
  ])
  for (const sent of sends) {
    if (sent.status === 'fulfilled') continue
    log({
      event: 'bulk.not_sent',
      request_id: deps.db.requestId,
      bulk_job_id: bulkJobId,
      error: describeError(sent.reason),
    })
  }
}

function feeding({ settings, newToken }: FeedDependencies, bulkJobId: string): bulk.Feeding {
  const sandbox = (label: 'test-corp' | 'test-unknown') => sandboxOutcome(label, `${label}.${settings.SANDBOX_DOMAIN}`)
  return {
    bulk_job_id: bulkJobId,
    token: newToken(),
    chunk: LINES_PER_FEED,
    window: JOBS_UNDER_WAY_MAX,
    quotas: { free: settings.QUOTA_FREE, pro: settings.QUOTA_PRO, team: settings.QUOTA_TEAM },
    playground_limit: settings.PLAYGROUND_RATE_LIMIT_PER_HOUR,
    sandbox: { 'test-corp': sandbox('test-corp'), 'test-unknown': sandbox('test-unknown') },
    refusals: {
      refused: { code: 'QUOTA_EXCEEDED', message: quotaMessage(null) },
      playground_limited: { code: 'RATE_LIMITED', message: PLAYGROUND_MESSAGE },
      closed: { code: 'ACCOUNT_CLOSED', message: 'The account was closed before this line was taken up.' },
    },
  }
}
