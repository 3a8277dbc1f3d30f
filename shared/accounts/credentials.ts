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

/** Kinds of credential that a route takes. */
export type Accepted = 'key' | 'bearer' | 'bearer or key'

/**
 * Checks the credential of a request without a query to Postgres. An API key may also be sent as a
 * bearer token. If the request has X-API-Key and Authorization, X-API-Key is used, except on routes
 * that take only access tokens. There the proof of an API key is returned too, and `requireKind`
 * refuses it when it is known to be valid. Throws PublicError UNAUTHORIZED, for example for a key
 * with a wrong checksum, or UNAVAILABLE if the identity provider does not respond.
 */
export async function proofOf(
  services: Connected,
  request: Request,
  accepted: Accepted,
): Promise<Proof> {
  const sent = sentCredential(request, accepted)
  if (sent === null) throw unauthorized()
  if (sent.kind === 'key') {
    if (!isWellFormedKey(sent.text)) throw unauthorized()
    return { digests: await possibleDigests(services.env.API_KEY_PEPPER, sent.text) }
  }
  const identity = await identityOfToken(services, sent.text)
  if (accepted === 'key') throw wrongKind(accepted)
  return { identity, addressPrefix: addressPrefixOf(request) }
}

/** Throws PublicError UNAUTHORIZED for the valid API key of a request that needs a token. */
export function requireKind(accepted: Accepted, { keyId }: Holder): void {
  if (accepted === 'bearer' && keyId !== null) throw wrongKind(accepted)
}

// The caller owns a valid credential of the other kind, so the answer reveals nothing to a stranger
// and may differ from that for an invalid one.
const wrongKind = (accepted: 'key' | 'bearer') =>
  new PublicError(
    'UNAUTHORIZED',
    accepted === 'key'
      ? 'This route takes an API key: send X-API-Key.'
      : 'This route takes an access token: send Authorization: Bearer.',
  )

interface SentCredential {
  kind: 'key' | 'token'
  text: string
}

function sentCredential({ headers }: Request, accepted: Accepted): SentCredential | null {
  const [key, authorization] = [headers.get('x-api-key'), headers.get('authorization')]
  if (key !== null && (accepted !== 'bearer' || authorization === null))
    return { kind: 'key', text: key }
  const tooLong = (authorization ?? '').length > AUTHORIZATION_CHARACTERS_MAX
  const [, token, bearerKey] = tooLong ? [] : (BEARER.exec(authorization ?? '') ?? [])
  if (bearerKey !== undefined) return { kind: 'key', text: bearerKey }
  return token === undefined ? null : { kind: 'token', text: token }
}

// Matches a bearer token (RFC 6750 section 2.1) that is a JWT or an API key. The word "Bearer" is
// not case-sensitive (RFC 9110 section 11.1).
const BEARER = /^bearer +(?:([\w-]+\.[\w-]+\.[\w-]+)|(d[ap]k_\w+)) *$/i
const AUTHORIZATION_CHARACTERS_MAX = 16_384

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
