import { z } from 'zod'
import { callFunction, type Database } from '../platform/db/client.ts'

const Begun = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('started'), operation_suffix: z.string() }),
  z.object({
    outcome: z.literal('replay'),
    status: z.number(),
    headers: z.record(z.string(), z.string()),
    body: z.string(),
  }),
  z.object({ outcome: z.literal('mismatch') }),
  z.object({ outcome: z.literal('in_progress') }),
])

export type Begun = z.infer<typeof Begun>

export interface IdempotentTry {
  account_id: string
  key: string
  operation_suffix: string
}

/** Starts an operation under a key, or tells what is known of it. */
export async function begin(
  db: Database,
  attempt: IdempotentTry & { request_hash: string; lease_seconds: number },
): Promise<Begun> {
  return callFunction(db, 'begin_idempotent', { ...attempt }, Begun)
}

/** Ends a try: its answer is kept for replay, or only its names, or nothing of it. */
export async function end(
  db: Database,
  attempt: IdempotentTry,
  kept:
    | { keep: 'answer'; status: number; headers: Record<string, string>; body: string }
    | { keep: 'names' | 'nothing' },
): Promise<void> {
  await callFunction(db, 'end_idempotent', { ...attempt, ...kept }, z.object({ outcome: z.literal('ended') }))
}
