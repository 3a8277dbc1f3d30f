import type { Services } from '../platform/services/index.ts'
import type { BulkCounts } from './queries.ts'

/** The calls of the Durable Object that watches one job of many children. Each of them is a hint. */
export interface JobGroup {
  /** So many children of the group have ended, or lines of it were settled at once. Never throws; does not wait for what follows. */
  childrenEnded(groupId: string, count: number): Promise<void>
  /** The counts of the lines, at most a second old. */
  counts(groupId: string): Promise<BulkCounts>
}

/** The watcher of one bulk job: its class lives with the Worker, its shape here. */
export function jobGroup(services: Pick<Services, 'object'>, groupId: string): JobGroup {
  return services.object('JOB_GROUPS', groupId) as JobGroup
}
