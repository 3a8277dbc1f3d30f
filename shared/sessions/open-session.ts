import { acceptSubject } from '../accounts/accept-subject.ts'
import { identityOfToken } from '../accounts/credentials.ts'
import type { MagicLink } from '../accounts/identity-provider.ts'
import { signIn } from '../accounts/sign-in.ts'
import { seal } from '../platform/crypto/seal.ts'
import { unauthorized } from '../platform/http/errors.ts'
import { addressPrefixOf, clientNetworkOf } from '../platform/http/request-id.ts'
import { newIdentifier } from '../platform/identifiers.ts'
import type { Services } from '../platform/services/index.ts'
import { endSession } from './end-session.ts'
import { insertSession, sessionById } from './queries.ts'
import { SESSION_IDLE_SECONDS, type UserSession, userSessionOf } from './read-session.ts'
import { refreshTokenPurpose, sealCookie } from './session-cookie.ts'

/**
 * Opens a session. The first session of a user creates the account. The session of the previous
 * cookie ends: the new cookie replaces the old one, so nobody could sign out of that session any
 * more. Throws the errors of `signIn`, and PublicError UNAUTHORIZED for a closed account.
 */
export async function openSession(
  services: Pick<Services, 'db' | 'env' | 'fetch' | 'requestId' | 'sendHints' | 'background'>,
  link: MagicLink,
  request: Request,
  previousCookie: string | undefined,
): Promise<{ session: UserSession; cookie: string }> {
  const { db, env } = services
  const given = await signIn(services, link, clientNetworkOf(request))
  const identity = await identityOfToken(services, given.access_token)
  const holder = await acceptSubject(services, identity, addressPrefixOf(request))
  if (holder === 'closed') throw unauthorized()
  const id = newIdentifier('ses')
  await insertSession(db, {
    id,
    accountId: holder.accountId,
    refreshTokenSealed: await seal(env.SEAL_KEYS, refreshTokenPurpose(id), given.refresh_token),
    accessSeconds: given.expires_in,
    idleSeconds: SESSION_IDLE_SECONDS,
  })
  await endSession(services, previousCookie)
  const row = await sessionById(db, id)
  if (row === null) throw unauthorized()
  return { session: userSessionOf(row), cookie: await sealCookie(env.SEAL_KEYS, id) }
}
