import { connect } from 'cloudflare:sockets'
import { DurableObject } from 'cloudflare:workers'
import type { Connect } from '../../shared/attribution/collectors/registration/ask-whois.ts'
import { COLLECTORS } from '../../shared/attribution/collectors/registry.ts'
import { createTools } from '../../shared/attribution/collectors/run-tools.ts'
import type { CollectedEvidence, CollectorName } from '../../shared/attribution/evidence.ts'
import { deepServices } from '../../shared/jobs/deep-services.ts'
import type { Progress } from '../../shared/jobs/job.ts'
import type { JobRunner } from '../../shared/jobs/job-runner.ts'
import { advance, type ProgressEvent, QUEUED } from '../../shared/jobs/progress.ts'
import type { JobRow } from '../../shared/jobs/queries.ts'
import { type Checkpoints, type RunDependencies, type RunEnd, runJob } from '../../shared/jobs/run-job.ts'
import type { OwnKey } from '../../shared/models/choose-model.ts'
import type { HeldKey } from '../../shared/models/llm-keys.ts'
import { HOUR_MS } from '../../shared/platform/clock.ts'
import { invalidVariables } from '../../shared/platform/environment.ts'
import { newIdentifier } from '../../shared/platform/identifiers.ts'
import { describeError, log } from '../../shared/platform/log.ts'
import type { Services } from '../../shared/platform/services/index.ts'
import { createServices } from '../services.ts'
import { createEventStream, type EventStreams } from './event-stream.ts'

/**
 * Time in milliseconds after a crash until the alarm of the Durable Object resumes the job. While the job runs, each alarm only sets the
 * next alarm.
 */
const RESUME_AFTER_MS = 10_000
/**
 * Maximum number of times that the alarm of the Durable Object resumes a job after a crash. After that, the task that runs every minute
 * restarts the job.
 */
const RESUMPTIONS_MAX = 20
/**
 * If a job has not started after this time in milliseconds, its Durable Object deletes the stored data of the job and forgets the caller's
 * LLM key. A job that waits longer for its turn fails.
 */
const UNSTARTED_JOB_MS = 6 * HOUR_MS

/**
 * Option for storage writes of the Durable Object that do not wait for the disk. If a crash loses such a write, the task that runs every
 * minute starts the job again.
 */
const UNCONFIRMED = { allowUnconfirmed: true }
const CHECKPOINT = 'checkpoint:'
/**
 * Delay in milliseconds before the Durable Object deletes the storage of a finished job, so that the response does not wait for the
 * deletion. If the object stops before the deletion, its alarm starts the object again.
 */
const FORGET_AFTER_MS = 100

const laneOf = ({ bulkJobId }: JobRow) => (bulkJobId === null ? 'single' : 'list')
const subjectOf = ({ accountId, id }: JobRow) => ({ accountId, subject: id })

/** Durable Object that runs one job. Results are in Postgres, so a loss of this object loses only the progress display, never a result. */
export class JobObject extends DurableObject<object> implements JobRunner {
  readonly #streams: EventStreams = createEventStream()
  #running: Promise<RunEnd> | null = null
  #progress: Progress | null = null
  #version = 0
  #waiters = new Set<() => void>()
  /**
   * Caller's own API key for a language model, used for this job. The key is only in memory. The storage of the Durable Object contains
   * only a note that the caller sent a key.
   */
  #heldKey: HeldKey | null = null

  async run(jobId: string, requestId: string): Promise<RunEnd> {
    this.#running ??= this.#begin(jobId, requestId)
    return this.#running
  }

  async start(jobId: string, requestId: string): Promise<void> {
    // The alarm that starts the job for the first time does not count as a resumption.
    const resumptions = (await this.ctx.storage.get<number>('resumptions')) ?? -1
    await this.ctx.storage.put({ jobId, requestId, resumptions })
    if (this.#running === null) await this.ctx.storage.setAlarm(Date.now())
  }

  async holdKey(key: HeldKey): Promise<void> {
    await this.ctx.storage.put('keyHeld', true)
    if ((await this.ctx.storage.getAlarm()) === null) await this.ctx.storage.setAlarm(Date.now() + UNSTARTED_JOB_MS)
    this.#heldKey = key
  }

  async waitForEnd(milliseconds: number): Promise<boolean> {
    if (this.#progress?.stage === 'done') return true
    return new Promise((resolve) => {
      const ended = () => {
        clearTimeout(timer)
        this.#waiters.delete(ended)
        resolve(true)
      }
      const timer = setTimeout(() => {
        this.#waiters.delete(ended)
        resolve(false)
      }, milliseconds)
      this.#waiters.add(ended)
    })
  }

  async progress(): Promise<Progress | null> {
    this.#progress ??= await this.#restoredProgress()
    return this.#progress
  }

  async events(lastEventId: string | null): Promise<ReadableStream<Uint8Array>> {
    return this.#streams.open(this.#progress === null ? null : { id: this.#version, data: this.#progress }, lastEventId)
  }

  override async alarm(): Promise<void> {
    const jobId = await this.ctx.storage.get<string>('jobId')
    if (jobId === undefined) {
      await this.#forget()
      return
    }
    await this.ctx.storage.setAlarm(Date.now() + RESUME_AFTER_MS)
    if (this.#running !== null || invalidVariables(this.env).length > 0) return
    const resumptions = ((await this.ctx.storage.get<number>('resumptions')) ?? 0) + 1
    await this.ctx.storage.put('resumptions', resumptions)
    if (resumptions > RESUMPTIONS_MAX) {
      log({ event: 'job.abandoned', job_id: jobId, resumptions })
      await this.#forget()
      return
    }
    const requestId = (await this.ctx.storage.get<string>('requestId')) ?? newIdentifier('req')
    if (resumptions > 0) log({ event: 'job.resumed', request_id: requestId, job_id: jobId, resumptions })
    this.#running ??= this.#begin(jobId, requestId)
    await this.#running.catch(() => undefined)
  }

  async #begin(jobId: string, requestId: string): Promise<RunEnd> {
    try {
      await this.ctx.storage.put({ jobId, requestId }, UNCONFIRMED)
      await this.ctx.storage.setAlarm(Date.now() + RESUME_AFTER_MS, UNCONFIRMED)
      this.#progress ??= (await this.#restoredProgress()) ?? QUEUED(new Date().toISOString())
      const services = createServices(this.env, requestId, (work) => this.ctx.waitUntil(work))
      const finished = await runJob(this.#runOf(services, await this.#ownKey()), jobId)
      const notified = services.sendHints(finished.hints)
      this.#report({ type: 'done', at: new Date().toISOString() })
      setTimeout(() => this.#forgetUnlessRunning(), FORGET_AFTER_MS)
      for (const ended of [...this.#waiters]) ended()
      this.#streams.end()
      await notified
      return finished
    } catch (error) {
      log({ event: 'job.interrupted', request_id: requestId, job_id: jobId, error: describeError(error) })
      throw error
    } finally {
      this.#running = null
    }
  }

  /**
   * Deletes the storage of a finished job, unless the job has started again. A restarted job needs the alarm in the storage, and deletes
   * the storage when the job ends.
   */
  #forgetUnlessRunning(): void {
    if (this.#running === null) this.ctx.waitUntil(this.#forget())
  }

  async #forget(): Promise<void> {
    this.#heldKey = null
    await this.ctx.storage.deleteAlarm()
    await this.ctx.storage.deleteAll()
  }

  async #ownKey(): Promise<OwnKey> {
    if (this.#heldKey !== null) return { held: 'here', ...this.#heldKey }
    return { held: (await this.ctx.storage.get<boolean>('keyHeld')) === true ? 'lost' : 'none' }
  }

  #runOf(services: Services, ownKey: OwnKey): RunDependencies {
    const { WHOIS_PROXY, USER_AGENT, PUBLIC_URL } = services.env
    return {
      services,
      collectors: COLLECTORS,
      tools: (job, signal, endsAt) =>
        createTools({
          ...services.connections(signal),
          connect: connect as Connect,
          whoisProxy: WHOIS_PROXY === '' ? null : WHOIS_PROXY,
          depth: job.depth,
          userAgent: USER_AGENT,
          ownHosts: [new URL(PUBLIC_URL).hostname],
          deep:
            job.depth === 'deep'
              ? deepServices(services, { ...subjectOf(job), ownKey }, { lane: laneOf(job), endsAt })
              : undefined,
        }),
      checkpoints: this.#checkpoints(),
      report: (event) => {
        if (event.type === 'started') this.#saveCollectors(event.collectors)
        this.#report(event)
      },
    }
  }

  /**
   * Returns the progress that a job reported before a crash, so that the percentage does not fall when the job resumes. Returns null if the
   * job has not started before.
   */
  async #restoredProgress(): Promise<Progress | null> {
    const collectors = await this.ctx.storage.get<CollectorName[]>('collectors')
    if (collectors === undefined) return null
    const at = new Date().toISOString()
    const ended = (await this.#checkpoints().load()).map((evidence): ProgressEvent => {
      const { collector, status, detail, duration_ms: durationMs } = evidence
      return { type: 'collector ended', collector, status, detail, durationMs, at }
    })
    return [{ type: 'started', collectors, at } as const, ...ended].reduce(advance, QUEUED(at))
  }

  #checkpoints(): Checkpoints {
    const { storage } = this.ctx
    return {
      load: async () => [...(await storage.list<CollectedEvidence>({ prefix: CHECKPOINT })).values()],
      save: async (evidence) => {
        try {
          await storage.put(CHECKPOINT + evidence.collector, evidence, UNCONFIRMED)
        } catch (error) {
          // Evidence can be too large for the storage of a Durable Object. The job continues, because the only loss is that this evidence
          // must be collected again after a crash.
          log({ event: 'checkpoint.not_saved', collector: evidence.collector, error: describeError(error) })
        }
      },
    }
  }

  #saveCollectors(collectors: CollectorName[]): void {
    this.ctx.storage.put('collectors', collectors, UNCONFIRMED).catch((error: unknown) => {
      log({ event: 'progress.not_saved', error: describeError(error) })
    })
  }

  #report(event: ProgressEvent): void {
    const before = this.#progress ?? QUEUED(new Date().toISOString())
    const after = advance(before, event)
    if (after === before) return
    this.#progress = after
    this.#version += 1
    this.#streams.publish({ id: this.#version, data: after })
  }
}
