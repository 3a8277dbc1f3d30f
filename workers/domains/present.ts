import type { HistoryPage } from '../../shared/domains/domain-history.ts'
import type { DomainPortfolio } from '../../shared/domains/domain-portfolio.ts'
import { presentPortfolio } from '../portfolio.ts'

export const presentHistory = ({ domain, entries, nextCursor }: HistoryPage) => ({
  domain,
  entries: entries.map(
    ({ jobId, at, status, entity, confidence, basis, registrar, nameservers, source, diff }) => ({
      job_id: jobId,
      analyzed_at: new Date(at).toISOString(),
      status,
      entity,
      confidence,
      basis,
      registrar,
      nameservers,
      source,
      diff,
    }),
  ),
  next_cursor: nextCursor,
})

export const presentDomainPortfolio = ({ domain, confidence, portfolio }: DomainPortfolio) => ({
  ...presentPortfolio(portfolio),
  domain,
  entity_confidence: confidence,
})
