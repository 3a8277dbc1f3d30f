import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { callFunction, type Database, isoTime, rows } from '../platform/db/client.ts'
import { rowOf } from '../platform/db/columns.ts'
import { attributions, entities, entityAliases, portfolios } from './tables.ts'

const DOMAINS_INLINE_MAX = 20

const FoundEntity = z.object({
  entity_id: z.string(),
  name: z.string(),
  match: z.enum(['exact', 'prefix', 'substring', 'fuzzy']),
  domain_count: z.coerce.number().int(),
  domains: z
    .array(
      z.object({
        domain: z.string(),
        confidence: z.number(),
        last_analyzed_at: z.string().transform((text) => isoTime(text)),
      }),
    )
    .nullable()
    .transform((domains) => domains ?? []),
})
export type FoundEntity = z.infer<typeof FoundEntity>

function searchQuery(normalizedName: string, { limit, offset }: { limit: number; offset: number }): SQL {
  const { domain, confidence, entityId, lastAnalyzedAt } = attributions
  return sql`select found.entity_id, found.name, found.match,
      (select count(*) from ${attributions} where ${entityId} = found.entity_id) as domain_count, (
        select jsonb_agg(jsonb_build_object('domain', best.domain, 'confidence', best.confidence, 'last_analyzed_at', best.at)
            order by best.confidence desc, best.domain)
          from (
            select ${domain} as domain, ${confidence} as confidence, ${lastAnalyzedAt} as at
              from ${attributions} where ${entityId} = found.entity_id
              order by ${confidence} desc, ${domain} limit ${DOMAINS_INLINE_MAX}
          ) best
      ) as domains
    from search_entities(${normalizedName}, ${limit}, ${offset}) with ordinality found(entity_id, name, match, position)
    order by found.position`
}

/**
 * Returns operators with a matching name, best match first, each with its most certain domains. Any site can name an operator, so the
 * newest domains would let an attacker hide the operator's own ones.
 */
export async function search(
  db: Database,
  normalizedName: string,
  page: { limit: number; offset: number },
): Promise<FoundEntity[]> {
  return rows(db, searchQuery(normalizedName, page), FoundEntity)
}

const KnownEntity = z.object({
  name: z.string(),
  domain_count: z.coerce.number().int(),
  domains: z
    .array(z.object({ domain: z.string(), confidence: z.number(), registered_at: z.string().nullable() }))
    .nullable()
    .transform((domains) => domains ?? []),
})
export type KnownEntity = z.infer<typeof KnownEntity>

export type PortfolioRow = typeof portfolios.$inferSelect

/**
 * SQL expression for the registration date of a domain (column `best.domain` of the outer query), from the evidence of its newest analysis,
 * or null. Table names are plain text, because an import of the table definitions would be circular.
 */
const REGISTERED_AT = sql`(
  select piece.data #>> '{record,created_at}'
    from (
      select job_id from domain_runs where domain_runs.domain = best.domain order by analyzed_at desc limit 1
    ) newest join job_results using (job_id), json_to_recordset(evidence) as piece(collector text, data json)
    where piece.collector = 'whois' limit 1
)`

const PortfolioSources = z.object({
  known: KnownEntity.nullable(),
  stored: rowOf(portfolios).nullable(),
  is_fresh: z.boolean(),
})

/**
 * Returns two facts about an operator, by normalized name. `known` is the operator with its domains, most confident first. `stored` is its
 * latest domain list from reverse WHOIS, which counts as fresh for `days` days. Both can be null.
 */
export async function portfolio(
  db: Database,
  normalizedName: string,
  { limit, days }: { limit: number; days: number },
): Promise<z.infer<typeof PortfolioSources>> {
  const { domain, confidence } = attributions
  const query = sql`with named as (
      select ${entities.id}, ${entities.name}, false as is_alias
        from ${entities} where ${entities.normalizedName} = ${normalizedName}
      union all
      select ${entities.id}, ${entities.name}, true
        from ${entityAliases} join ${entities} on ${entities.id} = ${entityAliases.entityId}
        where ${entityAliases.normalizedName} = ${normalizedName}
    ), found as (
      select id, name from named
        order by is_alias, (
          select max(${confidence}) from ${attributions} where ${attributions.entityId} = named.id
        ) desc nulls last, id limit 1
    ), best as (
      select ${domain}, ${confidence} from ${attributions} join found on found.id = ${attributions.entityId}
        order by ${confidence} desc, ${domain} limit ${limit}
    )
    select (
        select jsonb_build_object('name', found.name,
            'domain_count', (select count(*) from ${attributions} where ${attributions.entityId} = found.id),
            'domains', (
              select jsonb_agg(
                  jsonb_build_object('domain', best.domain, 'confidence', best.confidence, 'registered_at', ${REGISTERED_AT})
                  order by best.confidence desc, best.domain)
                from best))
          from found
      ) as known,
      (select to_jsonb(${portfolios}) from ${portfolios} where ${portfolios.normalizedName} = ${normalizedName}) as stored,
      coalesce((
        select ${portfolios.fetchedAt} > clock_timestamp() - make_interval(days => ${days})
          from ${portfolios} where ${portfolios.normalizedName} = ${normalizedName}
      ), false) as is_fresh`
  const [row] = await rows(db, query, PortfolioSources)
  return row ?? { known: null, stored: null, is_fresh: false }
}

const Start = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.enum(['granted', 'list_busy', 'account_busy']) }),
  z.object({ outcome: z.literal('limited'), retry_after_seconds: z.number().int() }),
])

export interface PortfolioPurchase {
  purchase_id: string
  account_id: string
  normalized_name: string
}

/** Takes one of the account's purchases of the day, and reserves the list and the account for `lease_seconds`. */
export async function beginPortfolioPurchase(
  db: Database,
  purchase: PortfolioPurchase & { lease_seconds: number; daily_limit: number },
): Promise<z.infer<typeof Start>> {
  return callFunction(db, 'begin_portfolio_purchase', { ...purchase }, Start)
}

/**
 * Ends a purchase and stores the list, unless a newer list is stored. Returns the list that is then in the database. `is_free` is true if
 * the provider wants no money, so that the purchase does not count.
 */
export async function endPortfolioPurchase(
  db: Database,
  purchase: PortfolioPurchase & { domains?: string[]; total?: number; is_free: boolean },
): Promise<PortfolioRow | null> {
  return callFunction(db, 'end_portfolio_purchase', { ...purchase }, rowOf(portfolios).nullable())
}
