import { sql } from 'drizzle-orm'
import { bigint, index, integer, jsonb, pgTable, text, unique } from 'drizzle-orm/pg-core'
import { identifier, instant } from '../platform/db/columns.ts'

/** Calls to outside services that are due after a commit. The sweep makes those that a crash left behind. */
export const outbox = pgTable(
  'outbox',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    topic: text('topic').notNull(),
    dedupe: identifier('dedupe').notNull(),
    accountId: identifier('account_id'),
    payload: jsonb('payload').notNull(),
    attempts: integer('attempts').notNull().default(0),
    notBefore: instant('not_before').notNull().default(sql`clock_timestamp()`),
    createdAt: instant('created_at').notNull().default(sql`clock_timestamp()`),
    sentAt: instant('sent_at'),
    lastError: text('last_error'),
  },
  (table) => [
    unique('outbox_dedupe_key').on(table.dedupe),
    index('outbox_account_id_idx').on(table.accountId),
    index('outbox_due_idx').on(table.notBefore).where(sql`${table.sentAt} is null`),
  ],
)
