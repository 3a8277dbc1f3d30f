import { actorOf, doerOf } from '../platform/actor.ts'
import type { Caller } from '../platform/caller.ts'
import type { Database } from '../platform/db/client.ts'
import { unauthorized } from '../platform/http/errors.ts'
import type { Services } from '../platform/services/index.ts'
import * as accounts from './queries.ts'

/** Throws PublicError UNAUTHORIZED when the account was closed meanwhile. */
export async function readEmailPreferences(db: Database, caller: Caller): Promise<accounts.EmailPreferences> {
  const preferences = await accounts.emailPreferences(db, caller.accountId)
  if (preferences === null) throw unauthorized()
  return preferences
}

/** Merges the update in: what it does not name keeps its value. Throws PublicError UNAUTHORIZED. */
export async function changeEmailPreferences(
  services: Pick<Services, 'db' | 'requestId'>,
  caller: Caller,
  update: accounts.EmailPreferencesUpdate,
): Promise<accounts.EmailPreferences> {
  const saved = await accounts.setEmailPreferences(services.db, actorOf(doerOf(services, caller)), update)
  if (saved.outcome === 'closed') throw unauthorized()
  return saved
}
