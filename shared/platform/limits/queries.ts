import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { type Database, rows } from '../db/client.ts'
import { newIdentifier } from '../identifiers.ts'

const Permit = z.object({ taken: z.boolean(), retry_after_seconds: z.number().int() })

/**
 * Takes one of `limit` permits of a holder (an account or a client) for `leaseSeconds`. The count
 * is exact for concurrent requests and does not depend on Redis.
 */
export async function takePermit(
  db: Database,
  wanted: {
    limitName: string
    holder: string
    limit: number
    leaseSeconds: number
  },
): Promise<z.infer<typeof Permit>> {
  const { limitName, holder, limit, leaseSeconds } = wanted
  const query = sql`select * from take_permit(
    ${newIdentifier('prm')}, ${limitName}, ${holder}, ${limit}, make_interval(secs => ${leaseSeconds}))`
  const [row] = await rows(db, query, Permit)
  if (row === undefined) throw new Error('take_permit returned no row')
  return row
}
