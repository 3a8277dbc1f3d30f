import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { ScoringResult } from '../attribution/scoring/scoring-result.ts'
import type { LinkingIdentifier } from '../attribution/signals/signal.ts'
import { callFunction, type Database, rows } from '../platform/db/client.ts'
import { Hints } from '../platform/services/hints.ts'
import type { NewDelivery } from '../webhooks/create-delivery.ts'
import { CorrelationResult } from './correlation-result.ts'
import type { Spread } from './rarity.ts'
import { COMMON_DOMAINS } from './rarity.ts'

export const CORRELATION_STATUSES = ['queued', 'running', 'completed', 'failed'] as const

export const CorrelationState = z.object({
  id: z.string(),
  account_id: z.string(),
  status: z.enum(CORRELATION_STATUSES),
  credits_charged: z.number().int(),
  unanalyzed: z.array(z.string()),
  error_code: z.string().nullable(),
  error_message: z.string().nullable(),
  created_at: z.string(),
  completed_at: z.string().nullable(),
  updated_at: z.string(),
  total: z.number().int(),
  analyzed: z.number().int(),
  domains: z.array(z.string()),
  uncached_domains: z.array(z.string()),
})
export type CorrelationState = z.infer<typeof CorrelationState>

const Submission = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('accepted'), correlation: CorrelationState, ...Hints }),
  z.object({ outcome: z.literal('refused'), cost: z.number(), balance: z.number(), ...Hints }),
  z.object({ outcome: z.literal('playground_limited'), ...Hints }),
  z.object({ outcome: z.literal('closed'), ...Hints }),
])

export interface NewCorrelation {
  correlation_id: string
  account_id: string
  key_id: string | null
  domains: { domain: string; registrable_domain: string; sandbox: string | null }[]
  cache_days: number
  playground_limit?: number
  delivery?: NewDelivery
  request_id: string
  address_prefix: string | null
}

/**
 * Accepts a correlation with its charge and its children, in one statement; the same id again gives the same answer. Its hints name the
 * correlation when there is no child to wait for.
 */
export async function submit(db: Database, correlation: NewCorrelation): Promise<z.infer<typeof Submission>> {
  return callFunction(db, 'submit_correlation', { ...correlation }, Submission)
}

/** The children that still wait for their first run. */
export async function queuedChildren(db: Database, correlationId: string): Promise<string[]> {
  const query = sql`select id from jobs where correlation_id = ${correlationId} and status = 'queued' order by id`
  return (await rows(db, query, z.object({ id: z.string() }))).map(({ id }) => id)
}

const Found = z.object({ state: CorrelationState, result: CorrelationResult.nullable() })
export type FoundCorrelation = z.infer<typeof Found>

/** One correlation of the account, or null: not there and not theirs look alike. */
export async function find(db: Database, accountId: string, id: string): Promise<FoundCorrelation | null> {
  const query = sql`select correlation_state(k.id) as state, k.result from correlations k
    where k.id = ${id} and k.account_id = ${accountId}`
  const [row] = await rows(db, query, Found)
  return row ?? null
}

/** The correlation whoever's it is, for the service's own work. */
export async function state(db: Database, id: string): Promise<CorrelationState | null> {
  const query = sql`select correlation_state(id) as state from correlations where id = ${id}`
  const [row] = await rows(db, query, z.object({ state: CorrelationState }))
  return row?.state ?? null
}

const Analysis = z.object({
  domain: z.string(),
  sandbox: z.enum(['test-corp', 'test-unknown']).nullable(),
  result: ScoringResult.nullable(),
  links: z.array(z.object({ kind: z.string(), value: z.string() })).nullable(),
  entity: z.object({ name: z.string(), parent: z.string().nullable() }).nullable(),
})
export type Analysis = z.infer<typeof Analysis>

/** What is known of each domain of a correlation; result null where no analysis succeeded. At most 100 rows. */
export async function analyses(db: Database, correlationId: string): Promise<Analysis[]> {
  const query = sql`select i.domain, i.sandbox, a.result, a.links,
      case when e.id is not null then jsonb_build_object('name', e.name, 'parent', e.parent) end as entity
    from correlation_items i left join job_results a on a.job_id = i.job_id
      left join domain_runs r on r.job_id = i.job_id left join entities e on e.id = r.entity_id
    where i.correlation_id = ${correlationId} order by i.position`
  return rows(db, query, Analysis)
}

const SpreadRow = z.object({
  kind: z.string(),
  value: z.string(),
  domains: z.coerce.number().int(),
  entities: z
    .array(z.object({ name: z.string(), parent: z.string().nullable(), domains: z.number().int() }))
    .nullable()
    .transform((entities) => entities ?? []),
})

/** How the service knows each value: its holders, counted up to COMMON_DOMAINS, and whom they are attributed to. */
export async function spreads(
  db: Database,
  values: readonly LinkingIdentifier[],
): Promise<(LinkingIdentifier & Spread)[]> {
  if (values.length === 0) return []
  const query = sql`select v.kind, v.value, h.domains, h.entities
    from jsonb_to_recordset(${JSON.stringify(values)}::jsonb) v(kind text, value text), lateral (
      select sum(n.names) as domains,
        jsonb_agg(jsonb_build_object('name', e.name, 'parent', e.parent, 'domains', n.domains)) filter (where e.id is not null) as entities
      from (
        select t.entity_id, count(*) as domains, count(distinct case when length(split_part(held.domain, '.', 1)) > 4
            then split_part(held.domain, '.', 1) else held.domain end) as names
          from (select domain from domain_links l where l.kind = v.kind and l.value = v.value limit ${COMMON_DOMAINS}) held
            left join attributions t on t.domain = held.domain
          group by t.entity_id
      ) n left join entities e on e.id = n.entity_id
    ) h where h.domains > 0`
  return rows(db, query, SpreadRow)
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

/** Ends a correlation once: its result, what is given back, its children and its callback, in one statement. */
export async function finish(db: Database, end: CorrelationEnd): Promise<Ended> {
  return callFunction(db, 'finish_correlation', { ...end }, Ended)
}

/** Correlations that nobody has touched for `quietSeconds`, each handed out once in that time. */
export async function takeStale(db: Database, quietSeconds: number, limit: number): Promise<string[]> {
  const query = sql`select id from take_stale_correlations(make_interval(secs => ${quietSeconds}), ${limit})`
  return (await rows(db, query, z.object({ id: z.string() }))).map(({ id }) => id)
}
