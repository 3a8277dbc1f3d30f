import { MINUTE_MS } from '../platform/clock.ts'
import type { Caller, Token } from '../platform/limits/waiting-bucket.ts'
import { describeError, log } from '../platform/log.ts'
import { orAbort } from '../platform/net/fetch-failure.ts'
import type { Services } from '../platform/services/index.ts'

/** `waitMs`: time that the caller would have had to wait for its turn. */
export type Turn = { allowed: true; waitedMs: number } | { allowed: false; waitMs: number }

/** Turns at outside hosts, which all analyses and all checks of monitors share. */
export interface HostLimits {
  /**
   * Waits for the turn at this host, at most as long as the caller may wait, and at most
   * `waitMsMax`. Never rejects.
   */
  take(host: string, waitMsMax?: number): Promise<Turn>
  /**
   * Reports that the host refused a question because of its own limit. `retryAfterMs` is the time
   * that it asked for, or null. Never rejects.
   */
  refused(host: string, retryAfterMs: number | null): Promise<void>
}

/** Methods of the Durable Object that limits the requests to one host. All jobs share it. */
export interface TurnTaker {
  takeToken(caller: Caller, waitMsMax: number): Promise<Token>
  waitMs(caller: Caller): Promise<number>
  pause(milliseconds: number): Promise<void>
  refused(retryAfterMs: number | null): Promise<void>
}

/** One analysis or one batch of checks, as it asks for turns. */
export interface Asker extends Pick<Caller, 'priority' | 'turn'> {
  /** Time until which it waits for tokens, in milliseconds since 1970. */
  waitsUntil: number
}

export const turnTaker = (services: Pick<Services, 'object'>, host: string): TurnTaker =>
  services.object('TURNS', host) as TurnTaker

/** Time limit of a call to the object, in addition to the wait for a token. */
const CALL_MS_MAX = 3_000
const WAIT_MS_MAX = 15 * MINUTE_MS

const within = <T>(milliseconds: number, call: Promise<T>): Promise<T> =>
  orAbort(call, AbortSignal.timeout(Math.min(milliseconds, WAIT_MS_MAX)))

/**
 * Waits for a token of a host. Without the object the request is sent without a limit: the limit
 * only spares the host, so a failure of the object must not fail the analysis. Never rejects.
 */
export async function takeTurn(
  host: string,
  taker: Pick<TurnTaker, 'takeToken'>,
  caller: Caller,
  waitMsMax: number,
): Promise<Token> {
  try {
    return await within(waitMsMax + CALL_MS_MAX, taker.takeToken(caller, waitMsMax))
  } catch (error) {
    log({ event: 'turns.not_taken', host, error: describeError(error) })
    return { allowed: true }
  }
}

/** Wait of a new caller in milliseconds, or 0 if the object does not answer. Never rejects. */
export async function turnWaitMs(
  taker: Pick<TurnTaker, 'waitMs'>,
  caller: Caller,
): Promise<number> {
  return within(CALL_MS_MAX, taker.waitMs(caller)).catch(() => 0)
}

/**
 * Logs that a host refused a request, and reports it to the object. Returns true if the object
 * knows it. Never rejects.
 */
export async function reportRefusal(
  host: string,
  retryAfterMs: number | null,
  report: Promise<void>,
): Promise<boolean> {
  log({ event: 'turns.refused', host, retry_after_ms: retryAfterMs })
  try {
    await within(CALL_MS_MAX, report)
    return true
  } catch (error) {
    log({ event: 'turns.not_reported', host, error: describeError(error) })
    return false
  }
}

/** Limits that all jobs share. A host that refuses is left alone for at least `refusedMsMin`. */
export function hostTurns(
  services: Pick<Services, 'object' | 'now'>,
  { waitsUntil, ...asker }: Asker,
  limitOf: (host: string) => Pick<Caller, 'intervalMs' | 'perDay'>,
  refusedMsMin = 0,
): HostLimits {
  const nowMs = () => services.now().getTime()
  return {
    async take(host, waitMsMax = Number.MAX_SAFE_INTEGER) {
      const askedAt = nowMs()
      const caller = { ...asker, ...limitOf(host) }
      const mayWaitMs = Math.min(waitMsMax, Math.max(0, waitsUntil - askedAt))
      const token = await takeTurn(host, turnTaker(services, host), caller, mayWaitMs)
      return token.allowed ? { allowed: true, waitedMs: nowMs() - askedAt } : token
    },
    async refused(host, retryAfterMs) {
      const pauseMs = refusedMsMin > 0 ? Math.max(refusedMsMin, retryAfterMs ?? 0) : retryAfterMs
      await reportRefusal(host, pauseMs, turnTaker(services, host).refused(pauseMs))
    },
  }
}
