import type { Holder } from '../platform/caller.ts'
import { isoTime } from '../platform/db/client.ts'
import { unauthorized } from '../platform/http/errors.ts'
import { z } from '../platform/http/zod-openapi.ts'
import type { Services } from '../platform/services/index.ts'
import { type Quotas, quotaOf, Tier } from '../platform/tier.ts'
import { bearerHolder, openSubject } from './accept-subject.ts'
import { holderOf, type Proof } from './credentials.ts'
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
 * The account behind a credential, read by the same query that proves a token; an unknown subject gets its account here. Throws PublicError
 * UNAUTHORIZED for a closed one.
 */
export async function profileForProof(
  services: Pick<Services, 'db' | 'env' | 'sendHints'>,
  proof: Proof,
): Promise<{ holder: Holder; joined: accounts.ProfileRow }> {
  const profile = 'identity' in proof ? await ofSubject(services, proof) : await ofHolder(services, proof)
  if (profile === null || profile.closed_at !== null) throw unauthorized()
  return { holder: bearerHolder(profile.account_id, profile.tier), joined: profile }
}

async function ofSubject(
  services: Pick<Services, 'db' | 'env' | 'sendHints'>,
  { identity, addressPrefix }: Extract<Proof, { identity: unknown }>,
): Promise<accounts.ProfileRow | null> {
  const found = await accounts.profileBySubject(services.db, identity)
  if (found !== null && !found.email_moved) return found.profile
  if ((await openSubject(services, identity, addressPrefix)) === 'closed') return null
  return (await accounts.profileBySubject(services.db, identity))?.profile ?? null
}

async function ofHolder(
  services: Pick<Services, 'db' | 'env' | 'sendHints'>,
  proof: Proof,
): Promise<accounts.ProfileRow | null> {
  return accounts.profileOf(services.db, (await holderOf(services, proof)).accountId)
}
