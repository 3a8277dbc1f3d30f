import { type HistoryPage, readHistory } from '../../shared/domains/domain-history.ts'
import { type DomainPortfolio, domainPortfolio } from '../../shared/domains/domain-portfolio.ts'
import { ok } from '../../shared/platform/http/envelope.ts'
import { presentPortfolio } from '../portfolio.ts'
import { router } from '../router.ts'
import * as contract from './contract.ts'

const presentHistory = ({ domain, entries, nextCursor }: HistoryPage) => ({
  domain,
  entries: entries.map(({ jobId, at, entityId, status, entity, confidence, basis, ...point }) => ({
    job_id: jobId,
    analyzed_at: new Date(at).toISOString(),
    status,
    entity,
    entity_id: entityId,
    confidence,
    basis,
    registrar: point.registrar,
    nameservers: point.nameservers,
    source: point.source,
    diff: point.diff,
  })),
  next_cursor: nextCursor,
})

const presentDomainPortfolio = ({ domain, confidence, portfolio }: DomainPortfolio) => ({
  ...presentPortfolio(portfolio),
  domain,
  entity_confidence: confidence,
})

export const domains = router()

domains.openapi(contract.domainHistory, async (c) => {
  const query = c.req.valid('query')
  // A HEAD response has no body, so a HEAD request must not buy external history.
  const wanted = { ...query, include_external: query.include_external && c.req.method !== 'HEAD' }
  const page = await readHistory(c.var.services, c.var.caller, c.req.valid('param').domain, wanted)
  return c.json(ok(presentHistory(page)), 200)
})

domains.openapi(contract.domainPortfolio, async (c) =>
  c.json(
    ok(
      presentDomainPortfolio(
        await domainPortfolio(c.var.services, c.var.caller, c.req.valid('param').domain),
      ),
    ),
    200,
  ),
)
