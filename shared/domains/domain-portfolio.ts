import { entityPortfolio, type Portfolio } from '../entities/entity-portfolio.ts'
import { SANDBOX_ENTITY, SANDBOX_TIME } from '../jobs/sandbox-outcome.ts'
import { requireDomain } from '../jobs/submit-job.ts'
import { DAY_MS } from '../platform/clock.ts'
import { PublicError } from '../platform/http/errors.ts'
import type { Services } from '../platform/services/index.ts'
import * as domains from './queries.ts'

export interface DomainPortfolio {
  domain: string
  confidence: number
  portfolio: Portfolio
}

const SANDBOX_CONFIDENCE = 0.95

/**
 * Returns all known domains of the operator of the given domain. Throws PublicError INVALID_DOMAIN, NOT_FOUND or REVERSE_WHOIS_UNAVAILABLE.
 */
export async function domainPortfolio(
  services: Pick<Services, 'db' | 'env' | 'connections'>,
  input: string,
): Promise<DomainPortfolio> {
  const { db, env } = services
  const name = requireDomain(input, env.SANDBOX_DOMAIN)
  if (name.sandbox === 'test-corp') {
    const portfolio = sandboxPortfolio(name.domain, env.PORTFOLIO_CACHE_DAYS)
    return { domain: name.domain, confidence: SANDBOX_CONFIDENCE, portfolio }
  }
  const { is_analyzed: isAnalyzed, entity, confidence } = await domains.attribution(db, name.domain)
  if (entity === null || confidence === null) {
    const reason = isAnalyzed || name.sandbox !== null ? 'has no clear operator' : 'was never analysed'
    throw new PublicError('NOT_FOUND', `This domain ${reason}.`)
  }
  return { domain: name.domain, confidence, portfolio: await entityPortfolio(services, entity) }
}

function sandboxPortfolio(domain: string, days: number): Portfolio {
  return {
    entity: SANDBOX_ENTITY,
    domains: [{ domain, source: 'local', confidence: SANDBOX_CONFIDENCE, registeredAt: SANDBOX_TIME }],
    total: 1,
    truncated: false,
    cached: true,
    fetchedAt: SANDBOX_TIME,
    expiresAt: new Date(Date.parse(SANDBOX_TIME) + days * DAY_MS).toISOString(),
  }
}
