import { z } from '@hono/zod-openapi'
import { BASES } from '../shared/attribution/basis.ts'
import type { Portfolio } from '../shared/entities/entity-portfolio.ts'
import { Time } from '../shared/platform/http/fields.ts'

export const BasisOfDomain = z
  .enum(BASES)
  .nullable()
  .openapi({
    description:
      'verified: an authority or the operator itself ties its name to the domain. corroborated: ' +
      'a third party confirms what the site states. stated: only the site says so. Null if it ' +
      'is not known.',
  })

export const StatedCount = z.number().int().openapi({
  description: 'Number of analysed domains that rest on the word of their holders only.',
})

const PortfolioDomain = z
  .object({
    domain: z.string(),
    source: z.enum(['reverse_whois', 'local']),
    confidence: z.number().min(0).max(1).nullable(),
    basis: BasisOfDomain,
    registered_at: Time.nullable(),
  })
  .openapi('PortfolioDomain')

export const PORTFOLIO_LIMITS =
  'The service buys the list of registered domains from a provider at most 5 (free), 50 (pro) ' +
  'or 500 (team, enterprise) times per account and UTC day. After that, a stored list is ' +
  'returned even if it has expired; without one the answer is 429. A playground key reads ' +
  'stored lists only. Names of privacy services and names of fewer than three characters ' +
  'without an analysed domain are not searched.'

export const PortfolioResponse = z
  .object({
    entity: z.string(),
    domains: z.array(PortfolioDomain),
    total: z.number().int(),
    stated_count: StatedCount,
    truncated: z.boolean(),
    cached: z.boolean(),
    fetched_at: Time,
    expires_at: Time,
  })
  .openapi('PortfolioResponse')

export const presentPortfolio = ({
  entity,
  domains,
  total,
  statedCount,
  ...portfolio
}: Portfolio) => ({
  entity,
  domains: domains.map(({ domain, source, confidence, basis, registeredAt }) => ({
    domain,
    source,
    confidence,
    basis,
    registered_at: registeredAt,
  })),
  total,
  stated_count: statedCount,
  truncated: portfolio.truncated,
  cached: portfolio.cached,
  fetched_at: portfolio.fetchedAt,
  expires_at: portfolio.expiresAt,
})
