import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { type Database, rows } from '../../../shared/platform/db/client.ts'

const Cover = z.object({
  outcome: z.enum(['covered', 'duplicate', 'void', 'refused']),
  coverage: z.enum(['quota', 'overage', 'credit', 'none']).nullable(),
  balance: z.coerce.number().int(),
})
export type Cover = z.infer<typeof Cover>

const GivenBack = z.object({ outcome: z.enum(['refunded', 'void', 'duplicate']), balance: z.coerce.number().int() })
export type GivenBack = z.infer<typeof GivenBack>

/**
 * Covers one billable subject (`<kind>:<id>`) in the decided order, once. `quota` is the tier's, null where it has none; `counts` false:
 * not an analysis, so credits only. A subject covered before answers duplicate, one given back before it was covered answers void.
 */
export async function cover(
  db: Database,
  wanted: { subject: string; accountId: string; amount: number; reason: string; quota: number | null; counts: boolean },
): Promise<Cover> {
  const query = sql`select outcome, coverage, balance from cover_subject(
    ${wanted.subject}, ${wanted.accountId}, ${wanted.amount}::bigint, ${wanted.reason}, ${wanted.quota}::integer, ${wanted.counts}::boolean)`
  return one(await rows(db, query, Cover))
}

/** Gives back exactly what the subject's charge took, once. */
export async function giveBack(
  db: Database,
  { subject, accountId }: { subject: string; accountId: string },
): Promise<GivenBack> {
  return one(await rows(db, sql`select outcome, balance from refund_subject(${subject}, ${accountId})`, GivenBack))
}

function one<Row>([row]: Row[]): Row {
  if (row === undefined) throw new Error('the function returned nothing')
  return row
}
