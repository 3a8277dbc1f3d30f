import type { HeldKey } from '../models/llm-keys.ts'
import type { Services } from '../platform/services/index.ts'
import type { Progress } from './job.ts'
import type { RunEnd } from './run-job.ts'

/** Calls to the Durable Object that runs a job. JobObject (workers/objects) implements them. */
export interface JobRunner {
  /** Runs the job and waits for the end of the run. A second call waits for the same run. */
  run(jobId: string, requestId: string): Promise<RunEnd>
  /** Starts the job. Returns as soon as a crash can no longer lose the start. */
  start(jobId: string, requestId: string): Promise<void>
  /** Holds a key of a language model for the job. The key is only in memory and never stored. */
  holdKey(key: HeldKey): Promise<void>
  waitForEnd(milliseconds: number): Promise<boolean>
  progress(): Promise<Progress | null>
  /** Server-sent events after `lastEventId`. The stream ends with the job. */
  events(lastEventId: string | null): Promise<ReadableStream<Uint8Array>>
}

export function jobRunner(services: Pick<Services, 'object'>, jobId: string): JobRunner {
  return services.object('JOBS', jobId) as JobRunner
}
