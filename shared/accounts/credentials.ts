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
import { createKeyRing, type KeyQuestion } from './identity-keys.ts'
import { fetchKeySet, issuerOf } from './identity-provider.ts'
import { isWellFormedKey, possibleDigests } from './key-tokens.ts'
import { holderByKey, type Identity, touchApiKey } from './queries.ts'

type Connected = Pick<Services, 'requestId' | 'env' | 'fetch' | 'background'>

/** One key ring per isolate; it holds public keys and times only. */
const keyRing = createKeyRing()

/** A credential whose form, and for a bearer token whose signature, is checked, before the account behind it is read. */
export type Proof =
  /** The digests that an API key may be stored under. */
  | { digests: string[] }
  | { identity: Identity; addressPrefix: string | null }
  /** A caller whom the Worker itself has proven. */
  | { holder: Holder }

/**
 * The credential that a request brings; an API key wins on routes that take one. A key with a wrong checksum is refused here, without a
 * query. Throws PublicError UNAUTHORIZED, or UNAVAILABLE when the identity provider's keys cannot be fetched.
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

/** The account behind a credential, opened for an unknown subject: one query. Throws PublicError UNAUTHORIZED. */
export async function holderOf(
  services: Pick<Services, 'db' | 'env' | 'sendHints' | 'background'>,
  proof: Proof,
): Promise<Holder> {
  if ('holder' in proof) return proof.holder
  const holder =
    'digests' in proof
      ? await holderByKey(services.db, proof.digests)
      : await acceptSubject(services, proof.identity, proof.addressPrefix)
  if (holder === null || holder === 'closed') throw unauthorized()
  return holder
}

/** Compact JWS after the scheme, which is compared without case (RFC 6750 section 2.1, RFC 9110 section 11.1). */
const BEARER = /^bearer +([\w-]+\.[\w-]+\.[\w-]+) *$/i
const AUTHORIZATION_CHARACTERS_MAX = 16_384

/** The claims of the token in an Authorization header, checked against the identity provider's keys. */
async function provenIdentity(services: Connected, authorization: string): Promise<Identity> {
  const token = authorization.length > AUTHORIZATION_CHARACTERS_MAX ? undefined : BEARER.exec(authorization)?.[1]
  if (token === undefined) throw unauthorized()
  const { requestId, fetch, env, background } = services
  const question: KeyQuestion = {
    fetchKeys: () => fetchKeySet({ url: env.IDP_URL, fetch }),
    now: () => Date.now(),
    wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
    background,
    failed: (error) => log({ event: 'identity.keys_failed', request_id: requestId, error: describeError(error) }),
  }
  const verified = await verifyAccessToken(token, {
    issuer: issuerOf(env.IDP_URL),
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

const KEY_USE_NOTED_MS = HOUR_MS
/** Keys remembered at once; forgetting one costs a statement that changes nothing. */
const KEYS_REMEMBERED_MAX = 10_000
const keyUses = new Map<string, number>()

/** Notes beside the request that the key is in use, at most once an hour per key and isolate. Never fails the request. */
export function noteKeyUse({ env, background }: Pick<Services, 'env' | 'background'>, { keyId }: Holder): void {
  const now = Date.now()
  if (keyId === null || now - (keyUses.get(keyId) ?? 0) < KEY_USE_NOTED_MS) return
  if (keyUses.size >= KEYS_REMEMBERED_MAX) keyUses.clear()
  keyUses.set(keyId, now)
  const requestId = newIdentifier('req')
  const noted = touchApiKey(connect(env.DATABASE_URL, requestId), keyId).catch((error: unknown) => {
    keyUses.delete(keyId)
    log({ event: 'key_use.not_noted', request_id: requestId, key_id: keyId, error: describeError(error) })
  })
  background(noted)
}
