import { readHistory } from '../../shared/domains/domain-history.ts'
import { domainPortfolio } from '../../shared/domains/domain-portfolio.ts'
import { ok } from '../../shared/platform/http/envelope.ts'
import { router } from '../router.ts'
import * as contract from './contract.ts'
import { presentDomainPortfolio, presentHistory } from './present.ts'

export const domains = router()

domains.openapi(contract.domainHistory, async (c) => {
  const query = c.req.valid('query')
  // A HEAD request never queries the paid provider of WHOIS history, because a HEAD response has no
  // body. Therefore, a HEAD request costs no credits.
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
