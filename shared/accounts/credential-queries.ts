import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Caller } from '../platform/caller.ts'
import { type Database, rows } from '../platform/db/client.ts'
import { Tier } from '../platform/tier.ts'

const CallerRow = z.object({
  key_id: z.string(),
  kind: z.enum(['ordinary', 'playground']),
  account_id: z.string(),
  tier: Tier,
})

/** What proves a key: living key, living account. */
function keyHolder(digests: string[]): SQL {
  return sql`select k.id as key_id, k.kind, a.id as account_id, a.tier
    from api_keys k join accounts a on a.id = k.account_id
    where k.digest = any(${sql.param(digests)}::text[]) and k.revoked_at is null and a.closed_at is null`
}

export function callerOf(row: z.infer<typeof CallerRow>): Caller {
  return { accountId: row.account_id, tier: row.tier, keyId: row.key_id, playground: row.kind === 'playground' }
}

/** The holder of a key by its possible digests, or null. One indexed query; nothing is cached, so revocation and closure bite at once. */
export async function callerByKey(db: Database, digests: string[]): Promise<Caller | null> {
  const [row] = await rows(db, keyHolder(digests), CallerRow)
  return row === undefined ? null : callerOf(row)
}
