import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { callFunction, type Database, rows } from '../platform/db/client.ts'
import type { CreditPack } from '../platform/environment.ts'
import { Hints } from '../platform/services/hints.ts'
import { Tier } from '../platform/tier.ts'

const whole = z.coerce.number().int()

export const SubscriptionStatus = z.enum(['none', 'active', 'trialing', 'past_due', 'canceled'])

const BillingRow = z.object({
  email: z.string().nullable(),
  tier: Tier,
  balance: whole,
  stripe_customer_id: z.string().nullable(),
  stripe_subscription_id: z.string().nullable(),
  subscription_status: SubscriptionStatus,
  subscription_metered: z.boolean(),
  period_end: z.string().nullable(),
  cancel_at_period_end: z.boolean(),
  payment_method_id: z.string().nullable(),
  payment_method_brand: z.string().nullable(),
  payment_method_last4: z.string().nullable(),
  recharge_enabled: z.boolean(),
  recharge_threshold: whole,
  recharge_pack: z.string().nullable(),
  recharge_monthly_limit_cents: whole.nullable(),
  recharge_last_error: z.string().nullable(),
  recharged_cents: whole,
})
export type BillingRow = z.infer<typeof BillingRow>

/** What the account has, owes to no one and has arranged with Stripe. Null for an account that is not there or closed. */
export async function billing(db: Database, accountId: string): Promise<BillingRow | null> {
  const query = sql`select a.email, a.tier, a.balance, a.stripe_customer_id, a.stripe_subscription_id, a.subscription_status,
      a.subscription_metered, a.period_end::text, a.cancel_at_period_end, a.payment_method_id, a.payment_method_brand,
      a.payment_method_last4, a.recharge_enabled, a.recharge_threshold, a.recharge_pack, a.recharge_monthly_limit_cents,
      a.recharge_last_error, recharged_this_month(a.id) as recharged_cents
    from accounts a where a.id = ${accountId} and a.closed_at is null`
  const [row] = await rows(db, query, BillingRow)
  return row ?? null
}

const UsageRow = z.object({
  tier: Tier,
  subscription_status: SubscriptionStatus,
  period_start: z.string(),
  period_end: z.string(),
  used: whole,
  quota_used: whole,
  overage: whole,
  daily: z.array(z.object({ date: z.string(), analyses: whole, credits: whole })),
})
export type UsageRow = z.infer<typeof UsageRow>

/** The counters of the account's current period and what each of its days until today took, the first day first. */
export async function usage(db: Database, accountId: string): Promise<UsageRow | null> {
  const query = sql`with period as (
      select a.id, a.tier, a.subscription_status, current_period(a) as first_day,
        case when a.subscription_status in ('active', 'trialing', 'past_due') and a.period_start <= clock_timestamp() and clock_timestamp() < a.period_end
          then a.period_start else current_period(a)::timestamp at time zone 'utc' end as starts,
        case when a.subscription_status in ('active', 'trialing', 'past_due') and a.period_start <= clock_timestamp() and clock_timestamp() < a.period_end
          then a.period_end else (current_period(a) + interval '1 month') at time zone 'utc' end as ends
      from accounts a where a.id = ${accountId} and a.closed_at is null
    ), taken as (
      select (c.created_at at time zone 'utc')::date as day, count(*) filter (where c.counted) as analyses,
        coalesce(sum(c.amount - c.returned) filter (where c.coverage = 'credit'), 0) as credits
      from charges c, period where c.account_id = period.id and c.state = 'charged' and c.created_at >= period.starts group by 1
    )
    select period.tier, period.subscription_status, period.starts::text as period_start, period.ends::text as period_end,
      coalesce(u.used, 0) as used, coalesce(u.quota_used, 0) as quota_used, coalesce(u.overage, 0) as overage,
      (select coalesce(jsonb_agg(jsonb_build_object('date', days.day::date::text, 'analyses', coalesce(taken.analyses, 0),
          'credits', coalesce(taken.credits, 0)) order by days.day), '[]')
        from generate_series(period.first_day, (clock_timestamp() at time zone 'utc')::date, interval '1 day') days(day)
          left join taken on taken.day = days.day::date) as daily
    from period left join usage_periods u on u.account_id = period.id and u.period_start = period.first_day`
  const [row] = await rows(db, query, UsageRow)
  return row ?? null
}

/** Ties the account to a Stripe customer; returns the one that counts, null for a closed account. */
export async function setCustomer(db: Database, accountId: string, customerId: string): Promise<string | null> {
  const answer = z.object({ customer_id: z.string().nullable() })
  const said = await callFunction(db, 'set_stripe_customer', { account_id: accountId, customer_id: customerId }, answer)
  return said.customer_id
}

export interface RechargeChange {
  enabled?: boolean | undefined
  threshold?: number | undefined
  pack?: CreditPack | undefined
  /** Null takes the limit away. */
  monthly_limit_cents?: number | null | undefined
}

/** Changes what is named of the auto-recharge; `defaultPack` where none was ever chosen. */
export async function setAutoRecharge(
  db: Database,
  accountId: string,
  change: RechargeChange,
  defaultPack: CreditPack,
): Promise<'saved' | 'no_payment_method' | 'closed'> {
  const answer = z.object({ outcome: z.enum(['saved', 'no_payment_method', 'closed']) })
  const argument = { account_id: accountId, ...change, default_pack: defaultPack }
  return (await callFunction(db, 'set_auto_recharge', argument, answer)).outcome
}

const Opening = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('done') }),
  z.object({ outcome: z.literal('abandoned') }),
  z.object({
    outcome: z.enum(['call', 'look_up']),
    calls: whole,
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

/** Hands an open recharge to a call to Stripe, and counts the call. */
export async function beginRecharge(db: Database, rechargeId: string): Promise<RechargeOpening> {
  return callFunction(db, 'begin_recharge', { recharge_id: rechargeId }, Opening)
}

const Failed = z.object({ outcome: z.enum(['failed', 'already']), ...Hints })

/** Ends an open recharge without credits; the next one waits `cooldownSeconds`, and the customer gets an email. */
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

const MeteredCharge = z.object({
  state: z.enum(['charged', 'refunded', 'void']),
  stripe_customer_id: z.string().nullable(),
  is_reported: z.boolean(),
})

/** The charge of a subject and whether its overage was reported to Stripe. Null for a subject without one. */
export async function meteredCharge(db: Database, subject: string): Promise<z.infer<typeof MeteredCharge> | null> {
  const query = sql`select c.state, a.stripe_customer_id,
      exists (select 1 from outbox where dedupe = ${`meter:${subject}`} and sent_at is not null) as is_reported
    from charges c join accounts a on a.id = c.account_id where c.subject = ${subject}`
  const [row] = await rows(db, query, MeteredCharge)
  return row ?? null
}

export const LEDGER_REASONS = [
  'purchase',
  'auto_recharge',
  'analysis',
  'correlation',
  'external_history',
  'refund',
  'adjustment',
] as const

const LedgerEntryRow = z.object({
  id: z.string(),
  delta: z.coerce.number().int(),
  reason: z.enum(LEDGER_REASONS),
  balance_after: z.coerce.number().int(),
  job_id: z.string().nullable(),
  created_at: z.string(),
})
export type LedgerEntryRow = z.infer<typeof LedgerEntryRow>

/**
 * The account's entries, newest first, one more than asked for when there is a further page. Entries are numbered without gaps, so an
 * offset is a number and not a walk: every page costs the same at any depth of history.
 */
export async function listLedgerEntries(
  db: Database,
  accountId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<LedgerEntryRow[]> {
  const query = sql`select l.id, l.delta, l.reason, l.balance_after, l.job_id, l.created_at::text from accounts a
    join ledger_entries l on l.account_id = a.id
      and l.sequence <= a.ledger_sequence - ${offset}::bigint and l.sequence > a.ledger_sequence - ${offset + limit + 1}::bigint
    where a.id = ${accountId} order by l.sequence desc`
  return rows(db, query, LedgerEntryRow)
}
