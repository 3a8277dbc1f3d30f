import { isSameName } from '../attribution/names/entity-names.ts'
import {
  entityPortfolio,
  type Portfolio,
  type PortfolioServices,
} from '../entities/entity-portfolio.ts'
import { SANDBOX_ENTITY, SANDBOX_TIME } from '../jobs/sandbox-outcome.ts'
import { requireDomain } from '../jobs/submit-job.ts'
import type { Caller } from '../platform/caller.ts'
import { DAY_MS } from '../platform/clock.ts'
import { PublicError } from '../platform/http/errors.ts'
import * as domains from './queries.ts'

export interface DomainPortfolio {
  domain: string
  confidence: number
  portfolio: Portfolio
}

const SANDBOX_CONFIDENCE = 0.95

/** Throws PublicError INVALID_DOMAIN, NOT_FOUND, or an error of `entityPortfolio`. */
export async function domainPortfolio(
  services: PortfolioServices,
  caller: Caller,
  input: string,
): Promise<DomainPortfolio> {
  const { db, env } = services
  const name = requireDomain(input, env.SANDBOX_DOMAIN)
  if (name.sandbox === 'test-corp') {
    const portfolio = sandboxPortfolio(name.domain, env.PORTFOLIO_CACHE_DAYS)
    return { domain: name.domain, confidence: SANDBOX_CONFIDENCE, portfolio }
  }
  const {
    is_analyzed: isAnalyzed,
    entity,
    own_name: ownName,
    confidence,
  } = await domains.attribution(db, name.domain)
  if (entity === null || confidence === null) {
    const reason =
      isAnalyzed || name.sandbox !== null ? 'has no clear operator' : 'was never analysed'
    throw new PublicError('NOT_FOUND', `This domain ${reason}.`)
  }
  const portfolio = await entityPortfolio(services, caller, entity)
  // The stored operator name can have the spelling of another site, so the spelling from this
  // domain's own analysis is shown.
  const isSpelling = ownName !== null && isSameName(ownName, entity)
  return {
    domain: name.domain,
    confidence,
    portfolio: isSpelling ? { ...portfolio, entity: ownName } : portfolio,
  }
}

function sandboxPortfolio(domain: string, days: number): Portfolio {
  return {
    entity: SANDBOX_ENTITY,
    domains: [
      {
        domain,
        source: 'local',
        confidence: SANDBOX_CONFIDENCE,
        basis: 'verified',
        registeredAt: SANDBOX_TIME,
      },
    ],
    total: 1,
    statedCount: 0,
    truncated: false,
    cached: true,
    fetchedAt: SANDBOX_TIME,
    expiresAt: new Date(Date.parse(SANDBOX_TIME) + days * DAY_MS).toISOString(),
  }
}
