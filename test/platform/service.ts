import { setTimeout as delay } from 'node:timers/promises'
import type { z } from 'zod'
import { queueMessage } from '../../shared/platform/queue-messages.ts'
import { holdAgainstDocument } from '../contract/mismatches.ts'
import type { AccountRequest } from './accounts.ts'
import type { SharedPostgres } from './database.ts'
import { type Platform, type PlatformOptions, startPlatform } from './platform.ts'

/** The environment variable by which the test run's set-up tells the test files where PostgreSQL is. */
export const SHARED_POSTGRES = 'PLATFORM_POSTGRES'

/** An answer of the service, its body read. */
export type ServiceAnswer = { status: number; headers: Headers; text: string; body: Envelope }

export type Envelope = {
  data: Record<string, unknown> | null
  error: { code: string; message: string; details?: { path: string; message: string }[] } | null
  meta: Record<string, unknown> | null
}

/** The fields of a job that tests look at; the contract test holds the rest. */
export type JobAnswer = {
  job_id: string
  status: 'queued' | 'running' | 'completed' | 'partial' | 'failed'
  domain: string
  error: { code: string; message: string } | null
  scoring_result?: { outcome: string; entity: string | null; confidence: number }
  [field: string]: unknown
}

export type LedgerRow = { delta: number; reason: string; job_id: string | null; balance_after: number }

/** A customer of the service, who calls it with an API key. */
export type ServiceAccount = {
  readonly userId: string
  readonly email: string
  readonly apiKey: string
  readonly bearerToken: string
  request(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<ServiceAnswer>
  /** Submits a domain; `untilTerminal` polls until the job has ended. */
  analyze(
    domain: string,
    more?: Record<string, unknown>,
  ): { answer: Promise<ServiceAnswer>; untilTerminal(): Promise<JobAnswer> }
  untilTerminal(jobId: string): Promise<JobAnswer>
  /** Newest first. */
  ledger(): Promise<LedgerRow[]>
}

export type Service = {
  readonly platform: Platform
  readonly baseUrl: string
  /** An account of its own e-mail; a free one without credits unless told otherwise. */
  account(request?: Partial<z.input<typeof AccountRequest>>): Promise<ServiceAccount>
  /** One call without a credential. */
  request(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<ServiceAnswer>
  /** Hands the job's queue message to the consumer once more. */
  redeliver(job: { job_id: string }): Promise<void>
  /** The broken invariants of money: none. */
  audit(): Promise<unknown[]>
  stop(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

/** Tests ask far more often than a customer; the tests of the limit itself set their own. */
const UNLIMITED = JSON.stringify({ free: 1e7, pro: 1e7, team: 1e7, enterprise: 1e7 })

const POLL_MS = 50
const TERMINAL_LIMIT_MS = 45_000
const REQUEST_LIMIT_MS = 60_000
const ENDED = new Set(['completed', 'partial', 'failed'])

/** The PostgreSQL of the test run. Throws outside of one. */
export function sharedPostgres(): SharedPostgres {
  const shared = process.env[SHARED_POSTGRES]
  if (shared === undefined)
    throw new Error(`${SHARED_POSTGRES} is not set: test/platform/global-setup.ts must run first`)
  return JSON.parse(shared)
}

/** The service on a database of its own, on the sample internet unless told otherwise, its schedules run only by hand. */
export async function startService(options: PlatformOptions = {}): Promise<Service> {
  const platform = await startPlatform({
    offline: options.egress === undefined,
    schedules: false,
    ...(process.env[SHARED_POSTGRES] === undefined ? {} : { sharedPostgres: sharedPostgres() }),
    ...options,
    env: { RATE_LIMITS_PER_MINUTE: UNLIMITED, ...options.env },
  })
  const request = requester(platform.baseUrl, {})
  let accounts = 0
  return {
    platform,
    baseUrl: platform.baseUrl,
    request,
    async account(wanted = {}) {
      accounts += 1
      return customer(platform, await platform.openAccount({ email: `customer-${accounts}@tests.example`, ...wanted }))
    },
    async redeliver({ job_id: jobId }) {
      await platform.runtime().deliver('analysis', [{ body: queueMessage('analysis', jobId) }])
    },
    async audit() {
      const { rows } = await platform.pool.query('select * from money_audit')
      return rows
    },
    stop: platform.stop,
    [Symbol.asyncDispose]: platform.stop,
  }
}

function customer(platform: Platform, opened: Awaited<ReturnType<Platform['openAccount']>>): ServiceAccount {
  const request = requester(platform.baseUrl, { 'x-api-key': opened.api_key })
  async function untilTerminal(jobId: string): Promise<JobAnswer> {
    const deadline = Date.now() + TERMINAL_LIMIT_MS
    for (;;) {
      const { status, body } = await request('GET', `/jobs/${jobId}`)
      const job = body.data as JobAnswer | null
      if (job !== null && ENDED.has(job.status)) return job
      if (Date.now() > deadline) throw new Error(`${jobId} has not ended; last seen ${status} ${JSON.stringify(body)}`)
      await delay(POLL_MS)
    }
  }
  return {
    userId: opened.user_id,
    email: opened.email,
    apiKey: opened.api_key,
    bearerToken: opened.bearer_token,
    request,
    analyze(domain, more = {}) {
      const answer = request('POST', '/analyze', { domain, ...more })
      return {
        answer,
        async untilTerminal() {
          const { status, body, text } = await answer
          const jobId = body.data?.job_id
          if (typeof jobId !== 'string') throw new Error(`POST /analyze answered ${status} ${text}`)
          return untilTerminal(jobId)
        },
      }
    },
    untilTerminal,
    async ledger() {
      const { rows } = await platform.pool.query<LedgerRow>(
        `select delta::integer, reason, job_id, balance_after::integer from ledger_entries where account_id = $1 order by sequence desc`,
        [opened.user_id],
      )
      return rows
    },
  }
}

const NO_BODY: Envelope = { data: null, error: null, meta: null }

/** workerd closes a connection after five idle seconds, and a busy machine may send a request on it just then. A GET is safe to repeat. */
function isClosedConnection(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : null
  return cause instanceof Error && 'code' in cause && cause.code === 'UND_ERR_SOCKET'
}

function requester(baseUrl: string, credential: Record<string, string>): Service['request'] {
  return async (method, path, body, headers = {}) => {
    const ask = () =>
      fetch(baseUrl + path, {
        method,
        headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...credential, ...headers },
        signal: AbortSignal.timeout(REQUEST_LIMIT_MS),
        ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      })
    const response = await ask().catch((error: unknown) => {
      if (method === 'GET' && isClosedConnection(error)) return ask()
      throw error
    })
    const text = await response.text()
    holdAgainstDocument({ method, path, status: response.status, headers: response.headers, text })
    const isJson = text !== '' && (response.headers.get('content-type')?.startsWith('application/json') ?? false)
    return { status: response.status, headers: response.headers, text, body: isJson ? JSON.parse(text) : NO_BODY }
  }
}
