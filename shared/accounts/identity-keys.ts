// jose's createRemoteJWKSet is not used. In an outage it trusts no key past the refresh age and, without keys, asks the provider for
// every token. It sees a key rotated in after up to 30 s, and on Workers parallel requests each fetch the keys.
import { importJWK, type JWK } from 'jose'
import { HOUR_MS, MINUTE_MS } from '../platform/clock.ts'
import type { JsonWebKeys } from './identity-provider.ts'

/** The only algorithms (RFC 7518, RFC 8037) that a token may be signed with. No symmetric one and no `none`, whatever a header says. */
const ALGORITHMS = ['ES256', 'RS256', 'EdDSA'] as const
export type Algorithm = (typeof ALGORITHMS)[number]

export interface SigningKey {
  algorithm: Algorithm
  key: CryptoKey
}

/** Keys older than this are asked for again beside the request that notices. */
const FRESH_MS = 10 * MINUTE_MS
/** Keys older than this are not trusted any more, even if the provider is out of reach. */
const TRUSTED_MS = HOUR_MS
/** An unknown kid makes the keys be asked for at most this often. */
const UNKNOWN_KID_PAUSE_MS = 30_000
/** While there are no keys at all, the provider is asked at most this often. */
const EMPTY_PAUSE_MS = 1_000
/** How long a question may take; one that took longer is taken for lost. */
const QUESTION_LIMIT_MS = 5_500
/** How often a request looks whether another one's question was answered. */
const LOOK_EVERY_MS = 25
const KEYS_MAX = 20
const KID_CHARACTERS_MAX = 200

export interface KeyQuestion {
  /** Asks the provider. Rejects when it is out of reach; limited to 5 s. */
  fetchKeys(): Promise<JsonWebKeys>
  /** Milliseconds since 1970. */
  now(): number
  wait(milliseconds: number): Promise<void>
  /** Lets work outlive the request. */
  background(work: Promise<unknown>): void
  /** Called when the provider could not be asked. */
  failed(error: unknown): void
}

/** `unknown`: no such key is published. `unavailable`: that cannot be told now. */
export type FoundKey = SigningKey | 'unknown' | 'unavailable'

export interface KeyRing {
  find(kid: string, question: KeyQuestion): Promise<FoundKey>
}

/**
 * The provider's keys for the life of an isolate. Holds parsed keys and times only: requests that need the same answer look at the
 * state by their own timers, since a promise of another request would die with it.
 */
export function createKeyRing(): KeyRing {
  let keys: ReadonlyMap<string, SigningKey> = new Map()
  let fetchedAt = Number.NEGATIVE_INFINITY
  let askedForUnknownAt = Number.NEGATIVE_INFINITY
  let askedAt = Number.NEGATIVE_INFINITY
  /** When the question under way began, null when none is. */
  let askingSince: number | null = null
  let lastFailed = false

  const trusted = (now: number) => now - fetchedAt < TRUSTED_MS
  const known = (kid: string, now: number) => (trusted(now) ? keys.get(kid) : undefined)
  const isAsking = (now: number) => askingSince !== null && now - askingSince < QUESTION_LIMIT_MS

  async function ask({ fetchKeys, now, failed }: KeyQuestion): Promise<void> {
    const mine = now()
    askingSince = mine
    askedAt = mine
    try {
      const found = await parseKeys(await fetchKeys())
      if (found.size === 0) throw new Error('the key set has no key that may sign tokens')
      keys = found
      fetchedAt = now()
      lastFailed = false
    } catch (error) {
      lastFailed = true
      failed(error)
    } finally {
      if (askingSince === mine) askingSince = null
    }
  }

  function mayAsk(now: number): boolean {
    if (!trusted(now)) return now - askedAt >= EMPTY_PAUSE_MS
    if (now - askedForUnknownAt < UNKNOWN_KID_PAUSE_MS) return false
    askedForUnknownAt = now
    return true
  }

  return {
    async find(kid, question) {
      const { now, wait, background } = question
      if (kid.length > KID_CHARACTERS_MAX) return 'unknown'
      const cached = known(kid, now())
      if (cached !== undefined) {
        if (now() - fetchedAt >= FRESH_MS && now() - askedAt >= UNKNOWN_KID_PAUSE_MS && !isAsking(now()))
          background(ask(question))
        return cached
      }
      const askedBefore = askedAt
      let looks = 0
      for (; looks < QUESTION_LIMIT_MS / LOOK_EVERY_MS && isAsking(now()); looks++) await wait(LOOK_EVERY_MS)
      const answered = known(kid, now())
      if (answered !== undefined) return answered
      // Whoever waited for a question that failed has its answer: asking once more would only double the wait.
      if (looks > 0 && lastFailed && askedAt === askedBefore) return 'unavailable'
      if (mayAsk(now())) {
        // A client that hangs up must not take the answer from the others.
        const asked = ask(question)
        background(asked)
        await asked
      }
      return known(kid, now()) ?? (lastFailed || !trusted(now()) ? 'unavailable' : 'unknown')
    },
  }
}

/** The keys of a set that may sign tokens, by kid. What is not understood is left out. */
export async function parseKeys(set: JsonWebKeys): Promise<Map<string, SigningKey>> {
  const found = new Map<string, SigningKey>()
  for (const jwk of set.slice(0, KEYS_MAX)) {
    const algorithm = algorithmOf(jwk)
    const { kid } = jwk
    if (algorithm === null || typeof kid !== 'string' || (jwk.use !== undefined && jwk.use !== 'sig')) continue
    try {
      const key = await importJWK(publicPart(jwk), algorithm)
      if (!(key instanceof Uint8Array)) found.set(kid, { algorithm, key })
    } catch {
      found.delete(kid)
    }
  }
  return found
}

/** The one algorithm of a key: what it says if that is allowed and fits its type, else what its type says. */
function algorithmOf({ kty, crv, alg }: Record<string, unknown>): Algorithm | null {
  const byType: Algorithm | null =
    kty === 'EC' && crv === 'P-256'
      ? 'ES256'
      : kty === 'RSA'
        ? 'RS256'
        : kty === 'OKP' && crv === 'Ed25519'
          ? 'EdDSA'
          : null
  // RFC 9864 names Ed25519 what RFC 8037 calls EdDSA.
  return alg === undefined || alg === byType || (alg === 'Ed25519' && byType === 'EdDSA') ? byType : null
}

/** A private key published by mistake is used for checking only. */
function publicPart({ kty, crv, x, y, n, e }: Record<string, unknown>): JWK {
  return Object.fromEntries(Object.entries({ kty, crv, x, y, n, e }).filter(([, value]) => typeof value === 'string'))
}
