import { sql } from 'drizzle-orm'
import { bigint, check, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { accounts } from '../accounts/tables.ts'
import { identifier, instant } from '../platform/db/columns.ts'

/** A customer's own key for a language model. One a provider; a deleted one keeps its dates and loses the secret. */
export const llmKeys = pgTable(
  'llm_keys',
  {
    id: identifier('id').primaryKey(),
    accountId: identifier('account_id')
      .notNull()
      .references(() => accounts.id),
    provider: text('provider').notNull(),
    /** The model to ask; null: the service's default for the provider. */
    model: text('model'),
    /** Its last four characters, all that is ever shown. */
    keyHint: text('key_hint').notNull(),
    /** Sealed for this account and provider; null once deleted. */
    sealed: text('sealed'),
    createdAt: instant('created_at').notNull().default(sql`clock_timestamp()`),
    updatedAt: instant('updated_at').notNull().default(sql`clock_timestamp()`),
    deletedAt: instant('deleted_at'),
  },
  (table) => [
    uniqueIndex('llm_keys_active_key').on(table.accountId, table.provider).where(sql`${table.deletedAt} is null`),
    index('llm_keys_sealed_version_idx')
      .on(sql`split_part(${table.sealed}, ':', 2)`, table.id)
      .where(sql`${table.sealed} is not null`),
    check('llm_keys_provider_check', sql`${table.provider} in ('anthropic', 'openai', 'google')`),
    check('llm_keys_sealed_check', sql`(${table.sealed} is null) = (${table.deletedAt} is not null)`),
  ],
)

/** One question to a language model. Counted as reserved until the answer says what it took. */
export const llmUses = pgTable(
  'llm_uses',
  {
    id: identifier('id').primaryKey(),
    accountId: identifier('account_id').notNull(),
    /** The job or correlation that asked. */
    subject: identifier('subject').notNull(),
    purpose: text('purpose').notNull(),
    provider: text('provider').notNull(),
    model: text('model').notNull(),
    /** Whose key paid: only the service's counts against the daily cap. */
    paidBy: text('paid_by').notNull(),
    reservedTokens: integer('reserved_tokens').notNull(),
    inputTokens: integer('input_tokens'),
    outputTokens: integer('output_tokens'),
    /** Millionths of a US dollar by the price list of then; null where the model has no price. */
    costMicroUsd: bigint('cost_micro_usd', { mode: 'number' }),
    outcome: text('outcome'),
    createdAt: instant('created_at').notNull().default(sql`clock_timestamp()`),
    settledAt: instant('settled_at'),
  },
  (table) => [
    index('llm_uses_account_day_idx').on(table.accountId, table.createdAt),
    index('llm_uses_subject_idx').on(table.subject),
    check('llm_uses_paid_by_check', sql`${table.paidBy} in ('request', 'account', 'service')`),
  ],
)
