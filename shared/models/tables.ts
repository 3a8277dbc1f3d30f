import { sql } from 'drizzle-orm'
import { bigint, check, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { accounts } from '../accounts/tables.ts'
import { identifier, instant } from '../platform/db/columns.ts'
import { KEY_PROVIDERS, MODEL_PROVIDERS } from './providers.ts'

/** One active key per account and provider. Deletion removes the secret and keeps the row. */
export const llmKeys = pgTable(
  'llm_keys',
  {
    id: identifier('id').primaryKey(),
    accountId: identifier('account_id')
      .notNull()
      .references(() => accounts.id),
    provider: text('provider', { enum: KEY_PROVIDERS }).notNull(),
    model: text('model'),
    /** The last four characters of the key. No other part of the key is ever shown. */
    keyHint: text('key_hint').notNull(),
    /** The key, encrypted for this account and provider. Null after deletion. */
    sealed: text('sealed'),
    createdAt: instant('created_at').notNull().default(sql`clock_timestamp()`),
    updatedAt: instant('updated_at').notNull().default(sql`clock_timestamp()`),
    deletedAt: instant('deleted_at'),
  },
  (table) => [
    uniqueIndex('llm_keys_active_key')
      .on(table.accountId, table.provider)
      .where(sql`${table.deletedAt} is null`),
    index('llm_keys_deleted_at_idx').on(table.deletedAt).where(sql`${table.deletedAt} is not null`),
    index('llm_keys_sealed_version_idx')
      .on(sql`split_part(${table.sealed}, ':', 2)`, table.id)
      .where(sql`${table.sealed} is not null`),
    check('llm_keys_provider_check', sql`${table.provider} in ('anthropic', 'openai', 'google')`),
    check(
      'llm_keys_sealed_check',
      sql`(${table.sealed} is null) = (${table.deletedAt} is not null)`,
    ),
  ],
)

/** The daily token limit counts `reservedTokens` until the real number is known. */
export const llmUses = pgTable(
  'llm_uses',
  {
    id: identifier('id').primaryKey(),
    accountId: identifier('account_id').notNull(),
    subject: identifier('subject').notNull(),
    purpose: text('purpose', { enum: ['llm', 'vision', 'summary'] }).notNull(),
    provider: text('provider', { enum: MODEL_PROVIDERS }).notNull(),
    model: text('model').notNull(),
    /** The daily token limit counts only questions with the key of the service. */
    paidBy: text('paid_by', { enum: ['request', 'account', 'service'] }).notNull(),
    reservedTokens: integer('reserved_tokens').notNull(),
    inputTokens: integer('input_tokens'),
    outputTokens: integer('output_tokens'),
    /** Millionths of a US dollar, by the price at that time. Null if the model has no price. */
    costMicroUsd: bigint('cost_micro_usd', { mode: 'number' }),
    outcome: text('outcome'),
    createdAt: instant('created_at').notNull().default(sql`clock_timestamp()`),
    settledAt: instant('settled_at'),
  },
  (table) => [
    index('llm_uses_account_day_idx').on(table.accountId, table.createdAt),
    index('llm_uses_created_at_idx').on(table.createdAt),
    index('llm_uses_subject_idx').on(table.subject),
    check('llm_uses_paid_by_check', sql`${table.paidBy} in ('request', 'account', 'service')`),
  ],
)
