import { z } from 'zod'
import { callFunction, type Database } from '../platform/db/client.ts'

/** A question that is about to be asked of a model. */
export interface LlmReservation {
  use_id: string
  account_id: string
  /** The job or correlation that asks. */
  subject: string
  purpose: 'llm' | 'vision' | 'summary'
  provider: string
  model: string
  paid_by: 'request' | 'account' | 'service'
  reserved_tokens: number
  daily_tokens: number
}

const Reservation = z.object({ outcome: z.enum(['granted', 'capped']) })

/** Counts the question before it is asked; capped: the account has had its tokens of the day. */
export async function reserve(db: Database, reservation: LlmReservation): Promise<'granted' | 'capped'> {
  return (await callFunction(db, 'reserve_llm_use', { ...reservation }, Reservation)).outcome
}

export interface LlmSettlement {
  use_id: string
  input_tokens: number
  output_tokens: number
  cost_micro_usd: number | null
  /** answered, or why not. */
  ended: string
}

/** Writes down what the question took, once. */
export async function settle(db: Database, settlement: LlmSettlement): Promise<void> {
  await callFunction(db, 'settle_llm_use', { ...settlement }, z.object({ settled: z.boolean() }))
}
