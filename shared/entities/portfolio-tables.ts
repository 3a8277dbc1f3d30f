import { integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { accounts } from '../accounts/tables.ts'
import { identifier, instant } from '../platform/db/columns.ts'

/** What reverse WHOIS last said of an operator, by its normalised name. An old row is the answer when the provider is down. */
export const portfolios = pgTable('portfolios', {
  normalizedName: text('normalized_name').primaryKey(),
  /** Domains in the provider's order, at most as many as are shown. */
  domains: text('domains').array().notNull(),
  total: integer('total').notNull(),
  fetchedAt: instant('fetched_at').notNull(),
})

/** WHOIS history that an account has bought of a domain, for the further pages of the same reading. */
export const externalHistories = pgTable(
  'external_histories',
  {
    accountId: identifier('account_id')
      .notNull()
      .references(() => accounts.id),
    domain: text('domain').notNull(),
    records: jsonb('records').notNull(),
    boughtAt: instant('bought_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.domain] })],
)
