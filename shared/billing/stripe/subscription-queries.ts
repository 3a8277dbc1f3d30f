import { z } from 'zod'
import { callFunction, type Database } from '../../platform/db/client.ts'

export interface SubscriptionFacts {
  subscription_id: string
  customer_id: string
  account_id: string | null
  status: 'none' | 'active' | 'trialing' | 'past_due' | 'canceled'
  /** Null: a price that belongs to no tier. */
  tier: 'pro' | 'team' | 'enterprise' | null
  metered: boolean
  /** Seconds since 1970. */
  period_start: number | null
  period_end: number | null
  cancel_at_period_end: boolean
  created: number
  replaces: string | null
  reading: number
}

/** Keeps one reading of a subscription; the account carries the one that counts. A reading older than the one kept changes nothing. */
export async function apply(
  db: Database,
  facts: SubscriptionFacts,
): Promise<'applied' | 'stale' | 'closed' | 'unknown'> {
  const answer = z.object({ outcome: z.enum(['applied', 'stale', 'closed', 'unknown']) })
  return (await callFunction(db, 'apply_subscription', { ...facts }, answer)).outcome
}
