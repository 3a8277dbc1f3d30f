import { sql } from 'drizzle-orm'
import { date, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { identifier, instant } from '../platform/db/columns.ts'

/** One act under a limit that must hold exactly and while the cache is down. A holder's slots older than the window are gone. */
export const rateSlots = pgTable(
  'rate_slots',
  {
    id: identifier('id').primaryKey(),
    limitName: text('limit_name').notNull(),
    /** An account's id, or a keyed digest of a client's address. */
    holder: text('holder').notNull(),
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
