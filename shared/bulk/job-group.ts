import type { Services } from '../platform/services/index.ts'
import type { BulkCounts } from './queries.ts'

/** Durable Object of a list: only a cache and a timer. Postgres contains the state of the list. */
export interface JobGroup {
  /**
   * Reports that `count` more lines have a final status. Never throws. Returns at once; the Durable
   * Object continues in the background.
   */
  childrenEnded(groupId: string, count: number): Promise<void>
  /** Number of lines by result. Unless `isFresh`, the numbers may be one second old. */
  counts(groupId: string, isFresh: boolean): Promise<BulkCounts>
}

export function jobGroup(services: Pick<Services, 'object'>, groupId: string): JobGroup {
  return services.object('JOB_GROUPS', groupId) as JobGroup
}
