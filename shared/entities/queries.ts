import { eq, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { BASES } from '../attribution/basis.ts'
import { callFunction, type Database, isoTime, rows } from '../platform/db/client.ts'
import { rowOf } from '../platform/db/columns.ts'
import { attributions, entities, entityAliases, portfolios } from './tables.ts'

const DOMAINS_INLINE_MAX = 20
// Minimum age of a domain whose operator is named only by its holder. If the operator has confirmed
// domains, a younger domain is not listed.
const STATED_AGE_MIN_DAYS = 365

const Basis = z.enum(BASES).nullable()

const FoundEntity = z.object({
  entity_id: z.string(),
  name: z.string(),
  match: z.enum(['exact', 'prefix', 'substring', 'fuzzy']),
  domain_count: z.coerce.number().int(),
  stated_count: z.coerce.number().int(),
  domains: z
    .array(
      z.object({
        domain: z.string(),
        confidence: z.number(),
        basis: Basis,
        last_analyzed_at: z.string().transform((text) => isoTime(text)),
      }),
    )
    .nullable()
    .transform((domains) => domains ?? []),
})
export type FoundEntity = z.infer<typeof FoundEntity>

const { domain, confidence, basis, registeredAt, entityId, lastAnalyzedAt } = attributions
const rank = sql`basis_rank(${basis})`
const isStated = sql`${rank} = 2`
// True if only the holder names the operator, and the domain is younger than a year or of unknown
// age.
const isYoung = sql`(${isStated} and (${registeredAt} > clock_timestamp() - make_interval(days =>
  ${STATED_AGE_MIN_DAYS})
  or ${registeredAt} is null))`

// Counts of an operator's domains. If `is_confirmed` is true, the lists leave out young domains
// that only state the operator: an attacker can register any number of them and copy the pages of
// the operator.
const countsOf = (entity: SQL) => sql`(
  select count(*) as domain_count, count(*) filter (where ${isStated}) as stated_count,
      coalesce(min(${rank}) < 2, false) as is_confirmed
    from ${attributions} where ${entityId} = ${entity}
)`

export function searchQuery(
  normalizedName: string,
  { limit, offset }: { limit: number; offset: number },
): SQL {
  return sql`select found.entity_id, found.name, found.match, counts.domain_count,
    counts.stated_count, (
        select jsonb_agg(jsonb_build_object('domain', best.domain, 'confidence', best.confidence,
          'basis', best.basis,
            'last_analyzed_at', best.at) order by best.rank, best.confidence desc, best.domain)
          from (
            select ${domain} as domain, ${confidence} as confidence, ${basis} as basis, ${rank} as
              rank,
                ${lastAnalyzedAt} as at
              from ${attributions}
              where ${entityId} = found.entity_id and not (counts.is_confirmed and ${isYoung})
              order by ${rank}, ${confidence} desc, ${domain} limit ${DOMAINS_INLINE_MAX}
          ) best
      ) as domains
    from search_entities(${normalizedName}, ${limit}, ${offset}) with ordinality found(entity_id,
      name, match, position),
      lateral ${countsOf(sql`found.entity_id`)} counts
    order by found.position`
}

/**
 * Operators, best match first, each with some of its domains: confirmed ones first, then by
 * confidence. The order is not by age: any site can name an operator, so an attacker could hide the
 * operator's own domains behind newer ones.
 */
export async function search(
  db: Database,
  normalizedName: string,
  page: { limit: number; offset: number },
): Promise<FoundEntity[]> {
  return rows(db, searchQuery(normalizedName, page), FoundEntity)
}

/** Null for an unknown id. */
export async function nameOf(db: Database, id: string): Promise<string | null> {
  const [row] = await db.select({ name: entities.name }).from(entities).where(eq(entities.id, id))
  return row?.name ?? null
}

const KnownEntity = z.object({
  name: z.string(),
  domain_count: z.coerce.number().int(),
  stated_count: z.coerce.number().int(),
  domains: z
    .array(
      z.object({
        domain: z.string(),
        confidence: z.number(),
        basis: Basis,
        registered_at: z.string().nullable(),
      }),
    )
    .nullable()
    .transform((domains) => domains ?? []),
  // Domains of the reverse WHOIS list that must not be shown: they are young and only state their
  // operator.
  hidden: z.array(z.string()),
})
export type KnownEntity = z.infer<typeof KnownEntity>

export type PortfolioRow = typeof portfolios.$inferSelect

// SQL for the registration date of the domain in `best.domain` of the outer query. The date comes
// from the evidence of the newest analysis; it is null if that evidence has none. The table names
// are plain text, because an import of the tables would be circular.
const REGISTERED_AT = sql`(
  select piece.data #>> '{record,created_at}'
    from (
      select job_id from domain_runs where domain_runs.domain = best.domain order by analyzed_at
        desc limit 1
    ) newest join job_results using (job_id), json_to_recordset(evidence) as piece(collector text,
    data json)
    where piece.collector = 'whois' limit 1
)`

const PortfolioSources = z.object({
  known: KnownEntity.nullable(),
  stored: rowOf(portfolios).nullable(),
  is_fresh: z.boolean(),
})

/**
 * `known` is the operator with its domains, in the order of `search`. `stored` is its latest list
 * from reverse WHOIS; the list counts as fresh for `days` days. `known` and `stored` can be null.
 */
export async function portfolio(
  db: Database,
  normalizedName: string,
  { limit, days }: { limit: number; days: number },
): Promise<z.infer<typeof PortfolioSources>> {
  const query = sql`with named as (
      select ${entities.id}, ${entities.name}, false as is_alias
        from ${entities} where ${entities.normalizedName} = ${normalizedName}
      union all
      select ${entities.id}, ${entities.name}, true
        from ${entityAliases} join ${entities} on ${entities.id} = ${entityAliases.entityId}
        where ${entityAliases.normalizedName} = ${normalizedName}
    ), found as (
      select named.id, named.name, top.rank, top.confidence
        from named left join lateral (
          select ${rank} as rank, ${confidence} from ${attributions} where ${entityId} = named.id
            order by ${rank}, ${confidence} desc limit 1
        ) top on true
        order by named.is_alias, top.rank nulls last, top.confidence desc nulls last, named.id
          limit 1
    ), counts as (
      select counted.* from found, lateral ${countsOf(sql`found.id`)} counted
    ), best as (
      select ${domain}, ${confidence}, ${basis}, ${rank} as rank, ${registeredAt}
        from ${attributions}, found, counts
        where ${entityId} = found.id and not (counts.is_confirmed and ${isYoung})
        order by ${rank}, ${confidence} desc, ${domain} limit ${limit}
    ), listed as (
      select * from ${portfolios} where ${portfolios.normalizedName} = ${normalizedName}
    )
    select (
        select jsonb_build_object('name', found.name, 'domain_count', counts.domain_count,
            'stated_count', counts.stated_count,
            'domains', (
              select jsonb_agg(
                  jsonb_build_object('domain', best.domain, 'confidence', best.confidence, 'basis',
                  best.basis,
                    'registered_at', coalesce(to_jsonb(best.registered_at) #>> '{}',
                    ${REGISTERED_AT}))
                  order by best.rank, best.confidence desc, best.domain)
                from best),
            'hidden', array(
              select ${domain} from ${attributions}
                where ${domain} in (select unnest(listed.domains) from listed) and ${entityId} =
                  found.id
                  and counts.is_confirmed and ${isYoung}))
          from found, counts
      ) as known,
      (select to_jsonb(listed) from listed) as stored,
      coalesce((
        select fetched_at > clock_timestamp() - make_interval(days => ${days}) from listed
      ), false) as is_fresh`
  const [row] = await rows(db, query, PortfolioSources)
  return row ?? { known: null, stored: null, is_fresh: false }
}

const CONFIRMED_DOMAINS_MAX = 25
const DOMAINS_OF_ENTITY_MAX = 5
/** Among this number of newest analyses of a domain, one that reached the site is searched. */
const RUNS_SEARCHED_MAX = 3

const hosts = z
  .array(z.string().nullable())
  .nullable()
  .transform((found) => (found ?? []).filter((host) => host !== null))

const ConfirmedDomain = z.object({
  name: z.string(),
  normalized_name: z.string(),
  domain: z.string(),
  basis: z.enum(['verified', 'corroborated']),
  registered_at: z.string().nullable(),
  read_at: z.string().nullable(),
  control: hosts,
  ads_txt: hosts,
  final_url: z.string().nullable(),
})
export type ConfirmedDomain = z.infer<typeof ConfirmedDomain>

// Matches domains with a confirmed operator. Written with `basis_rank`, because the index on
// `basis_rank` then stops after the confirmed domains.
const isConfirmed = sql`basis_rank(${basis}) < 2`

export function confirmedDomainsQuery(names: readonly string[], asked: readonly string[]): SQL {
  return sql`with wanted as (
      select ${entities.id} from ${entities} where ${entities.normalizedName} in ${listOf(names)}
      union
      select ${entityAliases.entityId} from ${entityAliases} where ${entityAliases.normalizedName}
        in ${listOf(names)}
    ), named as (
      select best.* from wanted, lateral (
        select ${domain}, ${basis}, ${registeredAt}, ${entityId} from ${attributions}
          where ${entityId} = wanted.id and ${isConfirmed}
          order by basis_rank(${basis}), ${registeredAt} nulls last, ${domain} limit
            ${DOMAINS_OF_ENTITY_MAX}
      ) best
    ), chosen as (
      select distinct on (either.domain) either.* from (
        select *, 1 as part from named
        union all
        select ${domain}, ${basis}, ${registeredAt}, ${entityId}, 0
          from ${attributions} where ${domain} in ${listOf(asked)} and ${isConfirmed}
      ) either order by either.domain, either.part
    ), bounded as (
      select * from chosen
        order by part, basis_rank(basis), registered_at nulls last, domain limit
          ${CONFIRMED_DOMAINS_MAX}
    )
    select ${entities.name}, ${entities.normalizedName}, bounded.domain, bounded.basis,
        to_jsonb(bounded.registered_at) #>> '{}' as registered_at,
        to_jsonb(probe.analyzed_at) #>> '{}' as read_at, probe.data->>'final_url' as final_url,
        (probe.data #> '{trust_txt,control}')::jsonb as control,
        case when probe.data #>> '{ads_txt}' is not null then
          jsonb_build_array(probe.data #>> '{ads_txt,owner_domain}')
            || (probe.data #> '{ads_txt,manager_domains}')::jsonb end as ads_txt
      from bounded join ${entities} on ${entities.id} = bounded.entity_id left join lateral (
        select piece.data, newest.analyzed_at
          from (
            select domain_runs.job_id, domain_runs.analyzed_at
              from domain_runs join jobs on jobs.id = domain_runs.job_id
              where domain_runs.domain = bounded.domain and not jobs.playground and not jobs.sandbox
                and not jobs.passive
              order by domain_runs.analyzed_at desc limit ${RUNS_SEARCHED_MAX}
          ) newest join job_results using (job_id), json_to_recordset(evidence) as piece(collector
          text, data json)
          where piece.collector = 'http_probe' and piece.data->>'outcome' = 'reached'
          order by newest.analyzed_at desc limit 1
      ) probe on true
      order by bounded.part, basis_rank(bounded.basis), bounded.registered_at nulls last,
        bounded.domain`
}

const listOf = (texts: readonly string[]): SQL =>
  sql`(select jsonb_array_elements_text(${JSON.stringify(texts)}::jsonb))`

/** Query that `knownCompanies` runs. The comment there describes the rows. */
export const confirmedDomains = (
  db: Database,
  names: readonly string[],
  asked: readonly string[],
): Promise<ConfirmedDomain[]> => rows(db, confirmedDomainsQuery(names, asked), ConfirmedDomain)

const Start = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.enum(['granted', 'list_busy', 'account_busy']) }),
  z.object({ outcome: z.literal('limited'), retry_after_seconds: z.number().int() }),
])

export interface PortfolioPurchase {
  purchase_id: string
  account_id: string
  normalized_name: string
}

/**
 * Begins a purchase. It uses one of the purchases that the account may make in a day, and leases
 * both the list and the account for `lease_seconds`.
 */
export async function beginPortfolioPurchase(
  db: Database,
  purchase: PortfolioPurchase & { lease_seconds: number; daily_limit: number },
): Promise<z.infer<typeof Start>> {
  return callFunction(db, 'begin_portfolio_purchase', { ...purchase }, Start)
}

/**
 * Ends a purchase and returns the newest list in the database. `is_free` is true if the provider
 * charged nothing; such a purchase does not count for the daily limit.
 */
export async function endPortfolioPurchase(
  db: Database,
  purchase: PortfolioPurchase & { domains?: string[]; total?: number; is_free: boolean },
): Promise<PortfolioRow | null> {
  return callFunction(db, 'end_portfolio_purchase', { ...purchase }, rowOf(portfolios).nullable())
}
