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
import { type RunDependencies, type RunEnd, runJob } from '../../shared/jobs/run-job.ts'
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
/** Longest time in milliseconds for which found evidence waits for more evidence, so that both are stored in one write. */
const CHECKPOINT_WAIT_MS = 150
/**
 * Delay in milliseconds before the Durable Object deletes the storage of a finished job, so that the response does not wait for the
 * deletion. If the object stops before the deletion, its alarm starts the object again.
 */
const FORGET_AFTER_MS = 100

/** Content of the storage of one job. `resumptions` is -1 until the alarm starts the job for the first time. */
interface Stored {
  jobId?: string
  requestId?: string
  resumptions?: number
  /** True if the caller sent an API key for a language model, which is only in memory. */
  keyHeld?: boolean
  collectors?: CollectorName[]
  checkpoints: CollectedEvidence[]
}

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
  #unsaved: CollectedEvidence[] = []
  #saving: ReturnType<typeof setTimeout> | undefined

  async run(jobId: string, requestId: string): Promise<RunEnd> {
    this.#running ??= this.#begin(jobId, requestId)
    return this.#running
  }

  async start(jobId: string, requestId: string): Promise<void> {
    // The alarm that starts the job for the first time does not count as a resumption.
    const resumptions = (await this.ctx.storage.get<number>('resumptions')) ?? -1
    // Writes of one turn are one transaction.
    const stored = this.ctx.storage.put({ jobId, requestId, resumptions })
    if (this.#running === null) await this.ctx.storage.setAlarm(Date.now())
    await stored
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
    this.#progress ??= restoredProgress(await this.#stored())
    return this.#progress
  }

  async events(lastEventId: string | null): Promise<ReadableStream<Uint8Array>> {
    return this.#streams.open(this.#progress === null ? null : { id: this.#version, data: this.#progress }, lastEventId)
  }

  override async alarm(): Promise<void> {
    const stored = await this.#stored()
    const { jobId, requestId = newIdentifier('req') } = stored
    if (jobId === undefined) {
      await this.#forget()
      return
    }
    const alarmSet = this.ctx.storage.setAlarm(Date.now() + RESUME_AFTER_MS)
    if (this.#running !== null || invalidVariables(this.env).length > 0) return alarmSet
    const resumptions = (stored.resumptions ?? 0) + 1
    await Promise.all([alarmSet, this.ctx.storage.put('resumptions', resumptions)])
    if (resumptions > RESUMPTIONS_MAX) {
      log({ event: 'job.abandoned', job_id: jobId, resumptions })
      await this.#forget()
      return
    }
    if (resumptions > 0) log({ event: 'job.resumed', request_id: requestId, job_id: jobId, resumptions })
    this.#running ??= this.#begin(jobId, requestId, stored)
    await this.#running.catch(() => undefined)
  }

  /** Stores what the alarm needs to resume the job after a crash. Returns the content of the storage. */
  async #store(jobId: string, requestId: string): Promise<Stored> {
    const stored = this.ctx.storage.put({ jobId, requestId }, UNCONFIRMED)
    await this.ctx.storage.setAlarm(Date.now() + RESUME_AFTER_MS, UNCONFIRMED)
    await stored
    return this.#stored()
  }

  async #begin(jobId: string, requestId: string, known?: Stored): Promise<RunEnd> {
    try {
      const stored = known ?? (await this.#store(jobId, requestId))
      this.#progress ??= restoredProgress(stored) ?? QUEUED(new Date().toISOString())
      const services = createServices(this.env, requestId, (work) => this.ctx.waitUntil(work))
      const finished = await runJob(this.#runOf(services, stored), jobId)
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
      this.#dropUnsaved()
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
    await this.ctx.storage.deleteAll()
  }

  #ownKey({ keyHeld }: Stored): OwnKey {
    if (this.#heldKey !== null) return { held: 'here', ...this.#heldKey }
    return { held: keyHeld === true ? 'lost' : 'none' }
  }

  #runOf(services: Services, stored: Stored): RunDependencies {
    const ownKey = this.#ownKey(stored)
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
      checkpoints: {
        load: async () => stored.checkpoints,
        save: (evidence, mayWait) => this.#save(evidence, mayWait),
      },
      report: (event) => {
        if (event.type === 'started') this.#saveCollectors(event.collectors)
        this.#report(event)
      },
    }
  }

  /** Reads the whole storage at once, because each read is a call into the runtime. */
  async #stored(): Promise<Stored> {
    const entries = await this.ctx.storage.list()
    const isCheckpoint = (name: string) => name.startsWith(CHECKPOINT)
    const checkpoints = [...entries].flatMap(([name, value]) =>
      isCheckpoint(name) ? [value as CollectedEvidence] : [],
    )
    return { ...Object.fromEntries([...entries].filter(([name]) => !isCheckpoint(name))), checkpoints }
  }

  async #save(evidence: CollectedEvidence, mayWait: boolean): Promise<void> {
    this.#unsaved.push(evidence)
    if (!mayWait) return this.#saveAll()
    this.#saving ??= setTimeout(() => this.ctx.waitUntil(this.#saveAll()), CHECKPOINT_WAIT_MS)
  }

  async #saveAll(): Promise<void> {
    const unsaved = this.#dropUnsaved()
    const entries = unsaved.map((evidence): [string, CollectedEvidence] => [CHECKPOINT + evidence.collector, evidence])
    await Promise.all(
      entries.map(async ([name, evidence]) => {
        try {
          await this.ctx.storage.put(name, evidence, UNCONFIRMED)
        } catch (error) {
          // Evidence can be too large for the storage of a Durable Object. The job continues, because the only loss is that this evidence
          // must be collected again after a crash.
          log({ event: 'checkpoint.not_saved', collector: evidence.collector, error: describeError(error) })
        }
      }),
    )
  }

  /** Returns the evidence that is not stored yet. A finished job must store nothing more, because its storage is deleted. */
  #dropUnsaved(): CollectedEvidence[] {
    clearTimeout(this.#saving)
    this.#saving = undefined
    return this.#unsaved.splice(0)
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

/**
 * Returns the progress that a job reported before a crash, so that the percentage does not fall when the job resumes. Returns null if the
 * job has not started before.
 */
function restoredProgress({ collectors, checkpoints }: Stored): Progress | null {
  if (collectors === undefined) return null
  const at = new Date().toISOString()
  const ended = checkpoints.map((evidence): ProgressEvent => {
    const { collector, status, detail, duration_ms: durationMs } = evidence
    return { type: 'collector ended', collector, status, detail, durationMs, at }
  })
  return [{ type: 'started', collectors, at } as const, ...ended].reduce(advance, QUEUED(at))
}
