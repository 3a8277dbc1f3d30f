import { index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'

/** The linking values of each domain's newest analysis: how rare a value is over the whole service. Kept by a trigger on job_results. */
export const domainLinks = pgTable(
  'domain_links',
  {
    domain: text('domain').notNull(),
    kind: text('kind').notNull(),
    value: text('value').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.domain, table.kind, table.value] }),
    index('domain_links_value_idx').on(table.kind, table.value, table.domain),
  ],
)
