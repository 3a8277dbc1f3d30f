import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { type Database, rows } from '../platform/db/client.ts'

const Slot = z.object({ taken: z.boolean(), retry_after_seconds: z.number().int() })
export type Slot = z.infer<typeof Slot>

/**
 * One of `limit` slots that `holder` has in any `windowSeconds`, counted in Postgres: exact under concurrency and independent of the
 * cache. `slotId` names the act, so that a repeated question takes one slot only.
 */
export async function takeSlot(
  db: Database,
  {
    slotId,
    limitName,
    holder,
    limit,
    windowSeconds,
  }: { slotId: string; limitName: string; holder: string; limit: number; windowSeconds: number },
): Promise<Slot> {
  const query = sql`select * from take_slot(${slotId}, ${limitName}, ${holder}, ${limit}, make_interval(secs => ${windowSeconds}))`
  const [row] = await rows(db, query, Slot)
  if (row === undefined) throw new Error('take_slot returned nothing')
  return row
}

/** Gives a slot back before its time is over. A slot that is not there is given back already. */
export async function giveBackSlot(db: Database, slotId: string): Promise<void> {
  await db.execute(sql`delete from rate_slots where id = ${slotId}`)
}
