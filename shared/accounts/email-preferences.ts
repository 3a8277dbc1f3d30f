import { actorOf, doerOf } from '../platform/actor.ts'
import type { Caller } from '../platform/caller.ts'
import type { Database } from '../platform/db/client.ts'
import { unauthorized } from '../platform/http/errors.ts'
import { z } from '../platform/http/zod-openapi.ts'
import type { Services } from '../platform/services/index.ts'
import * as accounts from './queries.ts'

export const EmailPreferencesResponse = z
  .object({ digest_enabled: z.boolean(), lifecycle_enabled: z.boolean() })
  .openapi('EmailPreferencesResponse')
export type EmailPreferencesResponse = z.infer<typeof EmailPreferencesResponse>

export const EmailPreferencesUpdate = z
  .strictObject({ digest_enabled: z.boolean().optional(), lifecycle_enabled: z.boolean().optional() })
  .openapi('EmailPreferencesUpdate')
export type EmailPreferencesUpdate = z.infer<typeof EmailPreferencesUpdate>

/** Throws PublicError UNAUTHORIZED when the account was closed meanwhile. */
export async function readEmailPreferences(db: Database, caller: Caller): Promise<EmailPreferencesResponse> {
  const preferences = await accounts.emailPreferences(db, caller.accountId)
  if (preferences === null) throw unauthorized()
  return preferences
}

/** Merges the update in: what it does not name keeps its value. Throws PublicError UNAUTHORIZED. */
export async function changeEmailPreferences(
  services: Pick<Services, 'db' | 'requestId'>,
  caller: Caller,
  update: EmailPreferencesUpdate,
): Promise<EmailPreferencesResponse> {
  const saved = await accounts.setEmailPreferences(services.db, actorOf(doerOf(services, caller)), update)
  if (saved.outcome === 'closed') throw unauthorized()
  return { digest_enabled: saved.digest_enabled, lifecycle_enabled: saved.lifecycle_enabled }
}
