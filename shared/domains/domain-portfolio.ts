import { entityPortfolio, PortfolioResponse } from '../entities/entity-portfolio.ts'
import { SANDBOX_ENTITY, SANDBOX_TIME } from '../jobs/sandbox-outcome.ts'
import { requireDomain } from '../jobs/submit-job.ts'
import { DAY_MS } from '../platform/clock.ts'
import { PublicError } from '../platform/http/errors.ts'
import { z } from '../platform/http/zod-openapi.ts'
import type { Services } from '../platform/services/index.ts'
import * as domains from './queries.ts'

export const DomainPortfolioResponse = PortfolioResponse.extend({
  domain: z.string(),
  entity_confidence: z.number().min(0).max(1),
}).openapi('DomainPortfolioResponse')
export type DomainPortfolioResponse = z.infer<typeof DomainPortfolioResponse>

const SANDBOX_CONFIDENCE = 0.95

/** The domains of whoever operates this one. Throws PublicError INVALID_DOMAIN, NOT_FOUND or REVERSE_WHOIS_UNAVAILABLE. */
export async function domainPortfolio(
  services: Pick<Services, 'db' | 'env' | 'connections'>,
  input: string,
): Promise<DomainPortfolioResponse> {
  const { db, env } = services
  const name = requireDomain(input, env.SANDBOX_DOMAIN)
  if (name.sandbox === 'test-corp') return sandboxPortfolio(name.domain, env.PORTFOLIO_CACHE_DAYS)
  const { is_analyzed: isAnalyzed, entity, confidence } = await domains.attribution(db, name.domain)
  if (entity === null || confidence === null) {
    const why = isAnalyzed || name.sandbox !== null ? 'has no clear operator' : 'was never analysed'
    throw new PublicError('NOT_FOUND', `This domain ${why}.`)
  }
  return { ...(await entityPortfolio(services, entity)), domain: name.domain, entity_confidence: confidence }
}

function sandboxPortfolio(domain: string, days: number): DomainPortfolioResponse {
  return {
    domain,
    entity: SANDBOX_ENTITY,
    entity_confidence: SANDBOX_CONFIDENCE,
    domains: [{ domain, source: 'local', confidence: SANDBOX_CONFIDENCE, registered_at: SANDBOX_TIME }],
    total: 1,
    truncated: false,
    cached: true,
    fetched_at: SANDBOX_TIME,
    expires_at: new Date(Date.parse(SANDBOX_TIME) + days * DAY_MS).toISOString(),
  }
}
