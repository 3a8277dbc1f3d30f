import { readHistory } from '../../shared/domains/history.ts'
import { domainPortfolio } from '../../shared/domains/portfolio.ts'
import { ok } from '../../shared/http/envelope.ts'
import { family } from '../../shared/http/family.ts'
import { identifierFor } from '../../shared/http/idempotency.ts'
import { createCircuits } from '../../shared/outbound/circuit.ts'
import {
  countHistory,
  countRegistrations,
  listHistory,
  listRegistrations,
  type ReverseWhoisDependencies,
} from '../../shared/outbound/reverse-whois.ts'
import * as contract from './contract.ts'

/** All that one request may ask of the provider, one call after another. */
const PROVIDER_TIMEOUT_MS = 18_000

/** One an isolate: a provider that is down is down for every request. */
const circuits = createCircuits()

export default family(contract.needs, (app) => {
  const provider = (env: {
    REVERSE_WHOIS_API_KEY?: string | undefined
    USER_AGENT: string
  }): ReverseWhoisDependencies => ({
    fetch: (url, init) => fetch(url, init),
    circuits,
    apiKey: env.REVERSE_WHOIS_API_KEY,
    userAgent: env.USER_AGENT,
    now: () => new Date(),
    signal: AbortSignal.timeout(PROVIDER_TIMEOUT_MS),
  })

  app.openapi(contract.domainHistory, async (c) => {
    const whois = provider(c.env)
    const external = {
      db: c.var.db,
      readingId: () => identifierFor(c, 'req'),
      count: (domain: string) => countHistory(whois, domain),
      list: (domain: string) => listHistory(whois, domain),
    }
    const deps = { db: c.var.db, sandboxDomain: c.env.SANDBOX_DOMAIN, external }
    return c.json(ok(await readHistory(deps, c.var.caller, c.req.valid('param').domain, c.req.valid('query'))), 200)
  })

  app.openapi(contract.domainPortfolio, async (c) => {
    const whois = provider(c.env)
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
