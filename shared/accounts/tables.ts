import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { identifier, instant } from '../platform/db/columns.ts'

/** A customer. Its row is also the lock that serialises all money and caps of the account. */
export const accounts = pgTable(
  'accounts',
  {
    id: identifier('id').primaryKey(),
    /** The identity provider's subject; null once the account is closed. */
    subject: text('subject'),
    /** SHA-256 of the subject that a closed account had: its tokens may outlive it and must not open a new one. */
    closedSubjectDigest: text('closed_subject_digest'),
    email: text('email'),
    /** When the token was issued that told the address: an older token never brings an older address back. */
    emailAsOf: instant('email_as_of'),
    name: text('name'),
    status: text('status').notNull().default('active'),
    tier: text('tier').notNull().default('free'),
    balance: bigint('balance', { mode: 'number' }).notNull().default(0),
    /** The number of ledger entries. */
    ledgerSequence: bigint('ledger_sequence', { mode: 'number' }).notNull().default(0),
    hasPurchased: boolean('has_purchased').notNull().default(false),
    stripeCustomerId: text('stripe_customer_id'),
    stripeSubscriptionId: text('stripe_subscription_id'),
    subscriptionStatus: text('subscription_status').notNull().default('none'),
    /** True when the subscription has a metered price, so that overage can be billed. */
    subscriptionMetered: boolean('subscription_metered').notNull().default(false),
    periodStart: instant('period_start'),
    periodEnd: instant('period_end'),
    cancelAtPeriodEnd: boolean('cancel_at_period_end').notNull().default(false),
    rechargeEnabled: boolean('recharge_enabled').notNull().default(false),
    rechargeThreshold: integer('recharge_threshold').notNull().default(10),
    rechargePack: text('recharge_pack'),
    rechargeCredits: integer('recharge_credits'),
    rechargeAmountCents: integer('recharge_amount_cents'),
    rechargeCurrency: text('recharge_currency'),
    rechargeMonthlyLimitCents: integer('recharge_monthly_limit_cents'),
    rechargeCooldownUntil: instant('recharge_cooldown_until'),
    rechargeLastError: text('recharge_last_error'),
    paymentMethodId: text('payment_method_id'),
    paymentMethodBrand: text('payment_method_brand'),
    paymentMethodLast4: text('payment_method_last4'),
    /** When the checkout that saved the card was made, in seconds by Stripe's clock: an older card never replaces a newer one. */
    paymentMethodCreated: bigint('payment_method_created', { mode: 'number' }),
    digestEnabled: boolean('digest_enabled').notNull().default(true),
    lifecycleEnabled: boolean('lifecycle_enabled').notNull().default(true),
    /** Sealed: deliveries are signed with it, so it must be readable by the service. */
    webhookSecretSealed: text('webhook_secret_sealed'),
    webhookSecretHint: text('webhook_secret_hint'),
    createdAt: instant('created_at').notNull().default(sql`clock_timestamp()`),
    closedAt: instant('closed_at'),
  },
  (table) => [
    uniqueIndex('accounts_subject_key').on(table.subject),
    uniqueIndex('accounts_closed_subject_digest_key').on(table.closedSubjectDigest),
    uniqueIndex('accounts_email_active_key').on(sql`lower(${table.email})`).where(sql`${table.closedAt} is null`),
    uniqueIndex('accounts_stripe_customer_id_key').on(table.stripeCustomerId),
    check('accounts_balance_check', sql`${table.balance} >= 0`),
    check('accounts_tier_check', sql`${table.tier} in ('free', 'pro', 'team', 'enterprise')`),
    check('accounts_status_check', sql`(${table.status} = 'closed') = (${table.closedAt} is not null)`),
  ],
)

/** Only a keyed digest of an API key is stored. kind playground: the session key of the try-it panel. */
export const apiKeys = pgTable(
  'api_keys',
  {
    id: identifier('id').primaryKey(),
    accountId: identifier('account_id')
      .notNull()
      .references(() => accounts.id),
    kind: text('kind').notNull().default('ordinary'),
    name: text('name').notNull(),
    prefix: text('prefix').notNull(),
    digest: text('digest').notNull(),
    createdAt: instant('created_at').notNull().default(sql`clock_timestamp()`),
    lastUsedAt: instant('last_used_at'),
    revokedAt: instant('revoked_at'),
  },
  (table) => [
    uniqueIndex('api_keys_digest_key').on(table.digest),
    index('api_keys_account_id_idx').on(table.accountId, table.id),
    uniqueIndex('api_keys_one_playground_key')
      .on(table.accountId)
      .where(sql`${table.kind} = 'playground' and ${table.revokedAt} is null`),
    check('api_keys_kind_check', sql`${table.kind} in ('ordinary', 'playground')`),
  ],
)

/** Who did what to which thing of an account. Append-only; the address is kept as a prefix (/24, /48). */
export const auditEntries = pgTable(
  'audit_entries',
  {
    id: identifier('id').primaryKey(),
    accountId: identifier('account_id').notNull(),
    action: text('action').notNull(),
    subject: text('subject'),
    keyId: text('key_id'),
    addressPrefix: text('address_prefix'),
    requestId: text('request_id'),
    detail: jsonb('detail'),
    createdAt: instant('created_at').notNull().default(sql`clock_timestamp()`),
  },
  (table) => [index('audit_entries_account_id_idx').on(table.accountId, table.id)],
)

/** One act under a limit that must hold exactly and while the cache is down. A holder's slots older than the window are gone. */
export const rateSlots = pgTable(
  'rate_slots',
  {
    id: identifier('id').primaryKey(),
    limitName: text('limit_name').notNull(),
    /** An account's id, or a keyed digest of a client's address. */
    holder: identifier('holder').notNull(),
    takenAt: instant('taken_at').notNull().default(sql`clock_timestamp()`),
  },
  (table) => [
    index('rate_slots_holder_idx').on(table.limitName, table.holder, table.takenAt),
    index('rate_slots_taken_at_idx').on(table.takenAt),
  ],
)

/** The quota that an erased account had used this month, by a keyed digest of its address: closing and registering anew gives no second quota. */
export const erasedUsage = pgTable(
  'erased_usage',
  {
    emailDigest: text('email_digest').notNull(),
    periodStart: date('period_start').notNull(),
    quotaUsed: integer('quota_used').notNull(),
  },
  (table) => [
    primaryKey({ name: 'erased_usage_pkey', columns: [table.emailDigest, table.periodStart] }),
    index('erased_usage_period_start_idx').on(table.periodStart),
  ],
)
