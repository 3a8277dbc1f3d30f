import type { HeldKey } from '../models/llm-keys.ts'
import type { Services } from '../platform/services/index.ts'
import type { Progress } from './job.ts'
import type { RunEnd } from './run-job.ts'

/** The calls of the Durable Object in which one analysis runs. */
export interface JobRunner {
  /** Runs the job to its end, or joins the run under way. Returns how it ended. */
  run(jobId: string, requestId: string): Promise<RunEnd>
  /** Starts the job without waiting for its end. */
  start(jobId: string, requestId: string): Promise<void>
  /** Keeps a key that came with the request, in memory only, for the run to come. */
  holdKey(key: HeldKey): Promise<void>
  /** True when the job ended within the time, false when the time was over first. */
  waitForEnd(milliseconds: number): Promise<boolean>
  /** Live progress; null when no run is under way. */
  progress(): Promise<Progress | null>
  /** Progress as server-sent events from the one after `lastEventId`, until the run ends. */
  events(lastEventId: string | null): Promise<ReadableStream<Uint8Array>>
}

/** The runner of one job: its class lives with the Worker, its shape here. */
export function jobRunner(services: Pick<Services, 'object'>, jobId: string): JobRunner {
  return services.object('JOBS', jobId) as JobRunner
}
