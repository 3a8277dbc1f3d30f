import type { Caller } from '../platform/caller.ts'
import type { Database } from '../platform/db/client.ts'
import { unauthorized } from '../platform/http/errors.ts'
import { auditOriginOf, requestOriginOf } from '../platform/request-origin.ts'
import type { Services } from '../platform/services/index.ts'
import * as accounts from './queries.ts'

export async function readEmailPreferences(
  db: Database,
  caller: Caller,
): Promise<accounts.EmailPreferences> {
  const preferences = await accounts.emailPreferences(db, caller.accountId)
  if (preferences === null) throw unauthorized()
  return preferences
}

export async function changeEmailPreferences(
  services: Pick<Services, 'db' | 'requestId'>,
  caller: Caller,
  update: accounts.EmailPreferencesUpdate,
): Promise<accounts.EmailPreferences> {
  const saved = await accounts.setEmailPreferences(
    services.db,
    auditOriginOf(requestOriginOf(services, caller)),
    update,
  )
  if (saved.outcome === 'closed') throw unauthorized()
  return saved
}
