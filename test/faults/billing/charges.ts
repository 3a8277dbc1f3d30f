import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { COVERAGES } from '../../../shared/billing/tables.ts'
import { type Database, rows } from '../../../shared/platform/db/client.ts'

const Cover = z.object({
  outcome: z.enum(['covered', 'duplicate', 'void', 'refused']),
  coverage: z.enum(COVERAGES).nullable(),
  balance: z.coerce.number().int(),
})
export type Cover = z.infer<typeof Cover>

const Refund = z.object({
  outcome: z.enum(['refunded', 'void', 'duplicate']),
  balance: z.coerce.number().int(),
})
export type Refund = z.infer<typeof Refund>

/**
 * Charges an item. If `counts` is false, the item is paid only with credits and not from the quota.
 * Returns "duplicate" if the item is already charged, and "void" if it was refunded.
 */
export async function cover(
  db: Database,
  wanted: {
    subject: string
    accountId: string
    amount: number
    reason: string
    quota: number | null
    counts: boolean
  },
): Promise<Cover> {
  const query = sql`select outcome, coverage, balance from cover_subject(
    ${wanted.subject}, ${wanted.accountId}, ${wanted.amount}::bigint, ${wanted.reason}, ${wanted.quota}::integer, ${wanted.counts}::boolean)`
  return one(await rows(db, query, Cover))
}

export async function refund(
  db: Database,
  { subject, accountId }: { subject: string; accountId: string },
): Promise<Refund> {
  return one(
    await rows(
      db,
      sql`select outcome, balance from refund_subject(${subject}, ${accountId})`,
      Refund,
    ),
  )
}

function one<Row>([row]: Row[]): Row {
  if (row === undefined) throw new Error('the function returned nothing')
  return row
}
