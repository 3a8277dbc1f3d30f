import type { Caller } from '../platform/caller.ts'
import { isoTime } from '../platform/db/client.ts'
import { unauthorized } from '../platform/http/errors.ts'
import { z } from '../platform/http/zod-openapi.ts'
import { type Quotas, quotaOf, Tier } from '../platform/tier.ts'
import { type AcceptDependencies, bearerCaller, openSubject } from './accept-subject.ts'
import * as accounts from './queries.ts'

export const MeResponse = z
  .object({
    user_id: z.string(),
    email: z.string().nullable(),
    name: z.string().nullable(),
    tier: Tier,
    status: z.string().openapi({ example: 'active' }),
    created_at: z.string(),
    credits: z.number().int(),
    usage: z.object({
      used: z.number().int(),
      quota: z.number().int().nullable().openapi({ description: 'null where the tier has no quota.' }),
      period_end: z.string(),
    }),
  })
  .openapi('MeResponse')
export type MeResponse = z.infer<typeof MeResponse>

/** An account's row as the contract shows it. */
export function presentProfile(row: accounts.ProfileRow, quotas: Quotas): MeResponse {
  return {
    user_id: row.account_id,
    email: row.email,
    name: row.name,
    tier: row.tier,
    status: row.status,
    created_at: isoTime(row.created_at),
    credits: row.credits,
    usage: { used: row.used, quota: quotaOf(row.tier, quotas), period_end: isoTime(row.period_end) },
  }
}

/**
 * The account of a checked token, read by the same query that proves it; an unknown subject gets its account here. Throws PublicError
 * UNAUTHORIZED for a closed one.
 */
export async function readProfile(
  deps: AcceptDependencies,
  identity: accounts.Identity,
  quotas: Quotas,
): Promise<{ caller: Caller; profile: MeResponse }> {
  let found = await accounts.profileBySubject(deps.db, identity)
  if (found === null || found.email_moved) {
    if ((await openSubject(deps, identity)) === 'closed') throw unauthorized()
    found = await accounts.profileBySubject(deps.db, identity)
  }
  if (found === null || found.profile.closed_at !== null) throw unauthorized()
  const { profile } = found
  return { caller: bearerCaller(profile.account_id, profile.tier), profile: presentProfile(profile, quotas) }
}
