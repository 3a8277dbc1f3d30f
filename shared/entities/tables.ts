import { sql } from 'drizzle-orm'
import {
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  real,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { accounts } from '../accounts/tables.ts'
import { BASES } from '../attribution/basis.ts'
import { identifier, instant } from '../platform/db/columns.ts'

/** An operator of domains. No two operators have the same normalized name. */
export const entities = pgTable(
  'entities',
  {
    id: identifier('id').primaryKey(),
    name: text('name').notNull(),
    normalizedName: text('normalized_name').notNull(),
    createdAt: instant('created_at').notNull().default(sql`clock_timestamp()`),
  },
  (table) => [
    uniqueIndex('entities_normalized_name_key').on(table.normalizedName),
    index('entities_prefix_idx').on(table.normalizedName.op('text_pattern_ops')),
    index('entities_trigrams_idx').using('gin', table.normalizedName.op('gin_trgm_ops')),
    index('entities_letter_pairs_idx').using('gin', sql`letter_pairs(${table.normalizedName})`),
  ],
)

/**
 * A spelling of an operator's name, as found in evidence. Several operators can have the same
 * alias, because a site can claim any name. If each alias had only one operator, the first claim
 * could take a name from its real owner.
 */
export const entityAliases = pgTable(
  'entity_aliases',
  {
    normalizedName: text('normalized_name').notNull(),
    entityId: identifier('entity_id')
      .notNull()
      .references(() => entities.id),
    name: text('name').notNull(),
    createdAt: instant('created_at').notNull().default(sql`clock_timestamp()`),
  },
  (table) => [
    primaryKey({ columns: [table.normalizedName, table.entityId] }),
    index('entity_aliases_entity_id_idx').on(table.entityId),
    index('entity_aliases_prefix_idx').on(table.normalizedName.op('text_pattern_ops')),
    index('entity_aliases_trigrams_idx').using('gin', table.normalizedName.op('gin_trgm_ops')),
    index('entity_aliases_letter_pairs_idx').using(
      'gin',
      sql`letter_pairs(${table.normalizedName})`,
    ),
  ],
)

/**
 * The name "acme tools ltd" has three rows here: "acme tools ltd", "tools ltd" and "ltd". An index
 * finds only beginnings of texts, so these rows make each word inside a name searchable. The SQL
 * function index_entity_names updates the rows.
 */
export const entityTails = pgTable(
  'entity_tails',
  {
    entityId: identifier('entity_id')
      .notNull()
      .references(() => entities.id, { onDelete: 'cascade' }),
    tail: text('tail').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.entityId, table.tail] }),
    index('entity_tails_tail_idx').on(table.tail.op('text_pattern_ops'), table.entityId),
  ],
)

export const attributions = pgTable(
  'attributions',
  {
    domain: text('domain').primaryKey(),
    entityId: identifier('entity_id')
      .notNull()
      .references(() => entities.id),
    confidence: real('confidence').notNull(),
    /** Null in rows that are older than this column. They count as `stated`. */
    basis: text('basis', { enum: BASES }),
    /** Registration date of the domain, if an analysis found one. */
    registeredAt: instant('registered_at'),
    // Parent company of the operator. Used only for this domain, because a page can state any
    // operator and any parent.
    parent: text('parent'),
    lastAnalyzedAt: instant('last_analyzed_at').notNull(),
  },
  (table) => [
    // Uses the same expression as the SQL function basis_rank. The columns after the domain allow
    // PostgreSQL to count domains and to check their age from the index alone.
    index('attributions_basis_idx').on(
      table.entityId,
      sql`(case ${table.basis} when 'verified' then 0 when 'corroborated' then 1 else 2 end)`,
      table.confidence.desc().nullsFirst(),
      table.domain,
      table.basis,
      table.registeredAt,
    ),
    check(
      'attributions_basis_check',
      sql`${table.basis} in ('verified', 'corroborated', 'stated')`,
    ),
  ],
)

/**
 * Results of reverse WHOIS, by normalized name. An expired list is used while the provider is down.
 */
export const portfolios = pgTable(
  'portfolios',
  {
    normalizedName: text('normalized_name').primaryKey(),
    // Account that bought the list. The list is deleted with the account's personal data. Null for
    // lists that are older than this column.
    accountId: identifier('account_id').references(() => accounts.id),
    /** In the order of the provider, at most PORTFOLIO_MAX_DOMAINS. */
    domains: text('domains').array().notNull(),
    total: integer('total').notNull(),
    fetchedAt: instant('fetched_at').notNull(),
  },
  (table) => [
    index('portfolios_account_id_idx').on(table.accountId),
    index('portfolios_fetched_at_idx').on(table.fetchedAt),
  ],
)
