import { sql } from 'drizzle-orm'
import { index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { accounts } from '../accounts/tables.ts'
import { identifier, instant } from '../platform/db/columns.ts'

export const schemaTemplates = pgTable(
  'schema_templates',
  {
    id: identifier('id').primaryKey(),
    accountId: identifier('account_id')
      .notNull()
      .references(() => accounts.id),
    name: text('name').notNull(),
    fields: text('fields').array().notNull(),
    createdAt: instant('created_at').notNull().default(sql`clock_timestamp()`),
  },
  (table) => [
    uniqueIndex('schema_templates_account_id_name_key').on(table.accountId, table.name),
    index('schema_templates_account_id_id_idx').on(table.accountId, table.id),
  ],
)
