import {
  countRegistrations,
  listRegistrations,
  type RegistrantQuery,
  whoisProvider,
} from '../../shared/attribution/collectors/whoisxml.ts'
import { entityPortfolio } from '../../shared/entities/entity-portfolio.ts'
import { PORTFOLIO_COUNT_TIMEOUT_MS, searchEntities } from '../../shared/entities/search-entities.ts'
import { ok } from '../../shared/platform/http/envelope.ts'
import { family } from '../family.ts'
import * as contract from './contract.ts'

export default family(contract.needs, (app) => {
  app.openapi(contract.searchEntities, async (c) => {
    const whois = whoisProvider(c.env, PORTFOLIO_COUNT_TIMEOUT_MS)
    const deps = { db: c.var.db, count: (query: RegistrantQuery) => countRegistrations(whois, query) }
    const { found, meta } = await searchEntities(deps, c.req.valid('query'))
    return c.json(ok(found, meta), 200)
  })

  app.openapi(contract.entityPortfolio, async (c) => {
    const whois = whoisProvider(c.env)
    const deps = {
      db: c.var.db,
      limits: c.env,
      count: (query: RegistrantQuery) => countRegistrations(whois, query),
      list: (query: RegistrantQuery) => listRegistrations(whois, query),
    }
    return c.json(ok(await entityPortfolio(deps, c.req.valid('param').name)), 200)
  })
})
