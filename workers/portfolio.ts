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
