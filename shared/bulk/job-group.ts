import type { Services } from '../platform/services/index.ts'
import type { BulkCounts } from './queries.ts'

/**
 * Methods of the Durable Object that watches one bulk job. The Durable Object is only a cache and a
 * timer; Postgres contains the state of the bulk job.
 */
export interface JobGroup {
  /**
   * Reports that `count` more lines of the bulk job have a final status. Never throws. Returns at
   * once; the Durable Object continues the bulk job in the background.
   */
  childrenEnded(groupId: string, count: number): Promise<void>
  /**
   * Returns the number of lines of the bulk job for each result (for example completed or failed).
   * The numbers may be one second old.
   */
  counts(groupId: string): Promise<BulkCounts>
}

/**
 * Returns a client for the Durable Object that watches one bulk job. Its class is in
 * workers/objects.
 */
export function jobGroup(services: Pick<Services, 'object'>, groupId: string): JobGroup {
  return services.object('JOB_GROUPS', groupId) as JobGroup
}
