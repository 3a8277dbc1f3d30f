import { sql } from 'drizzle-orm'
import { boolean, index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { instant, json } from '../platform/db/columns.ts'
import { Enumeration } from './enumeration.ts'

/**
 * Only the results of the newest search and of the newest passive search of a domain are stored. A
 * passive search finds fewer names.
 */
export const subdomainEnumerations = pgTable(
  'subdomain_enumerations',
  {
    domain: text('domain').notNull(),
    passive: boolean('passive').notNull().default(false),
    body: json('body', Enumeration).notNull(),
    enumeratedAt: instant('enumerated_at').notNull().default(sql`clock_timestamp()`),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [
    primaryKey({
      name: 'subdomain_enumerations_pkey',
      columns: [table.domain, table.passive],
    }),
    index('subdomain_enumerations_expires_at_idx').on(table.expiresAt),
  ],
)
