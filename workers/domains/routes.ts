import {
  countHistory,
  countRegistrations,
  listHistory,
  listRegistrations,
  whoisProvider,
} from '../../shared/attribution/collectors/whoisxml.ts'
import { rechargeSender } from '../../shared/billing/outbox-handlers.ts'
import { readHistory } from '../../shared/domains/domain-history.ts'
import { domainPortfolio } from '../../shared/domains/domain-portfolio.ts'
import { identifierFor } from '../../shared/idempotency/once.ts'
import { ok } from '../../shared/platform/http/envelope.ts'
import { family } from '../family.ts'
import * as contract from './contract.ts'

export default family(contract.needs, (app) => {
  app.openapi(contract.domainHistory, async (c) => {
    const whois = whoisProvider(c.env)
    const external = {
      db: c.var.db,
      readingId: () => identifierFor(c, 'req'),
      count: (domain: string) => countHistory(whois, domain),
      list: (domain: string) => listHistory(whois, domain),
      rechargeOpened: rechargeSender(c.env, c.var.db, (work) => c.executionCtx.waitUntil(work)),
    }
    const deps = { db: c.var.db, sandboxDomain: c.env.SANDBOX_DOMAIN, external }
    const query = c.req.valid('query')
    // Without a body there is nothing to pay for.
    const wanted = { ...query, include_external: query.include_external && c.req.method !== 'HEAD' }
    return c.json(ok(await readHistory(deps, c.var.caller, c.req.valid('param').domain, wanted)), 200)
  })

  app.openapi(contract.domainPortfolio, async (c) => {
    const whois = whoisProvider(c.env)
    const deps = {
      db: c.var.db,
      sandboxDomain: c.env.SANDBOX_DOMAIN,
      limits: c.env,
      count: (query: Parameters<typeof countRegistrations>[1]) => countRegistrations(whois, query),
      list: (query: Parameters<typeof listRegistrations>[1]) => listRegistrations(whois, query),
    }
    return c.json(ok(await domainPortfolio(deps, c.req.valid('param').domain)), 200)
  })
})
