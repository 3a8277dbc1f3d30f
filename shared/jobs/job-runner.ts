import type { HeldKey } from '../models/llm-keys.ts'
import type { Services } from '../platform/services/index.ts'
import type { Progress } from './job.ts'
import type { StartedJob } from './queries.ts'
import type { RunEnd } from './run-job.ts'

/** Methods of the Durable Object in which one analysis runs. */
export interface JobRunner {
  /**
   * Runs the job until it is finished. If the job is already running, waits for its end and returns
   * the same result. `started` is a new job that its submission has started.
   */
  run(jobId: string, requestId: string, started?: StartedJob | null): Promise<RunEnd>
  start(jobId: string, requestId: string): Promise<void>
  /**
   * Keeps the customer's key for a language model in memory until the job starts. The key is never
   * stored.
   */
  holdKey(key: HeldKey): Promise<void>
  waitForEnd(milliseconds: number): Promise<boolean>
  progress(): Promise<Progress | null>
  /**
   * Returns a stream of the job's progress as server-sent events, beginning after the event
   * `lastEventId`. The stream ends when the job is finished.
   */
  events(lastEventId: string | null): Promise<ReadableStream<Uint8Array>>
}

/**
 * Returns a client for the Durable Object that runs one job. The class JobObject in workers/objects
 * implements these methods.
 */
export function jobRunner(services: Pick<Services, 'object'>, jobId: string): JobRunner {
  return services.object('JOBS', jobId) as JobRunner
}
