import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { z } from 'zod'
import { identifier, instant, json } from '../platform/db/columns.ts'
import { TIERS } from '../platform/tier.ts'

/**
 * A transaction locks this row before it changes the account's credits or inserts a row whose
 * number per account is limited. So concurrent changes of one account run one after the other.
 */
export const accounts = pgTable(
  'accounts',
  {
    id: identifier('id').primaryKey(),
    // The user's id at the identity provider (`sub` in an access token, RFC 7519). Null after the
    // account was closed.
    subject: text('subject'),
    // SHA-256 of the user id of a closed account. An access token of the user may still be valid
    // after the closure, but it must not open a new account.
    closedSubjectDigest: text('closed_subject_digest'),
    email: text('email'),
    // Issue time of the access token with this email address. An earlier token does not change it.
    emailAsOf: instant('email_as_of'),
    name: text('name'),
    status: text('status').notNull().default('active'),
    tier: text('tier', { enum: TIERS }).notNull().default('free'),
    balance: bigint('balance', { mode: 'number' }).notNull().default(0),
    ledgerSequence: bigint('ledger_sequence', { mode: 'number' }).notNull().default(0),
    hasPurchased: boolean('has_purchased').notNull().default(false),
    stripeCustomerId: text('stripe_customer_id'),
    stripeSubscriptionId: text('stripe_subscription_id'),
    subscriptionStatus: text('subscription_status').notNull().default('none'),
    // True if the subscription has a metered price, so that Stripe can bill analyses beyond the
    // quota.
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
    /** Null means no limit. */
    rechargeMonthlyLimitCents: integer('recharge_monthly_limit_cents').default(10_000),
    rechargeCooldownUntil: instant('recharge_cooldown_until'),
    rechargeLastError: text('recharge_last_error'),
    paymentMethodId: text('payment_method_id'),
    paymentMethodBrand: text('payment_method_brand'),
    paymentMethodLast4: text('payment_method_last4'),
    // Time of the checkout that saved the card, in seconds by Stripe's clock. A card from an older
    // checkout never replaces a newer card.
    paymentMethodCreated: bigint('payment_method_created', { mode: 'number' }),
    digestEnabled: boolean('digest_enabled').notNull().default(true),
    lifecycleEnabled: boolean('lifecycle_enabled').notNull().default(true),
    /** The secret is encrypted and not hashed, because it signs webhooks. */
    webhookSecretSealed: text('webhook_secret_sealed'),
    webhookSecretHint: text('webhook_secret_hint'),
    /** Signs webhooks beside the secret until the given time, so that receivers can change over. */
    webhookSecretBeforeSealed: text('webhook_secret_before_sealed'),
    webhookSecretBeforeUntil: instant('webhook_secret_before_until'),
    createdAt: instant('created_at').notNull().default(sql`clock_timestamp()`),
    closedAt: instant('closed_at'),
  },
  (table) => [
    uniqueIndex('accounts_subject_key').on(table.subject),
    uniqueIndex('accounts_closed_subject_digest_key').on(table.closedSubjectDigest),
    uniqueIndex('accounts_email_active_key')
      .on(sql`lower(${table.email})`)
      .where(sql`${table.closedAt} is null`),
    uniqueIndex('accounts_stripe_customer_id_key').on(table.stripeCustomerId),
    index('accounts_webhook_secret_before_until_idx')
      .on(table.webhookSecretBeforeUntil)
      .where(sql`${table.webhookSecretBeforeUntil} is not null`),
    check('accounts_balance_check', sql`${table.balance} >= 0`),
    check('accounts_tier_check', sql`${table.tier} in ('free', 'pro', 'team', 'enterprise')`),
    check(
      'accounts_status_check',
      sql`(${table.status} = 'closed') = (${table.closedAt} is not null)`,
    ),
  ],
)

/** Only a keyed digest of each API key is stored, never the key itself. */
export const apiKeys = pgTable(
  'api_keys',
  {
    id: identifier('id').primaryKey(),
    accountId: identifier('account_id')
      .notNull()
      .references(() => accounts.id),
    kind: text('kind', { enum: ['ordinary', 'playground'] })
      .notNull()
      .default('ordinary'),
    name: text('name').notNull(),
    prefix: text('prefix').notNull(),
    digest: text('digest').notNull(),
    /** False if the key may neither buy credits nor change auto-recharge. */
    billing: boolean('billing').notNull().default(true),
    createdAt: instant('created_at').notNull().default(sql`clock_timestamp()`),
    lastUsedAt: instant('last_used_at'),
    revokedAt: instant('revoked_at'),
    /** Null for ordinary keys, which do not expire. */
    expiresAt: instant('expires_at'),
  },
  (table) => [
    uniqueIndex('api_keys_digest_key').on(table.digest),
    index('api_keys_account_id_idx').on(table.accountId, table.id),
    index('api_keys_revoked_at_idx').on(table.revokedAt).where(sql`${table.revokedAt} is not null`),
    uniqueIndex('api_keys_one_playground_key')
      .on(table.accountId)
      .where(sql`${table.kind} = 'playground' and ${table.revokedAt} is null`),
    check('api_keys_kind_check', sql`${table.kind} in ('ordinary', 'playground')`),
  ],
)

/**
 * Audit log; its entries are never changed. The client's IP address is stored only as a network
 * (/24 for IPv4, /48 for IPv6).
 */
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
    detail: json('detail', z.record(z.string(), z.unknown())),
    createdAt: instant('created_at').notNull().default(sql`clock_timestamp()`),
  },
  (table) => [
    index('audit_entries_account_id_idx').on(table.accountId, table.id),
    index('audit_entries_created_at_idx').on(table.createdAt),
  ],
)

/** Uses of an account per day. `day` is a date in UTC. */
export const dailyUses = pgTable(
  'daily_uses',
  {
    accountId: identifier('account_id')
      .notNull()
      .references(() => accounts.id),
    limitName: text('limit_name').notNull(),
    day: date('day').notNull(),
    used: integer('used').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.limitName, table.day] }),
    index('daily_uses_day_idx').on(table.day),
  ],
)

/**
 * Keyed digests of all email addresses that the account has had. Parts of an address that the mail
 * provider ignores are removed before.
 */
export const accountMailboxes = pgTable(
  'account_mailboxes',
  {
    accountId: identifier('account_id')
      .notNull()
      .references(() => accounts.id),
    mailboxDigest: text('mailbox_digest').notNull(),
    addedAt: instant('added_at').notNull().default(sql`clock_timestamp()`),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.mailboxDigest] }),
    index('account_mailboxes_digest_idx').on(table.mailboxDigest),
  ],
)

/**
 * Quota that a mailbox has used. The row stays when an account is closed. So a customer who closes
 * an account, or opens a second one with another spelling of the address, gets no second quota.
 */
export const mailboxUsage = pgTable(
  'mailbox_usage',
  {
    mailboxDigest: text('mailbox_digest').notNull(),
    periodStart: date('period_start').notNull(),
    quotaUsed: integer('quota_used').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.mailboxDigest, table.periodStart] }),
    index('mailbox_usage_period_start_idx').on(table.periodStart),
    check('mailbox_usage_quota_used_check', sql`${table.quotaUsed} >= 0`),
  ],
)
