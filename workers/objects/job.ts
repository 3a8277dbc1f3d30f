import { connect } from 'cloudflare:sockets'
import { DurableObject } from 'cloudflare:workers'
import type { Connect } from '../../shared/attribution/collectors/registration/ask-whois.ts'
import { COLLECTORS } from '../../shared/attribution/collectors/registry.ts'
import { createTools } from '../../shared/attribution/collectors/run-tools.ts'
import type { CollectedEvidence, CollectorName } from '../../shared/attribution/evidence.ts'
import { deepServices } from '../../shared/jobs/deep-services.ts'
import type { JobRow, Progress } from '../../shared/jobs/job.ts'
import type { JobRunner } from '../../shared/jobs/job-runner.ts'
import { advance, type ProgressEvent, QUEUED } from '../../shared/jobs/progress.ts'
import { type Checkpoints, type RunDependencies, type RunEnd, runJob } from '../../shared/jobs/run-job.ts'
import type { OwnKey } from '../../shared/models/choose-model.ts'
import type { HeldKey } from '../../shared/models/llm-keys.ts'
import { HOUR_MS } from '../../shared/platform/clock.ts'
import { newIdentifier } from '../../shared/platform/identifiers.ts'
import { describeError, log } from '../../shared/platform/log.ts'
import type { Services } from '../../shared/platform/services/index.ts'
import { createServices } from '../services.ts'
import { createEventStream, type EventStreams } from './event-stream.ts'

/** How long after a crash a run is taken up again; while a run is alive the alarm only moves on. */
const RESUME_AFTER_MS = 10_000
/** A run that cannot reach Postgres is tried this often by the alarm; then the sweep takes over. */
const RESUMPTIONS_MAX = 20
/** A job that has not begun an hour after it came in has been ended by the sweep: what was kept for it goes. */
const UNBEGUN_MS = HOUR_MS

/** What a run writes here may be lost with the machine, for then the sweep takes the job up: its requests do not wait for the disk. */
const UNCONFIRMED = { allowUnconfirmed: true }
const CHECKPOINT = 'checkpoint:'
/** The storage goes after the answer, which would have to wait for it. An object that dies in between is woken by its alarm. */
const FORGET_AFTER_MS = 100

const subjectOf = ({ account_id: accountId, id }: JobRow) => ({ accountId, subject: id })

/** The one place where a job runs. What it holds is live state only: losing it loses a progress bar, never a result. */
export class JobObject extends DurableObject<object> implements JobRunner {
  readonly #streams: EventStreams = createEventStream()
  #running: Promise<RunEnd> | null = null
  #progress: Progress | null = null
  #version = 0
  #waiters = new Set<() => void>()
  /** In memory and nowhere else. Storage knows only that there was one. */
  #heldKey: HeldKey | null = null

  async run(jobId: string, requestId: string): Promise<RunEnd> {
    this.#running ??= this.#begin(jobId, requestId)
    return this.#running
  }

  async start(jobId: string, requestId: string): Promise<void> {
    await this.ctx.storage.put({ jobId, requestId })
    if (this.#running === null) await this.ctx.storage.setAlarm(Date.now())
  }

  async holdKey(key: HeldKey): Promise<void> {
    await this.ctx.storage.put('keyHeld', true)
    if ((await this.ctx.storage.getAlarm()) === null) await this.ctx.storage.setAlarm(Date.now() + UNBEGUN_MS)
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
    if (this.#running !== null) return
    const resumptions = ((await this.ctx.storage.get<number>('resumptions')) ?? 0) + 1
    await this.ctx.storage.put('resumptions', resumptions)
    if (resumptions > RESUMPTIONS_MAX) {
      log({ event: 'job.abandoned', job_id: jobId, resumptions })
      await this.#forget()
      return
    }
    const requestId = (await this.ctx.storage.get<string>('requestId')) ?? newIdentifier('req')
    log({ event: 'job.resumed', request_id: requestId, job_id: jobId, resumptions })
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

  /** A run that has begun meanwhile needs its alarm, and forgets when it ends. */
  #forgetUnlessRunning(): void {
    if (this.#running === null) this.ctx.waitUntil(this.#forget())
  }

  /** The storage of an object that has done its work; in memory it may live on for those who still ask. */
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
      tools: (job, signal) =>
        createTools({
          ...services.connections(signal),
          connect: connect as Connect,
          whoisProxy: WHOIS_PROXY === '' ? null : WHOIS_PROXY,
          depth: job.depth,
          userAgent: USER_AGENT,
          ownHosts: [new URL(PUBLIC_URL).hostname],
          deep: job.depth === 'deep' ? deepServices(services, { ...subjectOf(job), ownKey }) : undefined,
        }),
      checkpoints: this.#checkpoints(),
      report: (event) => {
        if (event.type === 'started') this.#keepCollectors(event.collectors)
        this.#report(event)
      },
    }
  }

  /** What a run that died had reported, so that percent does not fall when another takes it up; null when none had begun. */
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
          // Larger than storage takes, say: a crash would cost this collector's work again, which is no reason to lose the run.
          log({ event: 'checkpoint.not_kept', collector: evidence.collector, error: describeError(error) })
        }
      },
    }
  }

  #keepCollectors(collectors: CollectorName[]): void {
    this.ctx.storage.put('collectors', collectors, UNCONFIRMED).catch((error: unknown) => {
      log({ event: 'progress.not_kept', error: describeError(error) })
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
