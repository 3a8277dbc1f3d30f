import { connect } from 'cloudflare:sockets'
import { DurableObject } from 'cloudflare:workers'
import type { Connect } from '../../shared/attribution/collectors/registration/ask-whois.ts'
import { COLLECTORS } from '../../shared/attribution/collectors/registry.ts'
import { createTools } from '../../shared/attribution/collectors/run-tools.ts'
import type { CollectedEvidence, CollectorName } from '../../shared/attribution/evidence.ts'
import { knownCompanies } from '../../shared/entities/known-companies.ts'
import { deepServices } from '../../shared/jobs/deep-services.ts'
import type { Progress } from '../../shared/jobs/job.ts'
import type { JobRunner } from '../../shared/jobs/job-runner.ts'
import { advance, type ProgressEvent, QUEUED } from '../../shared/jobs/progress.ts'
import type { JobRow, StartedJob } from '../../shared/jobs/queries.ts'
import { type RunDependencies, type RunEnd, runJob } from '../../shared/jobs/run-job.ts'
import type { OwnKey } from '../../shared/models/choose-model.ts'
import type { HeldKey } from '../../shared/models/llm-keys.ts'
import { HOUR_MS } from '../../shared/platform/clock.ts'
import { invalidVariables } from '../../shared/platform/environment.ts'
import { describeError, log } from '../../shared/platform/log.ts'
import type { Services } from '../../shared/platform/services/index.ts'
import { createServices } from '../services.ts'
import { createEventStream, type EventStreams } from './event-stream.ts'

/**
 * Time in milliseconds after a crash until the alarm of the Durable Object resumes the job. An
 * alarm that finds the job running waits for its end, because the runtime may stop an object that
 * has no event for ten seconds.
 */
const RESUME_AFTER_MS = 8_000
/**
 * Maximum number of times that the alarm of the Durable Object resumes a job after a crash. After
 * that, the task that runs every minute restarts the job.
 */
const RESUMPTIONS_MAX = 20
/**
 * If a job has not started after this time in milliseconds, its Durable Object deletes the stored
 * data of the job and forgets the caller's LLM key. A job that waits longer for its turn fails.
 */
const UNSTARTED_JOB_MS = 6 * HOUR_MS

/**
 * Option for storage writes whose loss in a crash costs only time, so that no response and no
 * request waits for the disk.
 */
const UNCONFIRMED = { allowUnconfirmed: true }
/**
 * Longest time in milliseconds for which free evidence is only in memory. Each stored key is billed
 * twice, when it is written and when it is deleted, so a job that ends earlier stores none.
 */
const CHECKPOINT_WAIT_MS = 2_000

/** Evidence of an interrupted run, with the names of all its collectors for the progress. */
interface Checkpoint {
  collectors: CollectorName[]
  evidence: CollectedEvidence[]
}

/** Content of the storage of one job: few keys, because each one is billed. */
interface Stored {
  job?: { jobId: string; requestId: string; resumptions: number }
  /** True if the caller sent an API key for a language model, which is only in memory. */
  keyHeld?: boolean
  /**
   * Evidence that is collected again without costs. It has its own key, because it may be too large
   * for the storage.
   */
  gathered?: Checkpoint
  /** Evidence that another run might have to pay for again. */
  read?: Checkpoint
}

const laneOf = ({ bulkJobId }: JobRow) => (bulkJobId === null ? 'single' : 'list')
const subjectOf = ({ accountId, id }: JobRow) => ({ accountId, subject: id })

/**
 * Durable Object that runs one job. Results are in Postgres, so a loss of this object loses only
 * the progress display, never a result.
 */
export class JobObject extends DurableObject<object> implements JobRunner {
  readonly #streams: EventStreams = createEventStream()
  #running: Promise<RunEnd> | null = null
  #progress: Progress | null = null
  #version = 0
  #waiters = new Set<() => void>()
  /**
   * Caller's own API key for a language model, used for this job. The key is only in memory. The
   * storage of the Durable Object contains only a note that the caller sent a key.
   */
  #heldKey: HeldKey | null = null
  #collectors: CollectorName[] = []
  #evidence: Record<'gathered' | 'read', CollectedEvidence[]> = { gathered: [], read: [] }
  #saving: ReturnType<typeof setTimeout> | undefined
  /** True if the storage contains the job and an alarm. */
  #guarded = false

  /**
   * The caller waits for the end and repeats the call after a crash, or the task that runs every
   * minute does. So nothing is stored before the first checkpoint.
   */
  async run(jobId: string, requestId: string, started: StartedJob | null = null): Promise<RunEnd> {
    // The object of a new job has stored nothing.
    this.#running ??= this.#begin(jobId, requestId, started === null ? {} : { stored: {}, started })
    return this.#running
  }

  /** Starts the job and stores it, because nobody waits for its end. */
  async start(jobId: string, requestId: string): Promise<void> {
    const stored = await this.#stored()
    const guarded = stored.job === undefined ? this.#guard(jobId, requestId) : undefined
    this.#running ??= this.#begin(jobId, requestId, { stored })
    this.ctx.waitUntil(this.#running.catch(() => undefined))
    await guarded
  }

  async holdKey(key: HeldKey): Promise<void> {
    await this.ctx.storage.put('keyHeld', true)
    if ((await this.ctx.storage.getAlarm()) === null)
      await this.ctx.storage.setAlarm(Date.now() + UNSTARTED_JOB_MS)
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
    return this.#streams.open(
      this.#progress === null ? null : { id: this.#version, data: this.#progress },
      lastEventId,
    )
  }

  override async alarm(): Promise<void> {
    if (this.#running === null) await this.#resume()
    else await this.ctx.storage.setAlarm(Date.now() + RESUME_AFTER_MS)
    await this.#running?.catch(() => undefined)
  }

  async #resume(): Promise<void> {
    const stored = await this.#stored()
    if (stored.job === undefined) return this.#forget()
    const { jobId, requestId } = stored.job
    const alarmSet = this.ctx.storage.setAlarm(Date.now() + RESUME_AFTER_MS)
    if (invalidVariables(this.env).length > 0) return alarmSet
    const resumptions = stored.job.resumptions + 1
    await Promise.all([alarmSet, this.ctx.storage.put('job', { jobId, requestId, resumptions })])
    if (resumptions > RESUMPTIONS_MAX) {
      log({ event: 'job.abandoned', job_id: jobId, resumptions })
      return this.#forget()
    }
    log({ event: 'job.resumed', request_id: requestId, job_id: jobId, resumptions })
    this.#running ??= this.#begin(jobId, requestId, { stored })
  }

  /**
   * Stores what the alarm needs to resume the job after a crash. Writes of one turn are one
   * transaction.
   */
  async #guard(jobId: string, requestId: string, options?: typeof UNCONFIRMED): Promise<void> {
    this.#guarded = true
    const stored = this.ctx.storage.put('job', { jobId, requestId, resumptions: 0 }, options)
    await this.ctx.storage.setAlarm(Date.now() + RESUME_AFTER_MS, options)
    await stored
  }

  /** `known` is what the caller already knows about the job, so that it is not read again. */
  async #begin(
    jobId: string,
    requestId: string,
    known: { stored?: Stored; started?: StartedJob },
  ): Promise<RunEnd> {
    try {
      const stored = known.stored ?? (await this.#stored())
      this.#guarded ||= stored.job !== undefined
      this.#progress ??= restoredProgress(stored) ?? QUEUED(new Date().toISOString())
      this.#evidence = {
        gathered: stored.gathered?.evidence ?? [],
        read: stored.read?.evidence ?? [],
      }
      const services = createServices(this.env, requestId, (work) => this.ctx.waitUntil(work))
      const finished = await runJob(
        this.#runOf(services, stored, { jobId, requestId }),
        jobId,
        known.started,
      )
      const notified = services.sendHints(finished.hints)
      this.#report({ type: 'done', at: new Date().toISOString() })
      for (const ended of [...this.#waiters]) ended()
      this.#streams.end()
      this.#stopSaving()
      // The object may stay in memory for minutes after the end.
      this.#evidence = { gathered: [], read: [] }
      if (this.#guarded || stored.keyHeld === true) this.ctx.waitUntil(this.#forget())
      await notified
      return finished
    } catch (error) {
      log({
        event: 'job.interrupted',
        request_id: requestId,
        job_id: jobId,
        error: describeError(error),
      })
      await this.#keep({ jobId, requestId })
      throw error
    } finally {
      this.#running = null
      this.#stopSaving()
    }
  }

  /**
   * Stores the found evidence for the alarm, because a quick analysis that is resumed may have no
   * time left to collect it again.
   */
  async #keep(ids: { jobId: string; requestId: string }): Promise<void> {
    if (this.#evidence.gathered.length > 0) await this.#save('gathered', ids)
    else if (!this.#guarded) await this.#guard(ids.jobId, ids.requestId)
  }

  /**
   * Deletes the storage with its alarm. If this fails, the alarm remains and repeats it, because
   * the job has ended.
   */
  async #forget(): Promise<void> {
    this.#stopSaving()
    this.#heldKey = null
    this.#guarded = false
    await this.ctx.storage.deleteAll(UNCONFIRMED)
  }

  #ownKey({ keyHeld }: Stored): OwnKey {
    if (this.#heldKey !== null) return { held: 'here', ...this.#heldKey }
    return { held: keyHeld === true ? 'lost' : 'none' }
  }

  #runOf(
    services: Services,
    stored: Stored,
    ids: { jobId: string; requestId: string },
  ): RunDependencies {
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
          knownCompanies: (names, domains) => knownCompanies(services.db, names, domains),
        }),
      checkpoints: {
        load: async () => [...this.#evidence.gathered, ...this.#evidence.read],
        save: async (evidence, isFree) => {
          this.#evidence[isFree ? 'gathered' : 'read'].push(evidence)
          if (!isFree) await this.#save('read', ids)
          else
            this.#saving ??= setTimeout(
              () => this.ctx.waitUntil(this.#saveGathered(ids)),
              CHECKPOINT_WAIT_MS,
            )
        },
      },
      report: (event) => {
        if (event.type === 'started') this.#collectors = event.collectors
        this.#report(event)
      },
    }
  }

  /** Reads the whole storage at once, because each read is a call into the runtime. */
  async #stored(): Promise<Stored> {
    return Object.fromEntries(await this.ctx.storage.list())
  }

  #stopSaving(): void {
    clearTimeout(this.#saving)
    this.#saving = undefined
  }

  async #saveGathered(ids: { jobId: string; requestId: string }): Promise<void> {
    this.#saving = undefined
    await this.#save('gathered', ids, UNCONFIRMED)
  }

  async #save(
    key: 'gathered' | 'read',
    { jobId, requestId }: { jobId: string; requestId: string },
    options?: typeof UNCONFIRMED,
  ): Promise<void> {
    const guarded = this.#guarded ? undefined : this.#guard(jobId, requestId, options)
    try {
      const checkpoint: Checkpoint = { collectors: this.#collectors, evidence: this.#evidence[key] }
      await this.ctx.storage.put(key, checkpoint, options)
    } catch (error) {
      // Evidence can be too large for the storage of a Durable Object. The job continues, because
      // the only loss is that this evidence must be collected again after a crash.
      log({ event: 'checkpoint.not_saved', job_id: jobId, key, error: describeError(error) })
    }
    await guarded
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
 * Returns the progress that a job reported before a crash, so that the percentage does not fall
 * when the job resumes. Returns null if the job has no checkpoint.
 */
function restoredProgress({ gathered, read }: Stored): Progress | null {
  const checkpoint = gathered ?? read
  if (checkpoint === undefined) return null
  const at = new Date().toISOString()
  const ended = [...(gathered?.evidence ?? []), ...(read?.evidence ?? [])].map(
    (evidence): ProgressEvent => {
      const { collector, status, detail, duration_ms: durationMs } = evidence
      return { type: 'collector ended', collector, status, detail, durationMs, at }
    },
  )
  return [{ type: 'started', collectors: checkpoint.collectors, at } as const, ...ended].reduce(
    advance,
    QUEUED(at),
  )
}
