import { sql } from 'drizzle-orm'
import { bigint, index, integer, pgTable, text, unique } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import { identifier, instant, json } from '../platform/db/columns.ts'

export const outbox = pgTable(
  'outbox',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    topic: text('topic').notNull(),
    dedupe: identifier('dedupe').notNull(),
    accountId: identifier('account_id'),
    payload: json('payload', z.record(z.string(), z.unknown())).notNull(),
    attempts: integer('attempts').notNull().default(0),
    notBefore: instant('not_before').notNull().default(sql`clock_timestamp()`),
    createdAt: instant('created_at').notNull().default(sql`clock_timestamp()`),
    sentAt: instant('sent_at'),
    lastError: text('last_error'),
  },
  (table) => [
    unique('outbox_dedupe_key').on(table.dedupe),
    index('outbox_account_id_idx').on(table.accountId),
    index('outbox_sent_at_idx').on(table.sentAt).where(sql`${table.sentAt} is not null`),
    index('outbox_due_idx').on(table.notBefore).where(sql`${table.sentAt} is null`),
  ],
)
