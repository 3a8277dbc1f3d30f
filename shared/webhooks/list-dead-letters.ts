import type { Caller } from '../platform/caller.ts'
import type { Database } from '../platform/db/client.ts'
import type { PageMeta } from '../platform/http/envelope.ts'
import * as deliveries from './queries.ts'

export async function listDeadLetters(
  db: Database,
  caller: Caller,
  wanted: { limit: number; offset: number },
): Promise<{ letters: deliveries.DeadLetter[]; meta: PageMeta }> {
  const found = await deliveries.deadLetters(db, caller.accountId, wanted)
  return {
    letters: found.slice(0, wanted.limit),
    meta: { ...wanted, has_more: found.length > wanted.limit },
  }
}
