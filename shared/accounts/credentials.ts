import type { Holder } from '../platform/caller.ts'
import { HOUR_MS } from '../platform/clock.ts'
import { connect } from '../platform/db/client.ts'
import { PublicError, unauthorized } from '../platform/http/errors.ts'
import { addressPrefixOf } from '../platform/http/request-id.ts'
import { newIdentifier } from '../platform/identifiers.ts'
import { describeError, log } from '../platform/log.ts'
import type { Services } from '../platform/services/index.ts'
import { acceptSubject } from './accept-subject.ts'
import { verifyAccessToken } from './access-token.ts'
import { createKeyRing, type KeySource } from './identity-keys.ts'
import { fetchKeySet, issuerOf } from './identity-provider.ts'
import { isWellFormedKey, possibleDigests } from './key-tokens.ts'
import { holderByKey, type Identity, recordKeyUse as storeKeyUse } from './queries.ts'

type Connected = Pick<Services, 'requestId' | 'env' | 'fetch' | 'background'>

// Public keys of the identity provider. They contain no data of a request, so all requests of the
// isolate share them.
const keyRing = createKeyRing()

/**
 * A credential that was checked without a query to Postgres. For an API key, only the checksum was
 * checked. `holder` is set if another Worker has already authenticated the caller.
 */
export type Proof =
  | { digests: string[] }
  | { identity: Identity; addressPrefix: string | null }
  | { holder: Holder }

/**
 * Checks the credential of a request without a query to Postgres. If the request has an API key and
 * a bearer token, the key is used. Throws PublicError UNAUTHORIZED, for example for a key with a
 * wrong checksum, or UNAVAILABLE if the identity provider does not respond.
 */
export async function proofOf(
  services: Connected,
  request: Request,
  credential: 'key' | 'bearer' | 'bearer or key',
): Promise<Proof> {
  const key = request.headers.get('x-api-key')
  if (credential !== 'bearer' && key !== null) {
    if (!isWellFormedKey(key)) throw unauthorized()
    return { digests: await possibleDigests(services.env.API_KEY_PEPPER, key) }
  }
  if (credential === 'key') throw unauthorized()
  const identity = await provenIdentity(services, request.headers.get('authorization') ?? '')
  return { identity, addressPrefix: addressPrefixOf(request) }
}

/**
 * Returns the account of a credential. The first token of a user creates the account. Throws
 * PublicError UNAUTHORIZED, or the error `closedAccount()` for the token of a closed account.
 */
export async function holderOf(
  services: Pick<Services, 'db' | 'env' | 'sendHints' | 'background'>,
  proof: Proof,
  closedAccount: () => PublicError = unauthorized,
): Promise<Holder> {
  if ('holder' in proof) return proof.holder
  const holder =
    'digests' in proof
      ? await holderByKey(services.db, proof.digests)
      : await acceptSubject(services, proof.identity, proof.addressPrefix)
  if (holder === 'closed') throw closedAccount()
  if (holder === null) throw unauthorized()
  return holder
}

// Matches a bearer token (RFC 6750 section 2.1) that is a JWT. The word "Bearer" is not
// case-sensitive (RFC 9110 section 11.1).
const BEARER = /^bearer +([\w-]+\.[\w-]+\.[\w-]+) *$/i
const AUTHORIZATION_CHARACTERS_MAX = 16_384

async function provenIdentity(services: Connected, authorization: string): Promise<Identity> {
  const token =
    authorization.length > AUTHORIZATION_CHARACTERS_MAX
      ? undefined
      : BEARER.exec(authorization)?.[1]
  if (token === undefined) throw unauthorized()
  return identityOfToken(services, token)
}

/**
 * Checks a bearer token. Throws PublicError UNAUTHORIZED for an invalid token, or UNAVAILABLE if
 * the keys of the identity provider cannot be fetched.
 */
export async function identityOfToken(services: Connected, token: string): Promise<Identity> {
  const { requestId, fetch, env, background } = services
  const source: KeySource = {
    fetchKeys: () => fetchKeySet({ url: env.IDP_URL, fetch }),
    now: () => Date.now(),
    wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
    background,
    mayBeEmpty: env.IDP_JWT_SECRET !== undefined,
    failed: (error) =>
      log({ event: 'identity.keys_failed', request_id: requestId, error: describeError(error) }),
  }
  const verified = await verifyAccessToken(token, {
    issuer: issuerOf(env.IDP_URL),
    now: new Date(),
    findKey: (kid) => keyRing.find(kid, source),
    sharedSecret: env.IDP_JWT_SECRET,
  })
  if (verified.ok) return verified.identity
  log({ event: 'token.refused', request_id: requestId, because: verified.because })
  if (verified.refusal === 'invalid') throw unauthorized()
  throw new PublicError('UNAVAILABLE', 'Sign-in cannot be checked right now; try again shortly.', {
    headers: { 'retry-after': '5' },
  })
}

const KEY_USE_RECORDED_EVERY_MS = HOUR_MS
const KEYS_REMEMBERED_MAX = 10_000
const keyUses = new Map<string, number>()

/** Stores the use at most once an hour per key and isolate. An error is only logged. */
export function recordKeyUse(
  { env, background }: Pick<Services, 'env' | 'background'>,
  { keyId }: Holder,
): void {
  const now = Date.now()
  if (keyId === null || now - (keyUses.get(keyId) ?? 0) < KEY_USE_RECORDED_EVERY_MS) return
  if (keyUses.size >= KEYS_REMEMBERED_MAX) keyUses.clear()
  keyUses.set(keyId, now)
  const requestId = newIdentifier('req')
  const recorded = storeKeyUse(connect(env.DATABASE_URL, requestId), keyId).catch(
    (error: unknown) => {
      keyUses.delete(keyId)
      log({
        event: 'key_use.record_failed',
        request_id: requestId,
        key_id: keyId,
        error: describeError(error),
      })
    },
  )
  background(recorded)
}

/** Name of the credential that identifies it in the limit of its client network. */
export function nameOfProof(proof: Proof): string | undefined {
  if ('identity' in proof) return proof.identity.subject
  return 'digests' in proof ? proof.digests[0] : undefined
}
