import { and, asc, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { ScoringResult } from '../attribution/scoring/scoring-result.ts'
import type { LinkingIdentifier } from '../attribution/signals/signal.ts'
import { NotCovered } from '../billing/not-covered.ts'
import { attributions, entities } from '../entities/tables.ts'
import { STIX_COLUMNS } from '../jobs/queries.ts'
import { jobResults, jobs } from '../jobs/tables.ts'
import { callFunction, type Database, rows } from '../platform/db/client.ts'
import { rowOf } from '../platform/db/columns.ts'
import { Hints } from '../platform/services/hints.ts'
import type { NewDelivery } from '../webhooks/create-delivery.ts'
import type { CorrelationResult } from './correlation-result.ts'
import { COMMON_DOMAINS, type ValueUsage } from './rarity.ts'
import { correlationItems, correlations, domainLinks } from './tables.ts'

const Progress = z
  .object({
    total: z.number().int(),
    analyzed: z.number().int(),
    is_begun: z.boolean(),
    domains: z.array(z.string()),
    uncached_domains: z.array(z.string()),
  })
  .transform(({ uncached_domains: uncachedDomains, is_begun: isBegun, ...progress }) => ({
    ...progress,
    isBegun,
    uncachedDomains,
  }))

// `analyzed` is the number of domains whose analysis has ended, successfully or not. `total` is the
// number of all domains.
const CorrelationState = rowOf(correlations)
  .and(Progress)
  .transform(({ isBegun, status, ...state }) => ({
    ...state,
    status: status === 'running' && !isBegun ? ('queued' as const) : status,
  }))
export type CorrelationState = z.infer<typeof CorrelationState>

const Submission = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('accepted'), correlation: CorrelationState, ...Hints }),
  z.object({ ...NotCovered, ...Hints }),
  z.object({ outcome: z.literal('over_credit_limit'), cost: z.number().int(), ...Hints }),
  z.object({ outcome: z.literal('playground_limited'), ...Hints }),
  z.object({ outcome: z.literal('sandbox_limited'), retry_after_seconds: z.number(), ...Hints }),
  z.object({ outcome: z.literal('closed'), ...Hints }),
])

export interface NewCorrelation {
  correlation_id: string
  account_id: string
  key_id: string | null
  domains: { domain: string; registrable_domain: string; sandbox: string | null }[]
  cache_days: number
  passive: boolean
  playground_limit?: number
  /**
   * Highest number of deep analyses of the account at the same time. Further jobs of the
   * correlation wait.
   */
  in_flight_limit?: number
  sandbox_limit: number
  credits_max?: number | null
  delivery?: NewDelivery
  request_id: string
  address_prefix: string | null
}

/**
 * Charges the account and creates a job for each domain to analyse, in one statement. A repeated
 * call with the same id returns the same result. The caller must send `hints`.
 */
export async function submit(
  db: Database,
  correlation: NewCorrelation,
): Promise<z.infer<typeof Submission>> {
  return callFunction(db, 'submit_correlation', { ...correlation }, Submission)
}

export async function queuedChildren(db: Database, correlationId: string): Promise<string[]> {
  const children = await db
    .select({ id: jobs.id })
    .from(jobs)
    .where(and(eq(jobs.correlationId, correlationId), eq(jobs.status, 'queued')))
    .orderBy(asc(jobs.id))
  return children.map(({ id }) => id)
}

const STATE = {
  state: sql`correlation_state(${correlations.id})`.mapWith((stored: unknown) =>
    CorrelationState.parse(stored),
  ),
}

export async function find(
  db: Database,
  accountId: string,
  id: string,
): Promise<CorrelationState | null> {
  const [row] = await db
    .select(STATE)
    .from(correlations)
    .where(and(eq(correlations.id, id), eq(correlations.accountId, accountId)))
  return row?.state ?? null
}

/**
 * Reads a correlation of any account, for background work. A handler of an API request must use
 * `find`, which checks the account.
 */
export async function state(db: Database, id: string): Promise<CorrelationState | null> {
  const [row] = await db.select(STATE).from(correlations).where(eq(correlations.id, id))
  return row?.state ?? null
}

const Analysis = z.object({
  domain: z.string(),
  sandbox: z.enum(correlationItems.sandbox.enumValues).nullable(),
  result: ScoringResult.nullable(),
  links: z.array(z.object({ kind: z.string(), value: z.string() })).nullable(),
  entity: z
    .object({
      name: z.string(),
      parent: z.string().nullable(),
      registered_at: z.string().nullable(),
    })
    .nullable(),
})
export type Analysis = z.infer<typeof Analysis>

/** The result is null for a sandbox domain and for a domain without a successful analysis. */
export async function analyses(db: Database, correlationId: string): Promise<Analysis[]> {
  const query = sql`select ${correlationItems.domain}, ${correlationItems.sandbox},
    ${jobResults.result}, ${jobResults.links},
      case when ${entities.id} is not null then
        jsonb_build_object('name', ${entities.name}, 'parent', ${attributions.parent},
          'registered_at', ${attributions.registeredAt}) end as entity
    from ${correlationItems}
      left join ${jobResults} on ${jobResults.jobId} = ${correlationItems.jobId}
      left join domain_runs on domain_runs.job_id = ${correlationItems.jobId}
      left join ${entities} on ${entities.id} = domain_runs.entity_id
      left join ${attributions}
        on ${attributions.domain} = domain_runs.domain and ${attributions.entityId} =
          domain_runs.entity_id
    where ${correlationItems.correlationId} = ${correlationId} order by
      ${correlationItems.position}`
  return rows(db, query, Analysis)
}

/**
 * The account's own analyses of the domains. Analyses of other accounts are left out, although the
 * correlation may use them without a charge.
 */
export async function ownStixAnalyses(db: Database, accountId: string, correlationId: string) {
  return db
    .select({
      domain: correlationItems.domain,
      sandbox: correlationItems.sandbox,
      jobId: jobs.id,
      completedAt: jobs.completedAt,
      ...STIX_COLUMNS,
    })
    .from(correlationItems)
    .leftJoin(jobs, and(eq(jobs.id, correlationItems.jobId), eq(jobs.accountId, accountId)))
    .leftJoin(jobResults, eq(jobResults.jobId, jobs.id))
    .where(eq(correlationItems.correlationId, correlationId))
    .orderBy(asc(correlationItems.position))
}

const Usage = z.object({
  kind: z.string(),
  value: z.string(),
  domains: z.number().int(),
  entities: z.array(
    z.object({ name: z.string(), parent: z.string().nullable(), domains: z.number().int() }),
  ),
})

/**
 * For each value: the number of domains that have it (at most COMMON_DOMAINS), and their operators.
 * example.com and example.org count as one domain if their first label has at least five
 * characters. A value that no domain has is left out.
 */
export async function usages(
  db: Database,
  values: readonly LinkingIdentifier[],
): Promise<(LinkingIdentifier & ValueUsage)[]> {
  if (values.length === 0) return []
  const query = sql`select wanted.kind, wanted.value, usage.domains, usage.entities
    from jsonb_to_recordset(${JSON.stringify(values)}::jsonb) wanted(kind text, value text),
      lateral (
      select sum(holders.names)::integer as domains,
        coalesce(jsonb_agg(jsonb_build_object(
          'name', ${entities.name}, 'parent', holders.parent, 'domains', holders.domains))
          filter (where ${entities.id} is not null), '[]') as entities
      from (
        select ${attributions.entityId}, ${attributions.parent}, count(*) as domains,
            count(distinct case when length(split_part(held.domain, '.', 1)) > 4
              then split_part(held.domain, '.', 1) else held.domain end) as names
          from (
            select ${domainLinks.domain} from ${domainLinks}
              where ${domainLinks.kind} = wanted.kind and ${domainLinks.value} = wanted.value limit
                ${COMMON_DOMAINS}
          ) held left join ${attributions} on ${attributions.domain} = held.domain
          group by ${attributions.entityId}, ${attributions.parent}
      ) holders left join ${entities} on ${entities.id} = holders.entity_id
    ) usage where usage.domains > 0`
  return rows(db, query, Usage)
}

const Ended = z.object({ outcome: z.enum(['ended', 'already', 'unknown']), ...Hints })
export type Ended = z.infer<typeof Ended>

export interface CorrelationEnd {
  correlation_id: string
  status: 'completed' | 'failed'
  result?: CorrelationResult
  unanalyzed?: string[]
  error?: { code: string; message: string }
}

/**
 * Ends the correlation: stores the result, refunds the credits for domains without an analysis,
 * ends unfinished jobs, and makes the webhook delivery due. A repeated call changes nothing.
 */
export async function finish(db: Database, end: CorrelationEnd): Promise<Ended> {
  return callFunction(db, 'finish_correlation', { ...end }, Ended)
}

/**
 * Correlations without an update for `quietSeconds`. This call counts as an update, so the next
 * call does not return the same correlations again.
 */
export async function takeStale(
  db: Database,
  quietSeconds: number,
  limit: number,
): Promise<string[]> {
  const query = sql`select id from take_stale_correlations(make_interval(secs => ${quietSeconds}),
    ${limit})`
  return (await rows(db, query, z.object({ id: z.string() }))).map(({ id }) => id)
}
