import { and, desc, eq, gt, isNull, lte, sql } from 'drizzle-orm'
import { z } from 'zod'
import { accounts } from '../accounts/tables.ts'
import { outbox } from '../outbox/tables.ts'
import { callFunction, type Database, rows } from '../platform/db/client.ts'
import type { CreditPack } from '../platform/environment.ts'
import { Time } from '../platform/http/fields.ts'
import type { AuditOrigin } from '../platform/request-origin.ts'
import { Hints } from '../platform/services/hints.ts'
import { Tier } from '../platform/tier.ts'
import { SubscriptionStatus } from './stripe/tables.ts'
import { charges, ledgerEntries, usagePeriods } from './tables.ts'

const whole = z.coerce.number().int()

const BILLING_COLUMNS = {
  email: accounts.email,
  tier: accounts.tier,
  balance: accounts.balance,
  stripeCustomerId: accounts.stripeCustomerId,
  stripeSubscriptionId: accounts.stripeSubscriptionId,
  subscriptionStatus: accounts.subscriptionStatus,
  subscriptionMetered: accounts.subscriptionMetered,
  periodEnd: accounts.periodEnd,
  cancelAtPeriodEnd: accounts.cancelAtPeriodEnd,
  paymentMethodId: accounts.paymentMethodId,
  paymentMethodBrand: accounts.paymentMethodBrand,
  paymentMethodLast4: accounts.paymentMethodLast4,
  rechargeEnabled: accounts.rechargeEnabled,
  rechargeThreshold: accounts.rechargeThreshold,
  rechargePack: accounts.rechargePack,
  rechargeCurrency: accounts.rechargeCurrency,
  rechargeMonthlyLimitCents: accounts.rechargeMonthlyLimitCents,
  rechargeLastError: accounts.rechargeLastError,
}

export type BillingRow = Pick<typeof accounts.$inferSelect, keyof typeof BILLING_COLUMNS> & {
  tier: Tier
  subscriptionStatus: SubscriptionStatus
  rechargedCents: number
}

export async function billing(db: Database, accountId: string): Promise<BillingRow | null> {
  const rechargedCents = sql`recharged_this_month(${accounts.id})`.mapWith(Number)
  const [row] = await db
    .select({ ...BILLING_COLUMNS, rechargedCents })
    .from(accounts)
    .where(and(eq(accounts.id, accountId), isNull(accounts.closedAt)))
  if (row === undefined) return null
  return {
    ...row,
    tier: Tier.parse(row.tier),
    subscriptionStatus: SubscriptionStatus.parse(row.subscriptionStatus),
  }
}

const UsageRow = z
  .object({
    tier: Tier,
    period_start: Time,
    period_end: Time,
    used: whole,
    quota_used: whole,
    overage: whole,
    daily: z.array(
      z.object({
        date: z.string(),
        analyses: whole,
        lists: whole,
        monitors: whole,
        credits: whole,
      }),
    ),
  })
  .transform(
    ({ period_start: periodStart, period_end: periodEnd, quota_used: quotaUsed, ...row }) => ({
      ...row,
      periodStart,
      periodEnd,
      quotaUsed,
    }),
  )
export type UsageRow = z.infer<typeof UsageRow>

/** Days are in UTC and in ascending order. Null for a closed account. */
export async function usage(db: Database, accountId: string): Promise<UsageRow | null> {
  const isInPeriod = sql`${accounts.subscriptionStatus} in ('active', 'trialing', 'past_due')
    and ${accounts.periodStart} <= clock_timestamp() and clock_timestamp() < ${accounts.periodEnd}`
  const period = sql`select ${accounts.id} as account_id, ${accounts.tier} as tier,
    current_period(${accounts}) as first_day,
      case when ${isInPeriod} then ${accounts.periodStart} else
        current_period(${accounts})::timestamp at time zone 'utc' end
        as period_start,
      current_period_end(${accounts}) as period_end, mailbox_quota_used(${accounts}) as mailbox_used
    from ${accounts} where ${accounts.id} = ${accountId} and ${accounts.closedAt} is null`
  const startedBy = sql`started_by(${charges.accountId}, substr(${charges.subject}, 5))`
  const byDay = sql`select (${charges.createdAt} at time zone 'utc')::date as day,
      count(*) filter (where ${charges.counted}) as analyses,
      count(*) filter (where ${charges.counted} and ${startedBy} like 'blk_%') as lists,
      count(*) filter (where ${charges.counted} and ${startedBy} like 'mon_%') as monitors,
      coalesce(sum(${charges.amount} - ${charges.returned}) filter (where ${charges.coverage} =
      'credit'), 0) as credits
    from ${charges}, period
    where ${charges.accountId} = period.account_id
      and ${charges.state} in ('charged', 'partly_refunded')
      and ${charges.createdAt} >= period.period_start
    group by 1`
  const daily = sql`select coalesce(jsonb_agg(jsonb_build_object('date', days.day::date::text,
      'analyses', coalesce(by_day.analyses, 0),
      'lists', coalesce(by_day.lists, 0),
      'monitors', coalesce(by_day.monitors, 0),
      'credits', coalesce(by_day.credits, 0)) order by days.day), '[]')
    from generate_series(period.first_day, (clock_timestamp() at time zone 'utc')::date, interval
      '1 day') days(day)
      left join by_day on by_day.day = days.day::date`
  const query = sql`with period as (${period}), by_day as (${byDay})
    select period.tier, period.period_start::text as period_start, period.period_end::text as
      period_end,
      greatest(${usagePeriods.used}, period.mailbox_used) as used,
      greatest(${usagePeriods.quotaUsed}, period.mailbox_used) as quota_used,
      coalesce(${usagePeriods.overage}, 0) as overage, (${daily}) as daily
    from period left join ${usagePeriods}
      on ${usagePeriods.accountId} = period.account_id and ${usagePeriods.periodStart} =
        period.first_day`
  const [row] = await rows(db, query, UsageRow)
  return row ?? null
}

/**
 * Stores a Stripe customer for the account. If the account already has a customer other than
 * `replacedId`, that customer is kept. Returns the id that is now stored, or null for a closed
 * account.
 */
export async function setCustomer(
  db: Database,
  accountId: string,
  customerId: string,
  replacedId: string | null,
): Promise<string | null> {
  const [row] = await db
    .update(accounts)
    .set({
      stripeCustomerId: sql`coalesce(nullif(${accounts.stripeCustomerId}, ${replacedId}),
        ${customerId})`,
    })
    .where(and(eq(accounts.id, accountId), isNull(accounts.closedAt)))
    .returning({ customerId: accounts.stripeCustomerId })
  return row?.customerId ?? null
}

export interface RechargeChange {
  enabled?: boolean | undefined
  threshold?: number | undefined
  pack?: CreditPack | undefined
  monthly_limit_cents?: number | null | undefined
}

const RechargeSaved = z.object({
  outcome: z.enum(['saved', 'no_payment_method', 'closed']),
  ...Hints,
})

export async function setAutoRecharge(
  db: Database,
  actor: AuditOrigin,
  change: RechargeChange,
  defaultPack: CreditPack,
): Promise<z.infer<typeof RechargeSaved>> {
  const argument = { ...actor, ...change, default_pack: defaultPack }
  return callFunction(db, 'set_auto_recharge', argument, RechargeSaved)
}

const Opening = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('done') }),
  z.object({ outcome: z.literal('abandoned') }),
  z.object({
    outcome: z.enum(['call', 'look_up']),
    is_repeated: z.boolean(),
    account_id: z.string(),
    customer_id: z.string(),
    payment_method_id: z.string().nullable(),
    pack: z.string(),
    credits: whole,
    amount_cents: whole,
    currency: z.string(),
    created: whole,
    age_seconds: whole,
    reading: whole,
  }),
])
export type RechargeOpening = z.infer<typeof Opening>

export async function beginRecharge(db: Database, rechargeId: string): Promise<RechargeOpening> {
  return callFunction(db, 'begin_recharge', { recharge_id: rechargeId }, Opening)
}

const Failed = z.object({ outcome: z.enum(['failed', 'already']), ...Hints })

export async function failRecharge(
  db: Database,
  failure: {
    rechargeId: string
    code: string
    message: string
    paymentIntentId: string | null
    cooldownSeconds: number
  },
): Promise<z.infer<typeof Failed>> {
  const argument = {
    recharge_id: failure.rechargeId,
    code: failure.code,
    message: failure.message,
    payment_intent_id: failure.paymentIntentId,
    cooldown_seconds: failure.cooldownSeconds,
  }
  return callFunction(db, 'fail_recharge', argument, Failed)
}

interface MeteredCharge {
  state: (typeof charges.$inferSelect)['state']
  customerId: string | null
  isReported: boolean
}

/**
 * The charge for one analysis, or null if nothing was charged. isReported: the analysis was beyond
 * the quota, and Stripe has been told about it.
 */
export async function meteredCharge(db: Database, subject: string): Promise<MeteredCharge | null> {
  const isReported = sql<boolean>`exists (
    select 1 from ${outbox} where ${outbox.dedupe} = ${`meter:${subject}`} and ${outbox.sentAt} is
      not null)`
  const [row] = await db
    .select({ state: charges.state, customerId: accounts.stripeCustomerId, isReported })
    .from(charges)
    .innerJoin(accounts, eq(accounts.id, charges.accountId))
    .where(eq(charges.subject, subject))
  return row ?? null
}

export const LEDGER_COLUMNS = {
  id: ledgerEntries.id,
  delta: ledgerEntries.delta,
  reason: ledgerEntries.reason,
  balanceAfter: ledgerEntries.balanceAfter,
  subjectId: ledgerEntries.subjectId,
  domain: sql<string | null>`job_domain(${ledgerEntries.accountId}, ${ledgerEntries.subjectId})`,
  startedBy: sql<string | null>`started_by(${ledgerEntries.accountId}, ${ledgerEntries.subjectId})`,
  createdAt: ledgerEntries.createdAt,
}
export type LedgerEntryRow = Pick<
  typeof ledgerEntries.$inferSelect,
  Exclude<keyof typeof LEDGER_COLUMNS, 'domain' | 'startedBy'>
> & { domain: string | null; startedBy: string | null }

/**
 * Returns at most `limit` + 1 entries, newest first. Entries are numbered without gaps, so a large
 * offset costs no more than a small one.
 */
export async function listLedgerEntries(
  db: Database,
  accountId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<LedgerEntryRow[]> {
  const last = sql`${accounts.ledgerSequence} - ${offset}::bigint`
  const beforeFirst = sql`${accounts.ledgerSequence} - ${offset + limit + 1}::bigint`
  const isOnPage = and(lte(ledgerEntries.sequence, last), gt(ledgerEntries.sequence, beforeFirst))
  return db
    .select(LEDGER_COLUMNS)
    .from(accounts)
    .innerJoin(ledgerEntries, and(eq(ledgerEntries.accountId, accounts.id), isOnPage))
    .where(eq(accounts.id, accountId))
    .orderBy(desc(ledgerEntries.sequence))
}
