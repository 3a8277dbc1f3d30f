import type { Caller } from '../platform/caller.ts'
import { HOUR_MS } from '../platform/clock.ts'
import { connect, type Database } from '../platform/db/client.ts'
import { PublicError, unauthorized } from '../platform/http/errors.ts'
import { addressPrefixOf } from '../platform/http/request-id.ts'
import { newIdentifier } from '../platform/identifiers.ts'
import { describeError, log } from '../platform/log.ts'
import { fetchOutside } from '../platform/net/fetch.ts'
import { acceptSubject } from './accept-subject.ts'
import { verifyAccessToken } from './access-token.ts'
import { createKeyRing, type KeyQuestion } from './identity-keys.ts'
import { fetchKeySet, issuerOf } from './identity-provider.ts'
import { isWellFormedKey, type Peppers, possibleDigests } from './key-tokens.ts'
import type { Identity } from './queries.ts'
import { callerByKey, touchApiKey } from './queries.ts'

/** The parts of a request's context by which a bearer token is checked. Hono's context has them all. */
interface BearerContext {
  req: { raw: Request }
  env: { IDP_URL: string }
  var: { requestId: string }
  executionCtx: { waitUntil(work: Promise<unknown>): void }
}

/** One an isolate; holds public keys and times only. */
const keyRing = createKeyRing()

/** The key in X-API-Key. A wrong checksum is refused here, without a database call. Throws UNAUTHORIZED. */
export function requireKeyForm(request: Request): string {
  const key = request.headers.get('x-api-key')
  if (key === null || !isWellFormedKey(key)) throw unauthorized()
  return key
}

/** The digests that the key in X-API-Key may be stored under. Throws UNAUTHORIZED for what is no key. */
export async function keyDigests(request: Request, peppers: Peppers): Promise<string[]> {
  return possibleDigests(peppers, requireKeyForm(request))
}

/** The holder of the key in X-API-Key. Throws PublicError UNAUTHORIZED. */
export async function callerWithKey(db: Database, request: Request, peppers: Peppers): Promise<Caller> {
  const caller = await callerByKey(db, await keyDigests(request, peppers))
  if (caller === null) throw unauthorized()
  return caller
}

/** Compact JWS after the scheme, which is compared without case (RFC 6750 section 2.1, RFC 9110 section 11.1). */
const BEARER = /^bearer +([\w-]+\.[\w-]+\.[\w-]+) *$/i
const AUTHORIZATION_CHARACTERS_MAX = 16_384

/**
 * Whose token the Authorization header carries, checked against the identity provider's keys; whether such an account is there and open
 * is not asked here. Throws PublicError UNAUTHORIZED, or UNAVAILABLE when the keys cannot be had.
 */
export async function provenIdentity(c: BearerContext): Promise<Identity> {
  const header = c.req.raw.headers.get('authorization') ?? ''
  const token = header.length > AUTHORIZATION_CHARACTERS_MAX ? undefined : BEARER.exec(header)?.[1]
  if (token === undefined) throw unauthorized()
  const { requestId } = c.var
  const question: KeyQuestion = {
    fetchKeys: () => fetchKeySet({ url: c.env.IDP_URL, fetch: fetchOutside }),
    now: () => Date.now(),
    wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
    background: (work) => c.executionCtx.waitUntil(work),
    failed: (error) => log({ event: 'identity.keys_failed', request_id: requestId, error: describeError(error) }),
  }
  const verified = await verifyAccessToken(token, {
    issuer: issuerOf(c.env.IDP_URL),
    now: new Date(),
    findKey: (kid) => keyRing.find(kid, question),
  })
  if (verified.ok) return verified.identity
  log({ event: 'token.refused', request_id: requestId, because: verified.because })
  if (verified.refusal === 'invalid') throw unauthorized()
  throw new PublicError('UNAVAILABLE', 'Sign-in cannot be checked right now; try again shortly.', {
    headers: { 'retry-after': '5' },
  })
}

/** The account of the bearer token, opened for an unknown subject. Throws PublicError UNAUTHORIZED, or UNAVAILABLE. */
export async function callerWithBearer(
  c: BearerContext & { env: { API_KEY_PEPPER: Peppers }; var: { db: Database } },
): Promise<Caller> {
  const identity = await provenIdentity(c)
  const deps = { db: c.var.db, peppers: c.env.API_KEY_PEPPER, addressPrefix: addressPrefixOf(c.req.raw) }
  const caller = await acceptSubject(deps, identity)
  if (caller === 'closed') throw unauthorized()
  return caller
}

const KEY_USE_NOTED_MS = HOUR_MS
/** Keys remembered at once; forgetting one costs a statement that changes nothing. */
const KEYS_REMEMBERED_MAX = 10_000
const keyUses = new Map<string, number>()

/** Notes beside the request that the key is in use, at most once an hour a key and isolate. Never fails the request. */
export function noteKeyUse(
  { env, executionCtx }: { env: { DATABASE_URL: string }; executionCtx: BearerContext['executionCtx'] },
  { keyId }: Caller,
): void {
  const now = Date.now()
  if (keyId === null || now - (keyUses.get(keyId) ?? 0) < KEY_USE_NOTED_MS) return
  if (keyUses.size >= KEYS_REMEMBERED_MAX) keyUses.clear()
  keyUses.set(keyId, now)
  const requestId = newIdentifier('req')
  const noted = touchApiKey(connect(env.DATABASE_URL, requestId), keyId).catch((error: unknown) => {
    keyUses.delete(keyId)
    log({ event: 'key_use.not_noted', request_id: requestId, key_id: keyId, error: describeError(error) })
  })
  executionCtx.waitUntil(noted)
}
