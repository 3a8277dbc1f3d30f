import { acceptSubject, bearerHolder } from '../accounts/accept-subject.ts'
import { readWithinAddressLimit } from '../accounts/address-limit.ts'
import { identityOfToken } from '../accounts/credentials.ts'
import { refreshSession } from '../accounts/identity-provider.ts'
import type { Holder } from '../platform/caller.ts'
import { DAY_SECONDS } from '../platform/clock.ts'
import { SealBroken, seal, unseal } from '../platform/crypto/seal.ts'
import { isoTime } from '../platform/db/client.ts'
import { PublicError, unauthorized } from '../platform/http/errors.ts'
import { addressPrefixOf } from '../platform/http/request-id.ts'
import { describeError, log } from '../platform/log.ts'
import type { Services } from '../platform/services/index.ts'
import {
  claimRenewal,
  deleteSession,
  releaseRenewal,
  type SessionRow,
  sessionById,
  storeRenewal,
} from './queries.ts'
import { refreshTokenPurpose, sealCookie, sessionIdIn } from './session-cookie.ts'

/** A session ends if nobody uses it for this time. The cookie ends after the same time. */
export const SESSION_IDLE_SECONDS = 30 * DAY_SECONDS
/** A session is renewed if its access token expires in less than this time. */
const RENEWED_BELOW_SECONDS = 60
// Time after which another request may renew the session. It is longer than the time limit of the
// call to the identity provider, so only a request that crashed loses its lease.
const RENEWAL_LEASE_SECONDS = 20
const RENEWAL_WAIT_MS = 10_000
const RENEWAL_POLL_MS = 150

/**
 * `expiresAt` (ISO 8601): end of the access token. The service renews the session before this time.
 */
export interface UserSession {
  user: { id: string; email: string | null }
  expiresAt: string
}

/**
 * `cookie`: value of the cookie after a renewal, to be sent so that the cookie ends later; else
 * null.
 */
export interface ReadSession {
  holder: Holder
  session: UserSession
  cookie: string | null
}

type Needed = Pick<
  Services,
  'db' | 'env' | 'fetch' | 'requestId' | 'sendHints' | 'background' | 'now'
>

export const userSessionOf = ({ accountId, email, accessExpiresAt }: SessionRow): UserSession => ({
  user: { id: accountId, email },
  expiresAt: isoTime(accessExpiresAt),
})

const unavailable = () =>
  new PublicError('UNAVAILABLE', 'Your session cannot be checked right now; try again shortly.', {
    headers: { 'retry-after': '5' },
  })

/**
 * Reads the session of a cookie. Renews it if its access token expires in less than a minute;
 * parallel requests share one renewal. Throws PublicError:
 * - UNAUTHORIZED: forged cookie, ended session, closed account, or user refused by the provider
 * - UNAVAILABLE: the access token has expired and the provider is unreachable
 * - RATE_LIMITED
 */
export async function readSession(
  services: Needed,
  request: Request,
  cookie: string | undefined,
): Promise<ReadSession> {
  return readWithinAddressLimit(services, request, {
    prove: async () => {
      const id = await sessionIdIn(services.env.SEAL_KEYS, cookie)
      if (id === null) throw unauthorized()
      return id
    },
    nameOf: (id) => id,
    read: async (id) => {
      const row = await sessionById(services.db, id)
      if (row === null) throw unauthorized()
      if (row.secondsLeft >= RENEWED_BELOW_SECONDS) return presented(row, null)
      return renewed(services, row, addressPrefixOf(request))
    },
  })
}

const presented = (row: SessionRow, cookie: string | null): ReadSession => ({
  holder: bearerHolder(row.accountId, row.tier),
  session: userSessionOf(row),
  cookie,
})

async function renewed(
  services: Needed,
  row: SessionRow,
  addressPrefix: string | null,
): Promise<ReadSession> {
  const { db, env } = services
  const sealed = await claimRenewal(db, row, RENEWAL_LEASE_SECONDS)
  const isValid = row.secondsLeft > 0
  if (sealed === null) return isValid ? presented(row, null) : afterOtherRenewal(services, row)
  const outcome = await renewAtProvider(services, row, sealed, addressPrefix)
  switch (outcome) {
    case 'ended':
      await deleteSession(db, row.id)
      throw unauthorized()
    case 'unavailable':
      await releaseRenewal(db, row)
      if (isValid) return presented(row, null)
      throw unavailable()
    case 'renewed': {
      const current = await sessionById(db, row.id)
      if (current === null) throw unauthorized()
      return presented(current, await sealCookie(env.SEAL_KEYS, row.id))
    }
    default:
      return outcome satisfies never
  }
}

// Waits for the renewal by another request. If that renewal fails, this request does not try again,
// because all waiting requests would then ask the provider at once.
async function afterOtherRenewal(services: Needed, row: SessionRow): Promise<ReadSession> {
  const deadline = services.now().getTime() + RENEWAL_WAIT_MS
  while (services.now().getTime() < deadline) {
    await new Promise((resolve) => setTimeout(resolve, RENEWAL_POLL_MS))
    const current = await sessionById(services.db, row.id)
    if (current === null) throw unauthorized()
    if (current.accessExpiresAt !== row.accessExpiresAt) return presented(current, null)
    if (!current.isRenewing) throw unavailable()
  }
  throw unavailable()
}

async function renewAtProvider(
  services: Needed,
  row: SessionRow,
  sealed: string,
  addressPrefix: string | null,
): Promise<'renewed' | 'ended' | 'unavailable'> {
  const { db, env, fetch, requestId } = services
  const purpose = refreshTokenPurpose(row.id)
  try {
    const service = {
      url: env.IDP_URL,
      publishableKey: env.IDP_PUBLISHABLE_KEY,
      serviceKey: env.IDP_SERVICE_KEY,
      fetch,
    }
    const answer = await refreshSession(service, await unseal(env.SEAL_KEYS, purpose, sealed))
    if (answer.outcome === 'refused') {
      log({
        event: 'session.refused',
        request_id: requestId,
        session_id: row.id,
        because: answer.because,
      })
      return 'ended'
    }
    const {
      access_token: accessToken,
      refresh_token: refreshToken,
      expires_in: accessSeconds,
    } = answer.session
    const holder = await acceptSubject(
      services,
      await identityOfToken(services, accessToken),
      addressPrefix,
    )
    if (holder === 'closed' || holder.accountId !== row.accountId) return 'ended'
    await storeRenewal(db, row, {
      refreshTokenSealed: await seal(env.SEAL_KEYS, purpose, refreshToken),
      accessSeconds,
      idleSeconds: SESSION_IDLE_SECONDS,
    })
    return 'renewed'
  } catch (error) {
    log({
      event: 'session.renewal_failed',
      request_id: requestId,
      session_id: row.id,
      error: describeError(error),
    })
    // The key that sealed the refresh token is gone, so the user must sign in again. All other
    // failures are temporary.
    return error instanceof SealBroken ? 'ended' : 'unavailable'
  }
}
