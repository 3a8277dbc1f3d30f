// createRemoteJWKSet of the library jose is not used. During an outage of the identity provider,
// that function stops trusting keys too early and then calls the provider for every token. It also
// needs up to 30 s to find a new key, and on Workers, parallel requests each fetch the keys.
import { importJWK, type JWK } from 'jose'
import { HOUR_MS, MINUTE_MS } from '../platform/clock.ts'
import type { JsonWebKeys } from './identity-provider.ts'

// The only accepted algorithms (RFC 7518, RFC 8037). All of them are asymmetric. With a symmetric
// algorithm or `none`, everybody who reads the published keys could forge tokens.
const ALGORITHMS = ['ES256', 'RS256', 'EdDSA'] as const
export type Algorithm = (typeof ALGORITHMS)[number]

export interface SigningKey {
  algorithm: Algorithm
  key: CryptoKey
}

/** Keys that are older than this are still used, and are fetched again in the background. */
const FRESH_MS = 10 * MINUTE_MS
/** Keys that are older than this are not used, even if the provider is unreachable. */
const TRUSTED_MS = HOUR_MS
// After an unknown key id (`kid`), the keys are fetched at most once in this time. An attacker can
// invent any number of key ids.
const UNKNOWN_KID_PAUSE_MS = 30_000
const EMPTY_PAUSE_MS = 1_000
const FETCH_LIMIT_MS = 5_500
const POLL_INTERVAL_MS = 25
const KEYS_MAX = 20
const KID_CHARACTERS_MAX = 200

export interface KeySource {
  fetchKeys(): Promise<JsonWebKeys>
  now(): number
  wait(milliseconds: number): Promise<void>
  background(work: Promise<unknown>): void
  failed(error: unknown): void
  /** True if the identity provider may publish no key, because it signs with a shared secret. */
  mayBeEmpty: boolean
}

/**
 * `unknown`: the provider publishes no key with this id. `unavailable`: its current keys could not
 * be fetched.
 */
export type FoundKey = SigningKey | 'unknown' | 'unavailable'

export interface KeyRing {
  find(kid: string, source: KeySource): Promise<FoundKey>
}

/**
 * Caches the keys of an identity provider. On Workers, a request cannot await a promise of another
 * request. So each request that waits for the keys polls the cache with its own timer.
 */
export function createKeyRing(): KeyRing {
  let keys: ReadonlyMap<string, SigningKey> = new Map()
  let fetchedAt = Number.NEGATIVE_INFINITY
  let fetchedForUnknownAt = Number.NEGATIVE_INFINITY
  let startedAt = Number.NEGATIVE_INFINITY
  let fetchingSince: number | null = null
  let lastFailed = false

  const trusted = (now: number) => now - fetchedAt < TRUSTED_MS
  const known = (kid: string, now: number) => (trusted(now) ? keys.get(kid) : undefined)
  const isFetching = (now: number) => fetchingSince !== null && now - fetchingSince < FETCH_LIMIT_MS

  async function refresh({ fetchKeys, now, failed, mayBeEmpty }: KeySource): Promise<void> {
    const start = now()
    fetchingSince = start
    startedAt = start
    try {
      const found = await parseKeys(await fetchKeys())
      if (found.size === 0 && !mayBeEmpty)
        throw new Error('the key set has no key that may sign tokens')
      keys = found
      fetchedAt = now()
      lastFailed = false
    } catch (error) {
      lastFailed = true
      failed(error)
    } finally {
      if (fetchingSince === start) fetchingSince = null
    }
  }

  function mayFetch(now: number): boolean {
    if (!trusted(now)) return now - startedAt >= EMPTY_PAUSE_MS
    if (now - fetchedForUnknownAt < UNKNOWN_KID_PAUSE_MS) return false
    fetchedForUnknownAt = now
    return true
  }

  return {
    async find(kid, source) {
      const { now, wait, background } = source
      if (kid.length > KID_CHARACTERS_MAX) return 'unknown'
      const cached = known(kid, now())
      if (cached !== undefined) {
        if (
          now() - fetchedAt >= FRESH_MS &&
          now() - startedAt >= UNKNOWN_KID_PAUSE_MS &&
          !isFetching(now())
        )
          background(refresh(source))
        return cached
      }
      const startedBefore = startedAt
      let polls = 0
      for (; polls < FETCH_LIMIT_MS / POLL_INTERVAL_MS && isFetching(now()); polls++)
        await wait(POLL_INTERVAL_MS)
      const answered = known(kid, now())
      if (answered !== undefined) return answered
      // Several requests can wait for the same fetch of the keys. If the fetch fails, none of them
      // starts a new fetch, because that would double the waiting time.
      if (polls > 0 && lastFailed && startedAt === startedBefore) return 'unavailable'
      if (mayFetch(now())) {
        // The fetch of the keys continues if this client disconnects, because other requests wait
        // for the keys.
        const refreshed = refresh(source)
        background(refreshed)
        await refreshed
      }
      return known(kid, now()) ?? (lastFailed || !trusted(now()) ? 'unavailable' : 'unknown')
    },
  }
}

/** Reads the published keys. Unreadable keys and keys of unknown types are left out. */
export async function parseKeys(set: JsonWebKeys): Promise<Map<string, SigningKey>> {
  const found = new Map<string, SigningKey>()
  for (const jwk of set.slice(0, KEYS_MAX)) {
    const algorithm = algorithmOf(jwk)
    const { kid } = jwk
    if (
      algorithm === null ||
      typeof kid !== 'string' ||
      (jwk.use !== undefined && jwk.use !== 'sig')
    )
      continue
    try {
      const key = await importJWK(publicPart(jwk), algorithm)
      if (!(key instanceof Uint8Array)) found.set(kid, { algorithm, key })
    } catch {
      found.delete(kid)
    }
  }
  return found
}

// The algorithm of a published key. Null if the type of the key is unknown or its field `alg` names
// another algorithm.
function algorithmOf({ kty, crv, alg }: Record<string, unknown>): Algorithm | null {
  const byType: Algorithm | null =
    kty === 'EC' && crv === 'P-256'
      ? 'ES256'
      : kty === 'RSA'
        ? 'RS256'
        : kty === 'OKP' && crv === 'Ed25519'
          ? 'EdDSA'
          : null
  return alg === undefined || alg === byType || (alg === 'Ed25519' && byType === 'EdDSA')
    ? byType
    : null
}

// Returns only the public members of a key. If the provider publishes a private key by mistake, it
// can only verify tokens here.
function publicPart({ kty, crv, x, y, n, e }: Record<string, unknown>): JWK {
  return Object.fromEntries(
    Object.entries({ kty, crv, x, y, n, e }).filter(([, value]) => typeof value === 'string'),
  )
}
