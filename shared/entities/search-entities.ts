import {
  countRegistrations,
  ReverseWhoisUnavailable,
  type WhoisProvider,
  whoisProvider,
} from '../attribution/collectors/whoisxml.ts'
import { normalizeEntityName } from '../attribution/names/entity-names.ts'
import type { PageMeta } from '../platform/http/envelope.ts'
import { log } from '../platform/log.ts'
import type { Services } from '../platform/services/index.ts'
import * as entities from './queries.ts'

export interface Match {
  entity: entities.FoundEntity
  /** Null if the number was not requested, or the provider did not answer. */
  registrations: number | null
}

/**
 * Largest offset. Postgres reads and skips all earlier results, so a larger offset would be slow.
 */
export const SEARCH_OFFSET_MAX = 1_000
// Largest number of results for which registered domains are counted, because each count needs one
// request to the provider.
const COUNTED_MAX = 5
const PORTFOLIO_COUNT_TIMEOUT_MS = 3_000

export interface WantedEntities {
  q: string
  limit: number
  offset: number
  include_portfolio: boolean
}

/**
 * Operators by name, best match first. With `include_portfolio`, the first COUNTED_MAX results also
 * contain the number of domains registered under the name.
 */
export async function searchEntities(
  services: Pick<Services, 'db' | 'env' | 'connections'>,
  { q, limit, offset, include_portfolio: counts }: WantedEntities,
): Promise<{ matches: Match[]; meta: PageMeta }> {
  const normalized = normalizeEntityName(q)
  const rows =
    normalized !== ''
      ? await entities.search(services.db, normalized, { limit: limit + 1, offset })
      : []
  const provider = counts ? whoisProvider(services, PORTFOLIO_COUNT_TIMEOUT_MS) : null
  const matches = await Promise.all(
    rows.slice(0, limit).map(async (entity, index): Promise<Match> => {
      const counted = provider !== null && offset + index < COUNTED_MAX
      return {
        entity,
        registrations: counted ? await countOrNone(services, provider, entity.name) : null,
      }
    }),
  )
  return { matches, meta: { limit, offset, has_more: rows.length > limit } }
}

async function countOrNone(
  { db }: Pick<Services, 'db'>,
  provider: WhoisProvider,
  organization: string,
): Promise<number | null> {
  try {
    const exactly = await countRegistrations(provider, { organization, exact: true })
    return exactly > 0
      ? exactly
      : await countRegistrations(provider, { organization, exact: false })
  } catch (error) {
    if (!(error instanceof ReverseWhoisUnavailable)) throw error
    log({ event: 'portfolio_count.failed', request_id: db.requestId, because: error.because })
    return null
  }
}
