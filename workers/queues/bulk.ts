import { z } from 'zod'
import { feedBulk } from '../../shared/bulk/feed-bulk.ts'
import { type JobGroupObjects, jobGroup } from '../../shared/bulk/job-group.ts'
import { connect } from '../../shared/platform/db/client.ts'
import { slice, vars } from '../../shared/platform/environment.ts'
import { newIdentifier } from '../../shared/platform/identifiers.ts'
import type { AnalysisQueue, BulkQueue } from '../../shared/platform/queue-messages.ts'
import { analysisMessage, BulkMessage, bulkMessage } from '../../shared/platform/queue-messages.ts'
import { consumer } from './consumer.ts'

const needs = vars(
  'DATABASE_URL',
  'SANDBOX_DOMAIN',
  'QUOTA_FREE',
  'QUOTA_PRO',
  'QUOTA_TEAM',
  'PLAYGROUND_RATE_LIMIT_PER_HOUR',
).extend({
  BULK_QUEUE: z.custom<BulkQueue>(),
  BULK_ANALYSIS_QUEUE: z.custom<AnalysisQueue>(),
  JOB_GROUPS: z.custom<JobGroupObjects>(),
})

/** Takes up the next lines of a list. */
export const bulk = consumer(BulkMessage, async ({ id }, environment) => {
  const { DATABASE_URL, BULK_QUEUE, BULK_ANALYSIS_QUEUE, JOB_GROUPS, ...settings } = slice(environment, needs)
  const deps = {
    db: connect(DATABASE_URL, newIdentifier('req')),
    settings,
    newToken: () => crypto.randomUUID(),
    dispatch: async (jobIds: readonly string[]) =>
      void (await BULK_ANALYSIS_QUEUE.sendBatch(jobIds.map((jobId) => ({ body: analysisMessage(jobId) })))),
    feedOn: async (bulkJobId: string) => void (await BULK_QUEUE.send(bulkMessage(bulkJobId))),
    settled: (bulkJobId: string, lines: number) => jobGroup(JOB_GROUPS, bulkJobId).childrenEnded(bulkJobId, lines),
  }
  await feedBulk(deps, id)
  return { then: 'done' }
})
