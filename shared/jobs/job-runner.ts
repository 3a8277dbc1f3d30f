import type { HeldKey } from '../models/llm-keys.ts'
import type { Services } from '../platform/services/index.ts'
import type { Progress } from './job.ts'
import type { RunEnd } from './run-job.ts'

/** Implemented by JobObject (workers/objects). */
export interface JobRunner {
  /** Waits for the end of the run; a second call joins it. */
  run(jobId: string, requestId: string): Promise<RunEnd>
  /** Returns when a crash cannot lose the start any more. */
  start(jobId: string, requestId: string): Promise<void>
  /** The key is only in memory and never stored. */
  holdKey(key: HeldKey): Promise<void>
  waitForEnd(milliseconds: number): Promise<boolean>
  progress(): Promise<Progress | null>
  /** Server-sent events after `lastEventId`. The stream ends with the job. */
  events(lastEventId: string | null): Promise<ReadableStream<Uint8Array>>
}

export function jobRunner(services: Pick<Services, 'object'>, jobId: string): JobRunner {
  return services.object('JOBS', jobId) as JobRunner
}
