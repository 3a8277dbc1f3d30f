import type { Context } from 'hono'
import { admitSubject } from '../accounts/accept-subject.ts'
import { verifyAccessToken } from '../accounts/access-token.ts'
import { callerByKey } from '../accounts/credential-queries.ts'
import { createKeyRing, type KeyQuestion } from '../accounts/identity-keys.ts'
import { fetchKeySet, issuerOf } from '../accounts/identity-provider.ts'
import { touch } from '../accounts/key-queries.ts'
import { isWellFormedKey, type Peppers, possibleDigests } from '../accounts/key-tokens.ts'
import type { Identity } from '../accounts/queries.ts'
import { fetchOutside } from '../jobs/job-runner.ts'
import type { Caller } from '../platform/caller.ts'
import { connect } from '../platform/db/client.ts'
import type { EndpointTraits } from '../platform/http/endpoint.ts'
import { PublicError, unauthorized } from '../platform/http/errors.ts'
import { addressPrefixOf } from '../platform/http/request-id.ts'
import { newIdentifier } from '../platform/identifiers.ts'
import { describeError, log } from '../platform/log.ts'
import type { FamilyEnv } from './family.ts'

/** What a family must need of the environment when its routes ask for a credential. */
interface CredentialBindings {
  DATABASE_URL: string
  API_KEY_PEPPER: Peppers
  IDP_URL: string
}

/** One an isolate; holds public keys and times only. */
const keyRing = createKeyRing()

/** The key in X-API-Key. A wrong checksum is refused here, without a database call. Throws UNAUTHORIZED. */
function demandKey(request: Request): string {
  const key = request.headers.get('x-api-key')
  if (key === null || !isWellFormedKey(key)) throw unauthorized()
  return key
}

/** The digests that the key in X-API-Key may be stored under. Throws UNAUTHORIZED for what is no key. */
export async function keyDigests(request: Request, peppers: Peppers): Promise<string[]> {
  return possibleDigests(peppers, demandKey(request))
}

async function callerWithKey(c: Context<FamilyEnv>, bindings: CredentialBindings): Promise<Caller> {
  const caller = await callerByKey(c.get('db'), await keyDigests(c.req.raw, bindings.API_KEY_PEPPER))
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
export async function provenIdentity(c: {
  req: { raw: Request }
  env: { IDP_URL: string }
  var: { requestId: string }
  executionCtx: { waitUntil(work: Promise<unknown>): void }
}): Promise<Identity> {
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

async function callerWithBearer(c: Context<FamilyEnv>, bindings: CredentialBindings): Promise<Caller> {
  const identity = await provenIdentity({ req: c.req, env: bindings, var: c.var, executionCtx: c.executionCtx })
  const deps = { db: c.get('db'), peppers: bindings.API_KEY_PEPPER, addressPrefix: addressPrefixOf(c.req.raw) }
  const caller = await admitSubject(deps, identity)
  if (caller === 'closed') throw unauthorized()
  return caller
}

const KEY_USE_NOTED_MS = 60 * 60_000
/** Keys remembered at once; forgetting one costs a statement that changes nothing. */
const KEYS_REMEMBERED_MAX = 10_000
const keyUses = new Map<string, number>()

/** Notes beside the request that the key is in use, at most once an hour a key and isolate. Never fails the request. */
export function noteKeyUse<Env extends FamilyEnv>(c: Context<Env>, { keyId }: Caller): void {
  const now = Date.now()
  if (keyId === null || now - (keyUses.get(keyId) ?? 0) < KEY_USE_NOTED_MS) return
  if (keyUses.size >= KEYS_REMEMBERED_MAX) keyUses.clear()
  keyUses.set(keyId, now)
  const { DATABASE_URL } = c.env as unknown as CredentialBindings
  const requestId = newIdentifier('req')
  const noted = touch(connect(DATABASE_URL, requestId), keyId).catch((error: unknown) => {
    keyUses.delete(keyId)
    log({ event: 'key_use.not_noted', request_id: requestId, key_id: keyId, error: describeError(error) })
  })
  c.executionCtx.waitUntil(noted)
}

/**
 * Sets `db`, proves the route's credential and returns whose it is. The API key wins on routes that take one. null on open routes and
 * on those whose credential is joined with their own query, which call `admit` themselves. Throws PublicError UNAUTHORIZED, UNAVAILABLE.
 */
export async function authenticate<Env extends FamilyEnv>(
  c: Context<Env>,
  traits: EndpointTraits,
): Promise<Caller | null> {
  const bindings = c.env as unknown as Partial<CredentialBindings>
  if (bindings.DATABASE_URL !== undefined) c.set('db', connect(bindings.DATABASE_URL, c.get('requestId')))
  if (traits.credential === 'none') return null
  if (traits.credentialJoined === true) {
    if (traits.credential === 'key') demandKey(c.req.raw)
    return null
  }
  const withKey = traits.credential !== 'bearer' && c.req.header('x-api-key') !== undefined
  if (!withKey && traits.credential === 'key') throw unauthorized()
  const prove = withKey ? callerWithKey : callerWithBearer
  return prove(c as unknown as Context<FamilyEnv>, c.env as unknown as CredentialBindings)
}
