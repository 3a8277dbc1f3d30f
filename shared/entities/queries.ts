import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { callFunction, type Database, isoTime, rows } from '../platform/db/client.ts'

/** Domains of an entity shown with it in a search. */
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

/** Entities by a normalised name, best match first, each with its newest domains. */
export function searchQuery(normalized: string, { limit, offset }: { limit: number; offset: number }): SQL {
  return sql`select f.entity_id, f.name, f.match, (select count(*) from attributions where entity_id = f.entity_id) as domain_count, (
      select jsonb_agg(jsonb_build_object('domain', t.domain, 'confidence', t.confidence, 'last_analyzed_at', t.last_analyzed_at) order by t.last_analyzed_at desc, t.domain)
        from (select * from attributions where entity_id = f.entity_id order by last_analyzed_at desc, domain desc limit ${DOMAINS_INLINE_MAX}) t
    ) as domains
    from search_entities(${normalized}, ${limit}, ${offset}) with ordinality f(entity_id, name, match, place) order by f.place`
}

export async function search(
  db: Database,
  normalized: string,
  page: { limit: number; offset: number },
): Promise<FoundEntity[]> {
  return rows(db, searchQuery(normalized, page), FoundEntity)
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

const StoredPortfolio = z.object({
  domains: z.array(z.string()),
  total: z.number().int(),
  fetched_at: z.string(),
})
export type StoredPortfolio = z.infer<typeof StoredPortfolio>

const PortfolioKnowledge = z.object({
  known: KnownEntity.nullable(),
  stored: StoredPortfolio.nullable(),
  is_fresh: z.boolean(),
})

/** What the service itself knows of an entity's domains, best first, and what reverse WHOIS last said, fresh for `days`. */
export async function portfolio(
  db: Database,
  normalized: string,
  { limit, days }: { limit: number; days: number },
): Promise<z.infer<typeof PortfolioKnowledge>> {
  const query = sql`with found as (
      select id, name from entities where normalized_name = ${normalized}
      union all
      select e.id, e.name from entity_aliases s join entities e on e.id = s.entity_id where s.normalized_name = ${normalized}
      limit 1
    ), best as (
      select t.domain, t.confidence from attributions t join found f on f.id = t.entity_id order by t.confidence desc, t.domain limit ${limit}
    )
    select (select jsonb_build_object('name', f.name,
          'domain_count', (select count(*) from attributions t where t.entity_id = f.id),
          'domains', (select jsonb_agg(jsonb_build_object('domain', b.domain, 'confidence', b.confidence, 'registered_at', (
              select e #>> '{data,record,created_at}' from (select job_id from domain_runs r where r.domain = b.domain order by analyzed_at desc limit 1) newest
                join job_results using (job_id), jsonb_array_elements(evidence) e where e->>'collector' = 'whois' limit 1
            )) order by b.confidence desc, b.domain) from best b)) from found f) as known,
      (select to_jsonb(p) from portfolios p where p.normalized_name = ${normalized}) as stored,
      coalesce((select p.fetched_at > clock_timestamp() - make_interval(days => ${days}) from portfolios p
        where p.normalized_name = ${normalized}), false) as is_fresh`
  const [row] = await rows(db, query, PortfolioKnowledge)
  return row ?? { known: null, stored: null, is_fresh: false }
}

/** Keeps what reverse WHOIS said of an entity. Returns what is stored. */
export async function storePortfolio(
  db: Database,
  found: { normalized_name: string; domains: string[]; total: number },
): Promise<StoredPortfolio> {
  return callFunction(db, 'store_portfolio', { ...found }, StoredPortfolio)
}
