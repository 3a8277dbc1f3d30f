import {
  countRegistrations,
  ReverseWhoisUnavailable,
  type WhoisProvider,
  whoisProvider,
} from '../attribution/collectors/whoisxml.ts'
import { normalizeEntityName } from '../attribution/names/entity-names.ts'
import type { PageMeta } from '../platform/http/envelope.ts'
import { z } from '../platform/http/zod-openapi.ts'
import { log } from '../platform/log.ts'
import type { Services } from '../platform/services/index.ts'
import * as entities from './queries.ts'

export const FoundEntity = z
  .object({
    entity_id: z.string(),
    name: z.string(),
    match: z.enum(['exact', 'prefix', 'substring', 'fuzzy']),
    domains: z.array(z.object({ domain: z.string(), confidence: z.number(), last_analyzed_at: z.string() })),
    domain_count: z.number().int(),
    portfolio_count: z.number().int().optional(),
  })
  .openapi('FoundEntity')
export type FoundEntity = z.infer<typeof FoundEntity>

export const EntitySearchResponse = z
  .object({ query: z.string(), entities: z.array(FoundEntity) })
  .openapi('EntitySearchResponse')
export type EntitySearchResponse = z.infer<typeof EntitySearchResponse>

/** Nobody reads on so far; a search deeper than this finds nothing. */
const DEPTH_MAX = 10_000
/** The best results of a search get their number of registrations. */
const COUNTED_MAX = 5
const PORTFOLIO_COUNT_TIMEOUT_MS = 3_000

export interface WantedEntities {
  q: string
  limit: number
  offset: number
  include_portfolio: boolean
}

/** Entities whose name, or another spelling of it, is like the query; best match first. A count that does not come is left out. */
export async function searchEntities(
  services: Pick<Services, 'db' | 'env' | 'connections'>,
  { q, limit, offset, include_portfolio: counts }: WantedEntities,
): Promise<{ found: EntitySearchResponse; meta: PageMeta }> {
  const normalized = normalizeEntityName(q)
  const reachable = normalized !== '' && offset < DEPTH_MAX
  const rows = reachable ? await entities.search(services.db, normalized, { limit: limit + 1, offset }) : []
  const shown: FoundEntity[] = rows.slice(0, limit)
  if (counts) {
    const provider = whoisProvider(services, PORTFOLIO_COUNT_TIMEOUT_MS)
    const best = shown.slice(0, Math.max(0, COUNTED_MAX - offset))
    const numbers = await Promise.all(best.map(({ name }) => countOrNone(services, provider, name)))
    numbers.forEach((number, index) => {
      const entity = shown[index]
      if (entity !== undefined && number !== null) entity.portfolio_count = number
    })
  }
  return { found: { query: q, entities: shown }, meta: { limit, offset, has_more: rows.length > limit } }
}

async function countOrNone(
  { db }: Pick<Services, 'db'>,
  provider: WhoisProvider,
  organization: string,
): Promise<number | null> {
  try {
    const exactly = await countRegistrations(provider, { organization, exact: true })
    return exactly > 0 ? exactly : await countRegistrations(provider, { organization, exact: false })
  } catch (error) {
    if (!(error instanceof ReverseWhoisUnavailable)) throw error
    log({ event: 'portfolio_count.unavailable', request_id: db.requestId, because: error.because })
    return null
  }
}
