import { sql } from 'drizzle-orm'
import { index, integer, pgTable, primaryKey, real, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { identifier, instant } from '../platform/db/columns.ts'

/** An operator, known by its normalised name. */
export const entities = pgTable(
  'entities',
  {
    id: identifier('id').primaryKey(),
    name: text('name').notNull(),
    normalizedName: text('normalized_name').notNull(),
    parent: text('parent'),
    createdAt: instant('created_at').notNull().default(sql`clock_timestamp()`),
  },
  (table) => [
    uniqueIndex('entities_normalized_name_key').on(table.normalizedName),
    index('entities_prefix_idx').on(table.normalizedName.op('text_pattern_ops')),
    index('entities_trigrams_idx').using('gin', table.normalizedName.op('gin_trgm_ops')),
    index('entities_letter_pairs_idx').using('gin', sql`letter_pairs(${table.normalizedName})`),
  ],
)

/** Other spellings that evidence tied to an entity. A spelling belongs to one entity. */
export const entityAliases = pgTable(
  'entity_aliases',
  {
    normalizedName: text('normalized_name').primaryKey(),
    entityId: identifier('entity_id')
      .notNull()
      .references(() => entities.id),
    name: text('name').notNull(),
    createdAt: instant('created_at').notNull().default(sql`clock_timestamp()`),
  },
  (table) => [
    index('entity_aliases_entity_id_idx').on(table.entityId),
    index('entity_aliases_prefix_idx').on(table.normalizedName.op('text_pattern_ops')),
    index('entity_aliases_trigrams_idx').using('gin', table.normalizedName.op('gin_trgm_ops')),
    index('entity_aliases_letter_pairs_idx').using('gin', sql`letter_pairs(${table.normalizedName})`),
  ],
)

/** Names from each of their words on, so that what begins a word is found in order, however many names hold it. Kept by triggers. */
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

/** The newest attribution of each domain. */
export const attributions = pgTable(
  'attributions',
  {
    domain: text('domain').primaryKey(),
    entityId: identifier('entity_id')
      .notNull()
      .references(() => entities.id),
    confidence: real('confidence').notNull(),
    lastAnalyzedAt: instant('last_analyzed_at').notNull(),
  },
  (table) => [index('attributions_entity_id_idx').on(table.entityId, table.lastAnalyzedAt, table.domain)],
)

/** The last answer of reverse WHOIS about an operator, by its normalised name. An old row is the answer when the provider is down. */
export const portfolios = pgTable('portfolios', {
  normalizedName: text('normalized_name').primaryKey(),
  /** Domains in the provider's order, at most as many as are shown. */
  domains: text('domains').array().notNull(),
  total: integer('total').notNull(),
  fetchedAt: instant('fetched_at').notNull(),
})
