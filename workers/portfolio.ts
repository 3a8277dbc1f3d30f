import { z } from '@hono/zod-openapi'
import type { Portfolio } from '../shared/entities/entity-portfolio.ts'

const PortfolioDomain = z
  .object({
    domain: z.string(),
    source: z.enum(['reverse_whois', 'local']),
    confidence: z.number().min(0).max(1).nullable(),
    registered_at: z.string().nullable(),
  })
  .openapi('PortfolioDomain')

/** Limits of the routes that return a portfolio, for the OpenAPI document. */
export const PORTFOLIO_LIMITS =
  'The service buys the list of registered domains from a provider at most 5 (free), 50 (pro) or 500 (team, enterprise) times per account and UTC day. After that, a stored list is returned even if it has expired; without one the answer is 429. A playground key reads stored lists only. Names of privacy services and names of fewer than three characters without an analysed domain are not searched.'

export const PortfolioResponse = z
  .object({
    entity: z.string(),
    domains: z.array(PortfolioDomain),
    total: z.number().int(),
    truncated: z.boolean(),
    cached: z.boolean(),
    fetched_at: z.string(),
    expires_at: z.string(),
  })
  .openapi('PortfolioResponse')

export const presentPortfolio = ({ entity, domains, total, truncated, cached, fetchedAt, expiresAt }: Portfolio) => ({
  entity,
  domains: domains.map(({ domain, source, confidence, registeredAt }) => ({
    domain,
    source,
    confidence,
    registered_at: registeredAt,
  })),
  total,
  truncated,
  cached,
  fetched_at: fetchedAt,
  expires_at: expiresAt,
})
