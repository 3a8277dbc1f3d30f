import { sql } from 'drizzle-orm'
import { index, pgTable, text } from 'drizzle-orm/pg-core'
import { identifier, instant } from '../db/columns.ts'

/** Permits for limits that must hold across all isolates, even if Redis is unreachable. */
export const permits = pgTable(
  'permits',
  {
    id: identifier('id').primaryKey(),
    limitName: text('limit_name').notNull(),
    holder: identifier('holder').notNull(),
    takenAt: instant('taken_at').notNull().default(sql`clock_timestamp()`),
  },
  (table) => [
    index('permits_holder_idx').on(table.limitName, table.holder, table.takenAt),
    index('permits_taken_at_idx').on(table.takenAt),
  ],
)
