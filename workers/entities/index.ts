import { entityPortfolio } from '../../shared/entities/portfolio.ts'
import { PORTFOLIO_COUNT_TIMEOUT_MS, searchEntities } from '../../shared/entities/search.ts'
import { ok } from '../../shared/http/envelope.ts'
import { family } from '../../shared/http/family.ts'
import { createCircuits } from '../../shared/outbound/circuit.ts'
import {
  countRegistrations,
  listRegistrations,
  type RegistrantQuery,
  type ReverseWhoisDependencies,
} from '../../shared/outbound/reverse-whois.ts'
import * as contract from './contract.ts'

/** All that one portfolio may ask of the provider, one call after another. */
const PROVIDER_TIMEOUT_MS = 18_000

/** One an isolate: a provider that is down is down for every request. */
const circuits = createCircuits()

export default family(contract.needs, (app) => {
  const provider = (
    env: { REVERSE_WHOIS_API_KEY?: string | undefined; USER_AGENT: string },
    timeoutMs: number,
  ): ReverseWhoisDependencies => ({
    fetch: (url, init) => fetch(url, init),
    circuits,
    apiKey: env.REVERSE_WHOIS_API_KEY,
    userAgent: env.USER_AGENT,
    now: () => new Date(),
    signal: AbortSignal.timeout(timeoutMs),
  })

  app.openapi(contract.searchEntities, async (c) => {
    const whois = provider(c.env, PORTFOLIO_COUNT_TIMEOUT_MS)
    const deps = { db: c.var.db, count: (query: RegistrantQuery) => countRegistrations(whois, query) }
    const { found, meta } = await searchEntities(deps, c.req.valid('query'))
    return c.json(ok(found, meta), 200)
  })

  app.openapi(contract.entityPortfolio, async (c) => {
    const whois = provider(c.env, PROVIDER_TIMEOUT_MS)
    const deps = {
      db: c.var.db,
      limits: c.env,
      count: (query: RegistrantQuery) => countRegistrations(whois, query),
      list: (query: RegistrantQuery) => listRegistrations(whois, query),
    }
    return c.json(ok(await entityPortfolio(deps, c.req.valid('param').name)), 200)
  })
})
