import { ok } from '../../shared/platform/http/envelope.ts'
import { readSubdomains } from '../../shared/subdomains/read-subdomains.ts'
import { router } from '../router.ts'
import * as contract from './contract.ts'

export const subdomains = router()

subdomains.openapi(contract.jobSubdomains, async (c) =>
  c.json(ok(await readSubdomains(c.var.services, c.var.caller, c.req.valid('param').job_id)), 200),
)
