import { connect } from 'cloudflare:sockets'
import { DurableObject } from 'cloudflare:workers'
import { COLLECTORS } from '../../shared/attribution/collectors/registry.ts'
import type { CollectedEvidence } from '../../shared/attribution/evidence.ts'
import { failJob } from '../../shared/jobs/fail-job.ts'
import type { Progress } from '../../shared/jobs/job.ts'
import type { JobRunner } from '../../shared/jobs/job-runner.ts'
import { createJobTools } from '../../shared/jobs/job-tools.ts'
import type { ProgressEvent } from '../../shared/jobs/progress.ts'
import { type PutBack, type RunEnd, runJob } from '../../shared/jobs/run-job.ts'
import {
  applyProgress,
  finishRun,
  IDLE,
  isOverdue,
  keepEvidence,
  putBackRun,
  type Running,
  type RunState,
  startRun,
} from '../../shared/jobs/run-state.ts'
import type { OwnKey } from '../../shared/models/choose-model.ts'
import type { HeldKey } from '../../shared/models/llm-keys.ts'
import { HOUR_MS } from '../../shared/platform/clock.ts'
import { describeError, log } from '../../shared/platform/log.ts'
import type { Connect } from '../../shared/platform/net/tcp-stream.ts'
import { createServices } from '../services.ts'
import { createEventStream } from './event-stream.ts'

const STATE = 'state'
// Interval of the alarm, which resumes a crashed run. If the run has not crashed, the alarm waits
// for it, because the runtime may stop an object that has no event for ten seconds.
const RESUME_AFTER_MS = 8_000
/** If the job does not start, the caller's LLM key is deleted after this time. */
const UNSTARTED_JOB_MS = 6 * HOUR_MS

/**
 * Runs one job. Results are in Postgres, so if this object is lost, only time and the progress
 * display are lost. The rules for changes of state are in `shared/jobs/run-state.ts`.
 */
export class JobObject extends DurableObject<object> implements JobRunner {
  readonly #streams = createEventStream()
  readonly #ended = Promise.withResolvers<true>()
  #state: RunState | undefined
  #run: Promise<RunEnd> | null = null
  #heldKey: HeldKey | null = null

  async run(jobId: string, requestId: string): Promise<RunEnd> {
    return this.#join(await this.#begin(jobId, requestId))
  }

  async start(jobId: string, requestId: string): Promise<void> {
    const run = await this.#begin(jobId, requestId)
    this.ctx.waitUntil(this.#join(run).catch(() => undefined))
  }

  async holdKey(key: HeldKey): Promise<void> {
    this.#heldKey = key
    if ((await this.#load()).state === 'idle')
      await this.#store({ state: 'idle', isKeyHeld: true }, UNSTARTED_JOB_MS)
  }

  async waitForEnd(milliseconds: number): Promise<boolean> {
    const late = Promise.withResolvers<false>()
    const timer = setTimeout(late.resolve, milliseconds, false)
    return Promise.race([this.#ended.promise, late.promise]).finally(() => clearTimeout(timer))
  }

  async progress(): Promise<Progress | null> {
    const state = await this.#load()
    return state.state === 'idle' ? null : state.progress
  }

  async events(lastEventId: string | null): Promise<ReadableStream<Uint8Array>> {
    const state = await this.#load()
    const current = state.state === 'idle' ? null : { id: state.version, data: state.progress }
    return this.#streams.open(current, lastEventId)
  }

  override async alarm(): Promise<void> {
    const state = await this.#load()
    if (state.state !== 'running') return this.#forget()
    if (this.#run === null)
      log({ event: 'job.resumed', request_id: state.requestId, job_id: state.jobId })
    await this.ctx.storage.setAlarm(Date.now() + RESUME_AFTER_MS)
    await this.#join(state).catch(() => undefined)
  }

  async #load(): Promise<RunState> {
    this.#state ??= (await this.ctx.storage.get<RunState>(STATE)) ?? IDLE
    return this.#state
  }

  /** Both writes are one transaction, because nothing is awaited between them. */
  async #store(state: RunState, alarmAfterMs: number): Promise<void> {
    this.#state = state
    const stored = this.ctx.storage.put(STATE, state)
    await this.ctx.storage.setAlarm(Date.now() + alarmAfterMs)
    await stored
  }

  async #begin(jobId: string, requestId: string): Promise<Running> {
    const state = await this.#load()
    if (state.state === 'running') return state
    const run = startRun(state, { jobId, requestId }, new Date())
    await this.#store(run, RESUME_AFTER_MS)
    return run
  }

  #join(run: Running): Promise<RunEnd> {
    this.#run ??= this.#execute(run).finally(() => {
      this.#run = null
    })
    return this.#run
  }

  async #execute(run: Running): Promise<RunEnd> {
    const { jobId, requestId } = run
    try {
      const services = createServices(this.env, requestId, (work) => this.ctx.waitUntil(work))
      const end = isOverdue(run, services.now(), services.env.JOB_DEADLINE_MS)
        ? await failJob(services, jobId, 'job.overdue')
        : await runJob(
            {
              services,
              collectors: COLLECTORS,
              known: run.evidence,
              firstStartedAt: run.firstStartedAt,
              putBacks: run.putBacks,
              tools: (job, signal, endsAt) =>
                createJobTools(
                  services,
                  { job, ownKey: this.#ownKey(run), endsAt },
                  connect as Connect,
                  signal,
                ),
              keep: (evidence, isFree) => this.#keep(evidence, isFree),
              report: (event) => this.#report(event),
            },
            jobId,
          )
      if ('kept' in end) {
        await this.#putBack(end)
        await services.enqueue(end.queue, [jobId], end.afterSeconds)
        return { outcome: 'put back', hints: [] }
      }
      const notified = services.sendHints(end.hints)
      this.#finish()
      await notified
      return end
    } catch (error) {
      log({
        event: 'job.interrupted',
        request_id: requestId,
        job_id: jobId,
        error: describeError(error),
      })
      throw error
    }
  }

  #ownKey({ isKeyHeld }: Running): OwnKey {
    if (this.#heldKey !== null) return { held: 'here', ...this.#heldKey }
    return { held: isKeyHeld ? 'lost' : 'none' }
  }

  /** A loss of free evidence in a crash costs only time, so no request waits for the disk. */
  async #keep(evidence: CollectedEvidence, isFree: boolean): Promise<void> {
    if (this.#state?.state !== 'running') return
    this.#state = keepEvidence(this.#state, evidence, isFree)
    await this.ctx.storage.put(STATE, this.#state, { allowUnconfirmed: isFree })
  }

  #report(event: ProgressEvent): void {
    if (this.#state?.state !== 'running') return
    const { version } = this.#state
    this.#state = applyProgress(this.#state, event)
    if (this.#state.version !== version)
      this.#streams.publish({ id: this.#state.version, data: this.#state.progress })
  }

  async #putBack({ kept }: PutBack): Promise<void> {
    if (this.#state?.state !== 'running') return
    const state = putBackRun(this.#state, kept, new Date())
    await this.#store(state, UNSTARTED_JOB_MS)
    this.#streams.publish({ id: state.version, data: state.progress })
  }

  #finish(): void {
    if (this.#state?.state !== 'running') return
    this.#state = finishRun(this.#state, new Date())
    this.#streams.publish({ id: this.#state.version, data: this.#state.progress })
    this.#streams.end()
    this.#ended.resolve(true)
    this.ctx.waitUntil(this.#forget())
  }

  /** Deletes the state and the alarm. If this fails, the alarm remains and calls this again. */
  async #forget(): Promise<void> {
    this.#heldKey = null
    if (this.#state?.state !== 'done') this.#state = IDLE
    await this.ctx.storage.deleteAll()
  }
}
