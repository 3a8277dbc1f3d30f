import { MINUTE_MS } from '../../../platform/clock.ts'
import type { CollectorTools } from '../../collector.ts'
import type { StoredRegistration } from '../../registration-tools.ts'

export interface RegistrationTools
  extends Pick<CollectorTools, 'fetchUpstream' | 'fetchPage' | 'whois' | 'now'>,
    Pick<CollectorTools, 'registries' | 'registrations' | 'registrationAgeMsMax'> {
  /** Longest wait for one turn. By default, as long as the analysis may wait. */
  turnMsMax?: number
  /** If true, the registrar and WHOIS are not asked when the registry names no registrant. */
  onlyRegistry?: boolean
  /** If true, a registry that limits our questions is neither asked again nor by WHOIS. */
  sparesRefused?: boolean
}

/** Lookup of one registrable domain. */
export interface LookUp {
  domain: string
  tools: RegistrationTools
  access: RegistryAccess
}

/** `isRepeated`: the failure may be over at the next question. */
export type Reply<Answer> =
  | { is: 'answered'; answer: Answer }
  | { is: 'refused'; retryAfterMs: number | null }
  | { is: 'silent'; isRepeated: boolean }

export type Asked<Answer> =
  | { is: 'answered'; answer: Answer }
  /** The server limits our questions: it refused, or our turn did not come. */
  | { is: 'limited' }
  | { is: 'silent' }

export interface Limit {
  server: string
  by: 'refusal' | 'turn'
  againAfterMs: number
}

export interface Question<Answer> {
  server: string
  timeoutMs: number
  /** If true, the question waits only for a turn that comes soon, and is sent once. */
  isBrief?: boolean
  /** Never rejects. */
  send(timeoutMs: number): Promise<Reply<Answer>>
}

/** Access to the servers of registries and registrars for one lookup. */
export interface RegistryAccess {
  ask<Answer>(question: Question<Answer>): Promise<Asked<Answer>>
  /** Shortest limit that has stopped a question. */
  readonly limit: Limit | null
  /** True if a question got no answer. */
  readonly isIncomplete: boolean
  /** Answer that another lookup stored while this one waited. Then nothing more is asked. */
  readonly known: StoredRegistration | null
}

// Shorter than the time of a quick analysis. If a registrar is slow, the registry's response is
// still returned.
const LOOK_UP_MS = 6_000
const ANSWER_MS_MIN = 400
const ATTEMPTS_MAX = 2
const BRIEF_TURN_MS = 2_000
// A server that refuses twice, with a pause between, may refuse us for this time.
const CLOSED_MS = 15 * MINUTE_MS
// A shorter time is the call to the turn-taker and no wait, so no other lookup has ended meanwhile.
const WAIT_MS_MIN = 50

/**
 * Every question waits for its turn, and so does the repetition of a refused one. Waiting does not
 * shorten the time for the lookup. `readStored` reads the cache after a wait.
 */
export function accessRegistries(
  { now, registries, sparesRefused, turnMsMax = Number.MAX_SAFE_INTEGER }: RegistrationTools,
  readStored: () => Promise<StoredRegistration | null>,
): RegistryAccess {
  const nowMs = () => now().getTime()
  let end = nowMs() + LOOK_UP_MS
  let limit: Limit | null = null
  let known: StoredRegistration | null = null
  let isIncomplete = false

  function stop(server: string, by: Limit['by'], againAfterMs: number): { is: 'limited' } {
    isIncomplete = true
    if (limit === null || againAfterMs < limit.againAfterMs) limit = { server, by, againAfterMs }
    return { is: 'limited' }
  }

  async function takeTurn(server: string, waitMsMax: number): Promise<{ is: 'limited' } | null> {
    if (registries === undefined) return null
    const askedAt = nowMs()
    const turn = await registries.take(server, waitMsMax)
    if (turn.allowed && turn.waitedMs >= WAIT_MS_MIN) known = await readStored()
    end += nowMs() - askedAt
    if (!turn.allowed) return stop(server, 'turn', turn.waitMs)
    return known === null ? null : { is: 'limited' }
  }

  async function ask<Answer>(question: Question<Answer>): Promise<Asked<Answer>> {
    const { server, timeoutMs, isBrief = false, send } = question
    const waitMsMax = isBrief ? Math.min(BRIEF_TURN_MS, turnMsMax) : turnMsMax
    const isOnce = isBrief || sparesRefused === true || registries === undefined
    const attemptsMax = isOnce ? 1 : ATTEMPTS_MAX
    let workedMs = 0
    for (let attempt = 1; known === null; attempt += 1) {
      const stopped = await takeTurn(server, waitMsMax)
      if (stopped !== null) return stopped
      const sentAt = nowMs()
      const leftMs = Math.min(timeoutMs - workedMs, end - sentAt)
      if (leftMs < ANSWER_MS_MIN) break
      const reply = await send(leftMs)
      workedMs += nowMs() - sentAt
      if (reply.is === 'answered') return reply
      if (reply.is === 'refused') {
        // Only the first refusal counts. Otherwise one domain whose questions a server always
        // refuses would close the server to all analyses.
        if (attempt === 1) await registries?.refused(server, reply.retryAfterMs)
        if (attempt === attemptsMax) return stop(server, 'refusal', reply.retryAfterMs ?? CLOSED_MS)
      } else if (!reply.isRepeated || attempt > 1 || isBrief) break
    }
    isIncomplete = true
    return { is: 'silent' }
  }

  return {
    ask,
    get limit() {
      return limit
    },
    get known() {
      return known
    },
    get isIncomplete() {
      return isIncomplete
    },
  }
}
