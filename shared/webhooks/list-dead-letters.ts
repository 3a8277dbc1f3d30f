import type { Caller } from '../platform/caller.ts'
import { type Database, isoTime } from '../platform/db/client.ts'
import type { PageMeta } from '../platform/http/envelope.ts'
import { z } from '../platform/http/zod-openapi.ts'
import * as deliveries from './queries.ts'

export const DeadLetter = z
  .object({
    delivery_id: z.string(),
    job_id: z.string(),
    url: z.string(),
    attempts: z.number().int(),
    last_response_code: z.number().int().nullable(),
    last_error: z.string().nullable(),
    dead_lettered_at: z.string(),
  })
  .openapi('DeadLetter')
export type DeadLetter = z.infer<typeof DeadLetter>

/** One page of the caller's dead-lettered deliveries, newest first. */
export async function listDeadLetters(
  db: Database,
  caller: Caller,
  wanted: { limit: number; offset: number },
): Promise<{ letters: DeadLetter[]; meta: PageMeta }> {
  const found = await deliveries.deadLetters(db, caller.accountId, wanted)
  const letters = found.slice(0, wanted.limit).map(({ id, subject_id, dead_lettered_at, ...rest }) => ({
    delivery_id: id,
    job_id: subject_id,
    ...rest,
    dead_lettered_at: isoTime(dead_lettered_at),
  }))
  return { letters, meta: { ...wanted, has_more: found.length > wanted.limit } }
}
