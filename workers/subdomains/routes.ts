import { ok } from '../../shared/platform/http/envelope.ts'
import { type FoundSubdomains, readSubdomains } from '../../shared/subdomains/read-subdomains.ts'
import { router } from '../router.ts'
import * as contract from './contract.ts'

export const subdomains = router()

const presentSubdomains = ({
  jobId,
  domain,
  enumeration,
  enumeratedAt,
  expiresAt,
  cached,
}: FoundSubdomains) => ({
  job_id: jobId,
  domain,
  ...enumeration,
  enumerated_at: enumeratedAt,
  expires_at: expiresAt,
  cached,
})

subdomains.openapi(contract.jobSubdomains, async (c) => {
  const found = await readSubdomains(c.var.services, c.var.caller, c.req.valid('param').job_id)
  return c.json(ok(presentSubdomains(found)), 200)
})
