import { isSameName } from '../attribution/names/entity-names.ts'
import {
  entityPortfolio,
  type Portfolio,
  type PortfolioServices,
} from '../entities/entity-portfolio.ts'
import { SANDBOX_TIME } from '../jobs/sandbox-outcome.ts'
import { requireDomain } from '../jobs/submit-job.ts'
import type { Caller } from '../platform/caller.ts'
import { DAY_MS } from '../platform/clock.ts'
import { PublicError } from '../platform/http/errors.ts'
import type { HistoryPoint } from './history-point.ts'
import * as domains from './queries.ts'
import { sandboxHistory } from './sandbox-history.ts'

export interface DomainPortfolio {
  domain: string
  confidence: number
  portfolio: Portfolio
}

const noOperator = () => new PublicError('NOT_FOUND', 'This domain has no clear operator.')

/** Throws PublicError INVALID_DOMAIN, NOT_FOUND, or an error of `entityPortfolio`. */
export async function domainPortfolio(
  services: PortfolioServices,
  caller: Caller,
  input: string,
): Promise<DomainPortfolio> {
  const { db, env } = services
  const name = requireDomain(input, env.SANDBOX_DOMAIN)
  if (name.sandbox !== null) {
    const [newest] = sandboxHistory(name.sandbox, undefined)
    return sandboxPortfolio(name.domain, newest, env.PORTFOLIO_CACHE_DAYS)
  }
  const {
    is_analyzed: isAnalyzed,
    entity,
    own_name: ownName,
    confidence,
  } = await domains.attribution(db, name.domain)
  if (entity === null || confidence === null)
    throw isAnalyzed
      ? noOperator()
      : new PublicError('NOT_FOUND', 'This domain was never analysed.')
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

/** The portfolio of the operator in the newest entry of the history, with this domain only. */
function sandboxPortfolio(
  domain: string,
  newest: HistoryPoint | undefined,
  days: number,
): DomainPortfolio {
  const { entity = null, confidence = null, basis = null } = newest ?? {}
  if (entity === null || confidence === null) throw noOperator()
  const portfolio: Portfolio = {
    entity,
    domains: [{ domain, source: 'local', confidence, basis, registeredAt: SANDBOX_TIME }],
    total: 1,
    statedCount: 0,
    truncated: false,
    cached: true,
    fetchedAt: SANDBOX_TIME,
    expiresAt: new Date(Date.parse(SANDBOX_TIME) + days * DAY_MS).toISOString(),
  }
  return { domain, confidence, portfolio }
}
