import type { SignedCertificate } from '../../shared/certificates/certificate.ts'
import { formatOf } from '../../shared/certificates/formats/choose-format.ts'
import { presentCertificate } from '../../shared/certificates/formats/present-certificate.ts'
import { issueCertificate } from '../../shared/certificates/issue-certificate.ts'
import { lookUpCertificate } from '../../shared/certificates/look-up-certificate.ts'
import { readEvidence } from '../../shared/certificates/read-evidence.ts'
import { verify } from '../../shared/certificates/verify-certificate.ts'
import { publicJwk } from '../../shared/platform/crypto/ed25519.ts'
import { ok } from '../../shared/platform/http/envelope.ts'
import { prefersPage } from '../../shared/platform/http/negotiation.ts'
import { SCRIPT_PAGE_HEADERS } from '../pages/page-headers.ts'
import { router } from '../router.ts'
import { certificatePage } from './certificate-page.ts'
import * as contract from './contract.ts'

const KEYS_CACHED_SECONDS = 600

export const certificates = router()

const presentSummary = ({ certificate, signatures }: SignedCertificate) => ({
  certificate_id: certificate.certificate_id,
  issued_at: certificate.issued_at,
  evidence_root: certificate.evidence_root,
  signatures,
})

certificates.openapi(contract.getCertificate, async (c) => {
  const { services, caller } = c.var
  const format = formatOf(c.req.valid('query').format, c.req.header('accept'))
  const issued = await issueCertificate(services, caller, c.req.valid('param').job_id)
  const { body, headers } = await presentCertificate(services, issued, format)
  return c.body(body, 200, headers)
})

certificates.openapi(contract.getEvidence, async (c) => {
  const { services, caller } = c.var
  const { job_id } = c.req.valid('param')
  const { evidence, meta } = await readEvidence(services.db, caller, job_id, c.req.valid('query'))
  return c.json(ok({ job_id, evidence }, meta), 200)
})

certificates.openapi(contract.getKeys, (c) =>
  c.json({ keys: c.var.services.env.CERTIFICATE_SIGNING_KEYS.map(publicJwk) }, 200, {
    'cache-control': `public, max-age=${KEYS_CACHED_SECONDS}`,
  }),
)

certificates.openapi(contract.verifyCertificate, async (c) =>
  c.json(ok(await verify(await c.req.text(), c.req.valid('json'), c.var.services.env)), 200),
)

certificates.openapi(contract.lookUpCertificate, async (c) => {
  const found = await lookUpCertificate(c.var.services.db, c.req.valid('param').certificate_id)
  if (!prefersPage(c)) return c.json(ok(presentSummary(found)), 200)
  return c.body(await certificatePage(found), 200, {
    ...SCRIPT_PAGE_HEADERS,
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'public, max-age=300',
    vary: 'Accept',
  })
})
