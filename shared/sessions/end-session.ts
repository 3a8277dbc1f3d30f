import type { Services } from '../platform/services/index.ts'
import { deleteSession } from './queries.ts'
import { sessionIdIn } from './session-cookie.ts'

/**
 * Ends the session of a cookie, so copies of the cookie are invalid too. Other sessions of the user
 * continue. A call can be repeated.
 */
export async function endSession(
  services: Pick<Services, 'db' | 'env'>,
  cookie: string | undefined,
): Promise<void> {
  const id = await sessionIdIn(services.env.SEAL_KEYS, cookie)
  if (id !== null) await deleteSession(services.db, id)
}
