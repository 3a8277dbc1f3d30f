import { sql } from 'drizzle-orm'
import { index, pgTable, text } from 'drizzle-orm/pg-core'
import { instant, json } from '../platform/db/columns.ts'
import { Enumeration } from './enumeration.ts'

/** Only the result of the newest search of a domain is stored. */
export const subdomainEnumerations = pgTable(
  'subdomain_enumerations',
  {
    domain: text('domain').primaryKey(),
    body: json('body', Enumeration).notNull(),
    enumeratedAt: instant('enumerated_at').notNull().default(sql`clock_timestamp()`),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [index('subdomain_enumerations_expires_at_idx').on(table.expiresAt)],
)
