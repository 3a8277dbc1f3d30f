import { sql } from 'drizzle-orm'
import { index, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from '../platform/db/columns.ts'

/** The newest map of what lives under a domain, kept for as long as it may be shown. */
export const subdomainEnumerations = pgTable(
  'subdomain_enumerations',
  {
    domain: text('domain').primaryKey(),
    body: jsonb('body').notNull(),
    enumeratedAt: instant('enumerated_at').notNull().default(sql`clock_timestamp()`),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [index('subdomain_enumerations_expires_at_idx').on(table.expiresAt)],
)
