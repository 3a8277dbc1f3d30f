import { ok } from '../../shared/platform/http/envelope.ts'
import { readSubdomains } from '../../shared/subdomains/read-subdomains.ts'
import { subdomainFinder } from '../../shared/subdomains/subdomain-finder.ts'
import { family } from '../family.ts'
import * as contract from './contract.ts'

export default family(contract.needs, (app) => {
  app.openapi(contract.jobSubdomains, async (c) => {
    const deps = {
      db: c.var.db,
      requestId: c.var.requestId,
      finder: (domain: string) => {
        c.var.counts.objectCalls += 1
        return subdomainFinder(c.env.SUBDOMAINS, domain)
      },
    }
    return c.json(ok(await readSubdomains(deps, c.var.caller, c.req.valid('param').job_id)))
  })
})
