import { setTimeout as delay } from 'node:timers/promises'
import type { z } from 'zod'
import { queueMessage } from '../../shared/platform/queue-messages.ts'
import { requireDocumentedAnswer } from '../contract/mismatches.ts'
import type { AccountRequest } from './accounts.ts'
import type { SharedPostgres } from './database.ts'
import { type Platform, type PlatformOptions, startPlatform } from './platform.ts'

/** Environment variable with the PostgreSQL server of all test files. The global set-up sets it. */
export const SHARED_POSTGRES = 'PLATFORM_POSTGRES'

export type ServiceAnswer = { status: number; headers: Headers; text: string; body: Envelope }

export type Envelope = {
  data: Record<string, unknown> | null
  error: { code: string; message: string; details?: { path: string; message: string }[] } | null
  meta: Record<string, unknown> | null
}

/** The fields of a job that most tests read. Another test compares all fields with the contract. */
export type JobAnswer = {
  job_id: string
  status: 'queued' | 'running' | 'completed' | 'partial' | 'failed'
  domain: string
  error: { code: string; message: string } | null
  scoring_result?: { outcome: string; entity: string | null; confidence: number }
  [field: string]: unknown
}

export type LedgerRow = {
  delta: number
  reason: string
  subject_id: string | null
  balance_after: number
}

export type ServiceAccount = {
  readonly userId: string
  readonly email: string
  readonly apiKey: string
  readonly bearerToken: string
  request(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<ServiceAnswer>
  analyze(
    domain: string,
    more?: Record<string, unknown>,
  ): { answer: Promise<ServiceAnswer>; untilTerminal(): Promise<JobAnswer> }
  untilTerminal(jobId: string): Promise<JobAnswer>
  ledger(): Promise<LedgerRow[]>
}

export type Service = {
  readonly platform: Platform
  readonly baseUrl: string
  /** Creates an account. Default: a new email address, the free tier and no credits. */
  account(request?: Partial<z.input<typeof AccountRequest>>): Promise<ServiceAccount>
  request(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<ServiceAnswer>
  /** Delivers the message of a job again, because a real queue may deliver a message twice. */
  redeliver(job: { job_id: string }): Promise<void>
  /** Returns the rows of money_audit. Empty if the books are correct. */
  audit(): Promise<unknown[]>
  stop(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

/**
 * Limits that tests never reach, because they send many more requests than a customer. Tests of the
 * rate limits set their own values.
 */
const ADDRESS_UNLIMITED = '10000000'
const UNLIMITED = JSON.stringify({ free: 1e7, pro: 1e7, team: 1e7, enterprise: 1e7 })

/**
 * A full processor costs a quick analysis no answer. Tests of its deadline set their own value.
 */
const UNHURRIED_MS = '16000'

const POLL_MS = 50
const TERMINAL_LIMIT_MS = 45_000
const REQUEST_LIMIT_MS = 60_000
const ENDED = new Set(['completed', 'partial', 'failed'])

/**
 * Returns the PostgreSQL server of all test files. Throws if the global set-up has not started it.
 */
export function sharedPostgres(): SharedPostgres {
  const shared = process.env[SHARED_POSTGRES]
  if (shared === undefined)
    throw new Error(`${SHARED_POSTGRES} is not set: test/platform/global-setup.ts must run first`)
  return JSON.parse(shared)
}

/**
 * Starts a service with a new database and, by default, the sample internet. Schedules run only
 * when a test calls them. There is no index of official lists unless a test wants it.
 * A test that kills PostgreSQL sets `ownPostgres`, because the other tests use the shared server.
 */
export async function startService(
  options: PlatformOptions & { ownPostgres?: boolean } = {},
): Promise<Service> {
  const { ownPostgres = process.env[SHARED_POSTGRES] === undefined, ...platformOptions } = options
  const platform = await startPlatform({
    offline: options.egress === undefined,
    schedules: false,
    // It makes each start slower by half a second.
    officialLists: false,
    ...(ownPostgres ? {} : { sharedPostgres: sharedPostgres() }),
    ...platformOptions,
    env: {
      RATE_LIMITS_PER_MINUTE: UNLIMITED,
      ADDRESS_LIMIT_PER_MINUTE: ADDRESS_UNLIMITED,
      BULK_LISTS_PER_HOUR: '10000',
      CERTIFICATE_CACHE_HOURS: '0',
      REGISTRATION_CACHE_HOURS: '0',
      QUICK_DEADLINE_MS: UNHURRIED_MS,
      ...options.env,
    },
  })
  const request = requester(platform.baseUrl, {})
  let accounts = 0
  return {
    platform,
    baseUrl: platform.baseUrl,
    request,
    async account(wanted = {}) {
      accounts += 1
      return customer(
        platform,
        await platform.openAccount({ email: `customer-${accounts}@tests.example`, ...wanted }),
      )
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

let shared: Promise<Service> | null = null

/**
 * One service for several test files. A file may use it if it needs no setting of its own, breaks
 * nothing, and reads only rows of its own accounts. So it must read neither histories of domains
 * nor the entity search.
 * `stop` does not stop this service, which ends with the process.
 */
export async function sharedService(): Promise<Service> {
  shared ??= startService({ env: { VERIFY_TOKEN_PER_MINUTE: '10000' } })
  const keepRunning = async () => undefined
  return { ...(await shared), stop: keepRunning, [Symbol.asyncDispose]: keepRunning }
}

function customer(
  platform: Platform,
  opened: Awaited<ReturnType<Platform['openAccount']>>,
): ServiceAccount {
  const request = requester(platform.baseUrl, { 'x-api-key': opened.api_key })
  async function untilTerminal(jobId: string): Promise<JobAnswer> {
    const deadline = Date.now() + TERMINAL_LIMIT_MS
    for (;;) {
      const { status, body } = await request('GET', `/jobs/${jobId}`)
      const job = body.data as JobAnswer | null
      if (job !== null && ENDED.has(job.status)) return job
      if (Date.now() > deadline)
        throw new Error(`${jobId} has not ended; last seen ${status} ${JSON.stringify(body)}`)
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
        `select delta::integer, reason, subject_id, balance_after::integer from ledger_entries where account_id = $1 order by sequence desc`,
        [opened.user_id],
      )
      return rows
    },
  }
}

const NO_BODY: Envelope = { data: null, error: null, meta: null }

/**
 * Each request uses a new connection. workerd closes a reused connection after five idle seconds,
 * or after a request whose body it refused to read. A request at this moment would fail.
 */
const OWN_CONNECTION = { connection: 'close' }

function requester(baseUrl: string, credential: Record<string, string>): Service['request'] {
  return async (method, path, body, headers = {}) => {
    const contentType = body === undefined ? {} : { 'content-type': 'application/json' }
    const response = await fetch(baseUrl + path, {
      method,
      headers: { ...OWN_CONNECTION, ...contentType, ...credential, ...headers },
      signal: AbortSignal.timeout(REQUEST_LIMIT_MS),
      ...(body === undefined
        ? {}
        : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    requireDocumentedAnswer({
      method,
      path,
      status: response.status,
      headers: response.headers,
      text,
    })
    const isJson =
      text !== '' && (response.headers.get('content-type')?.startsWith('application/json') ?? false)
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: isJson ? JSON.parse(text) : NO_BODY,
    }
  }
}
