import { MINUTE_MS } from '../platform/clock.ts'
import { log } from '../platform/log.ts'
import type { FetchedText } from '../platform/net/fetch.ts'
import { REFUSED_STATUSES, type UpstreamRequest } from '../platform/net/fetch-upstream.ts'
import { retryAfterSeconds } from '../platform/net/retry-after.ts'
import type { Services } from '../platform/services/index.ts'
import {
  type Asker,
  reportRefusal,
  type TurnTaker,
  takeTurn,
  turnTaker,
  turnWaitMs,
} from './turns.ts'

export const CRT_SH = 'crt.sh'
export const CERT_SPOTTER = 'api.certspotter.com'
export const LOG_HOSTS = [CRT_SH, CERT_SPOTTER] as const
export type LogHost = (typeof LOG_HOSTS)[number]

// Searches that check if a log works. They ask for example.com, which RFC 2606 reserves, so no API
// caller can influence the result.
const CONTROL_URLS: Record<LogHost, string> = {
  [CRT_SH]: 'https://crt.sh/?q=example.com&exclude=expired&output=json',
  [CERT_SPOTTER]: 'https://api.certspotter.com/v1/issuances?domain=example.com',
}

/** Object that limits the requests of all jobs to one log. */
export type LogBucket = Pick<TurnTaker, 'takeToken' | 'waitMs' | 'pause'>

/** Search services for certificate logs, as one analysis or one search for subdomains asks them. */
export interface LogAccess extends Asker {
  /**
   * Returns the object that limits the requests to a log. Null to send requests without a limit.
   */
  bucketOf(host: LogHost): LogBucket | null
  requestsPerMinute: Record<LogHost, number>
  /**
   * API key for Cert Spotter. Requests with the key have a higher limit than requests without one.
   */
  certSpotterKey: string | undefined
  now(): Date
  fetchUpstream(url: string, request: UpstreamRequest): Promise<FetchedText>
}

/** An analysis without deep services has no limits: it sends every request at once. */
export const WITHOUT_LIMITS: Omit<LogAccess, 'now' | 'fetchUpstream'> = {
  bucketOf: () => null,
  requestsPerMinute: { [CRT_SH]: 60, [CERT_SPOTTER]: 60 },
  priority: 'urgent',
  turn: '',
  waitsUntil: Number.MAX_SAFE_INTEGER,
  certSpotterKey: undefined,
}

export function logAccess(
  services: Pick<Services, 'env' | 'object'>,
  asker: Asker,
): Omit<LogAccess, 'now' | 'fetchUpstream'> {
  const {
    CERTIFICATE_LOG_REQUESTS_PER_MINUTE: requestsPerMinute,
    CERTSPOTTER_API_KEY: certSpotterKey,
  } = services.env
  const bucketOf = (host: LogHost) => turnTaker(services, host)
  return { ...asker, bucketOf, requestsPerMinute, certSpotterKey }
}

export interface LogQuestion<Answer> {
  host: LogHost
  url: string
  timeoutMs: number
  bytesMax: number
  /** Reads the answer from a response with status 200. Null if the response is not usable. */
  read(response: FetchedText): Answer | null
}

export type LogAnswer<Answer> =
  | { outcome: 'answered'; answer: Answer }
  /** No token of any log was free before the caller's time ended. */
  | { outcome: 'no token' }
  | { outcome: 'failed' }

// Pause after a refused request without a Retry-After header. The server of crt.sh (nginx) never
// sends this header.
const REFUSED_PAUSE_SECONDS = 5
// After this number of failures a log is not asked again. It is more than one, because crt.sh often
// answers 502 or 404 once and then works.
const FAILURES_MAX = 2
const ATTEMPTS_MAX = 30
// Additional milliseconds that a caller waits for the preferred log, because only crt.sh shows the
// organisation in a certificate. Zero as soon as a log has refused one of the caller's requests.
const PREFERENCE_MS = 10_000

/**
 * Asks the logs until one gives a usable answer. `questions` contains one question for each log,
 * the preferred log first. Each request waits for a token. A refused request is sent again, and a
 * failed one goes to the other log. Never throws.
 *
 * Sources: crt.sh group, "Rate limits for https://crt.sh/" (60 requests a minute and address, later
 * fewer); SSLMate, Certificate Transparency Search API v1 (100 searches an hour without a key,
 * status 429 with Retry-After, `Authorization: Bearer <key>`).
 */
export async function askLogs<Answer>(
  access: LogAccess,
  questions: readonly LogQuestion<Answer>[],
): Promise<LogAnswer<Answer>> {
  const failures = new Map<LogHost, number>()
  let preferenceMs = PREFERENCE_MS
  for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt += 1) {
    const open = questions.filter(({ host }) => (failures.get(host) ?? 0) < FAILURES_MAX)
    if (open.length === 0) return { outcome: 'failed' }
    const question = await firstWithToken(
      access,
      await inOrder(access, open, failures, preferenceMs),
    )
    if (question === null) return { outcome: 'no token' }
    const asked = await askOnce(access, question)
    if (asked.outcome === 'answered') return asked
    let failed = asked.outcome === 'failed' ? asked.failures : 0
    if (asked.outcome === 'refused') {
      preferenceMs = 0
      const bucket = access.bucketOf(question.host)
      const { pauseMs } = asked
      const isPaused =
        bucket !== null && (await reportRefusal(question.host, pauseMs, bucket.pause(pauseMs)))
      if (!isPaused) failed = 1
    }
    failures.set(question.host, (failures.get(question.host) ?? 0) + failed)
  }
  return { outcome: 'failed' }
}

const callerOf = ({ priority, turn, requestsPerMinute }: LogAccess, host: LogHost) => ({
  priority,
  turn,
  intervalMs: MINUTE_MS / requestsPerMinute[host],
})

// Orders the two logs. The log with fewer failures comes first. With equal failures, the preferred
// log comes first, unless the other one has a token more than `preferenceMs` earlier.
async function inOrder<Answer>(
  access: LogAccess,
  questions: readonly LogQuestion<Answer>[],
  failures: ReadonlyMap<LogHost, number>,
  preferenceMs: number,
): Promise<LogQuestion<Answer>[]> {
  const [preferred, other] = questions
  if (preferred === undefined || other === undefined) return [...questions]
  const failuresOf = ({ host }: LogQuestion<Answer>) => failures.get(host) ?? 0
  const preferredWaitMs = await waitOf(access, preferred.host)
  // The preferred log wins with any wait of the other log, so the wait of the other log need not be
  // asked for.
  if (preferredWaitMs <= preferenceMs && failuresOf(preferred) <= failuresOf(other))
    return [preferred, other]
  const otherWaitMs = await waitOf(access, other.host)
  const ranked = [
    { question: preferred, failures: failuresOf(preferred), waitMs: preferredWaitMs },
    { question: other, failures: failuresOf(other), waitMs: otherWaitMs + preferenceMs },
  ]
  return ranked
    .toSorted((a, b) => a.failures - b.failures || a.waitMs - b.waitMs)
    .map(({ question }) => question)
}

async function waitOf(access: LogAccess, host: LogHost): Promise<number> {
  const bucket = access.bucketOf(host)
  return bucket === null ? 0 : turnWaitMs(bucket, callerOf(access, host))
}

async function firstWithToken<Answer>(
  access: LogAccess,
  questions: readonly LogQuestion<Answer>[],
): Promise<LogQuestion<Answer> | null> {
  for (const question of questions) if (await hasToken(access, question.host)) return question
  return null
}

async function hasToken(access: LogAccess, host: LogHost): Promise<boolean> {
  const bucket = access.bucketOf(host)
  if (bucket === null) return true
  const waitMsMax = Math.max(0, access.waitsUntil - access.now().getTime())
  return (await takeTurn(host, bucket, callerOf(access, host), waitMsMax)).allowed
}

interface Refused {
  outcome: 'refused'
  pauseMs: number
}

async function askOnce<Answer>(
  access: LogAccess,
  { host, url, timeoutMs, bytesMax, read }: LogQuestion<Answer>,
): Promise<
  { outcome: 'answered'; answer: Answer } | Refused | { outcome: 'failed'; failures: number }
> {
  const key = host === CERT_SPOTTER ? access.certSpotterKey : undefined
  const response = await access
    .fetchUpstream(url, {
      controlUrl: CONTROL_URLS[host],
      timeoutMs,
      bytesMax,
      isLimited: true,
      ...(key === undefined ? {} : { headers: { authorization: `Bearer ${key}` } }),
    })
    .catch(() => null)
  // Counts as the maximum of failures: a log that does not answer at all is not asked again,
  // because each request would take until the time limit.
  if (response === null) return { outcome: 'failed', failures: FAILURES_MAX }
  const { status, headers } = response
  if (REFUSED_STATUSES.includes(status))
    return {
      outcome: 'refused',
      pauseMs: retryAfterMs(headers.get('retry-after'), access.now()),
    }
  if (key !== undefined && (status === 401 || status === 403)) {
    log({ event: 'certificate_log.key_refused', host, status, setting: 'CERTSPOTTER_API_KEY' })
    return { outcome: 'failed', failures: FAILURES_MAX }
  }
  const answer = status === 200 ? read(response) : null
  return answer === null ? { outcome: 'failed', failures: 1 } : { outcome: 'answered', answer }
}

/** Returns the pause that a Retry-After header asks for, in milliseconds. */
export const retryAfterMs = (header: string | null, now: Date): number =>
  (retryAfterSeconds(header, now) ?? REFUSED_PAUSE_SECONDS) * 1_000
