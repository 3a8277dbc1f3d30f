import type { Caller } from '../platform/caller.ts'
import type { Database } from '../platform/db/client.ts'
import type { PageMeta } from '../platform/http/envelope.ts'
import { unauthorized } from '../platform/http/errors.ts'
import type { Services } from '../platform/services/index.ts'
import { quotaOf } from '../platform/tier.ts'
import { overageCurrency, overageUnitAmount } from './payment-settings.ts'
import * as money from './queries.ts'

const LIVE = new Set<money.BillingRow['subscriptionStatus']>(['active', 'trialing', 'past_due'])

export const isLive = ({ subscriptionStatus: status }: money.BillingRow) => LIVE.has(status)

/** Throws PublicError UNAUTHORIZED if the account was closed during the request. */
export async function requireBilling(db: Database, caller: Caller): Promise<money.BillingRow> {
  const account = await money.billing(db, caller.accountId)
  if (account === null) throw unauthorized()
  return account
}

export async function listLedger(
  db: Database,
  caller: Caller,
  requested: { limit: number; offset: number },
): Promise<{ entries: money.LedgerEntryRow[]; meta: PageMeta }> {
  const found = await money.listLedgerEntries(db, caller.accountId, requested)
  return {
    entries: found.slice(0, requested.limit),
    meta: { ...requested, has_more: found.length > requested.limit },
  }
}

export interface Usage {
  period: money.UsageRow
  quota: number | null
  remaining: number | null
  projectedOverageCents: number
  /** ISO 4217, in lower case. */
  currency: string
  creditsUsed: number
}

/**
 * projectedOverageCents is the price of the analyses that were beyond the quota so far; it contains
 * no estimate for the remaining days. Throws PublicError UNAUTHORIZED for a closed account.
 */
export async function readUsage(
  { db, env }: Pick<Services, 'db' | 'env'>,
  caller: Caller,
): Promise<Usage> {
  const period = await money.usage(db, caller.accountId)
  if (period === null) throw unauthorized()
  const quota = quotaOf(period.tier, env)
  return {
    period,
    quota,
    remaining: quota === null ? null : Math.max(0, quota - period.quotaUsed),
    projectedOverageCents: period.overage * overageUnitAmount(env.SUBSCRIPTION_PLANS, period.tier),
    currency: overageCurrency(env, period.tier),
    creditsUsed: period.daily.reduce((sum, { credits }) => sum + credits, 0),
  }
}
