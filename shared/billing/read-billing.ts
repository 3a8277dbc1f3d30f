import type { Caller } from '../platform/caller.ts'
import type { Database } from '../platform/db/client.ts'
import type { PageMeta } from '../platform/http/envelope.ts'
import { unauthorized } from '../platform/http/errors.ts'
import type { Services } from '../platform/services/index.ts'
import { quotaOf } from '../platform/tier.ts'
import { overageUnitAmount } from './payment-settings.ts'
import * as money from './queries.ts'

const LIVE = new Set<money.BillingRow['subscription_status']>(['active', 'trialing', 'past_due'])

/** True while a paid subscription is in force. */
export const isLive = ({ subscription_status: status }: money.BillingRow) => LIVE.has(status)

/** The caller's account. Throws PublicError UNAUTHORIZED when it was closed since the credential was checked. */
export async function requireBilling(db: Database, caller: Caller): Promise<money.BillingRow> {
  const account = await money.billing(db, caller.accountId)
  if (account === null) throw unauthorized()
  return account
}

/** One page of the caller's entries, newest first. */
export async function listLedger(
  db: Database,
  caller: Caller,
  wanted: { limit: number; offset: number },
): Promise<{ entries: money.LedgerEntryRow[]; meta: PageMeta }> {
  const found = await money.listLedgerEntries(db, caller.accountId, wanted)
  return { entries: found.slice(0, wanted.limit), meta: { ...wanted, has_more: found.length > wanted.limit } }
}

export interface Usage {
  period: money.UsageRow
  /** Null where the tier has no quota. */
  quota: number | null
  remaining: number | null
  projectedOverageCents: number
  creditsUsed: number
}

/**
 * The usage of the current period so far. projectedOverageCents is what the overage counted until now adds to the next invoice: units
 * times the plan's price, whole cents, no guess about the days to come.
 */
export async function readUsage({ db, env }: Pick<Services, 'db' | 'env'>, caller: Caller): Promise<Usage> {
  const period = await money.usage(db, caller.accountId)
  if (period === null) throw unauthorized()
  const quota = quotaOf(period.tier, env)
  return {
    period,
    quota,
    remaining: quota === null ? null : Math.max(0, quota - period.quota_used),
    projectedOverageCents: period.overage * overageUnitAmount(env.SUBSCRIPTION_PLANS, period.tier),
    creditsUsed: period.daily.reduce((sum, { credits }) => sum + credits, 0),
  }
}
