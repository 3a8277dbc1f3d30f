import type { Fetcher } from '@cloudflare/workers-types'
import type { z } from 'zod'
import { formatOf } from '../../shared/certificates/formats/choose-format.ts'
import type { FontStore } from '../../shared/certificates/formats/pdf/font-store.ts'
import { presentCertificate } from '../../shared/certificates/formats/present-certificate.ts'
import { issueCertificate } from '../../shared/certificates/issue-certificate.ts'
import { lookUpCertificate } from '../../shared/certificates/look-up-certificate.ts'
import { verify } from '../../shared/certificates/verify-certificate.ts'
import { publicJwk } from '../../shared/platform/crypto/ed25519.ts'
import { ok } from '../../shared/platform/http/envelope.ts'
import { family } from '../family.ts'
import * as contract from './contract.ts'

const KEYS_CACHED_SECONDS = 600

type Environment = z.output<typeof contract.needs>

const keysOf = (environment: Environment) => ({
  hmac: environment.CERTIFICATE_HMAC_KEYS,
  eddsa: environment.CERTIFICATE_SIGNING_KEYS,
})

/** Fonts as static assets. The host is never resolved: the binding looks at the path only. */
const shelfOf = (assets: Fetcher): FontStore => ({
  async read(file) {
    const response = await assets.fetch(`https://assets.internal/fonts/${file}`)
    if (!response.ok) throw new Error(`the font ${file} answered ${response.status}`)
    return new Uint8Array(await response.arrayBuffer())
  },
})

export default family(contract.needs, (app) => {
  app.openapi(contract.getCertificate, async (c) => {
    const format = formatOf(c.req.valid('query').format, c.req.header('accept'))
    const issuing = { db: c.var.db, keys: keysOf(c.env), publicUrl: c.env.PUBLIC_URL }
    const issued = await issueCertificate(issuing, c.var.caller, c.req.valid('param').job_id)
    const presenting = { db: c.var.db, shelf: shelfOf(c.env.ASSETS) }
    const { body, headers } = await presentCertificate(presenting, c.var.caller, issued, format)
    return c.body(body, 200, headers)
  })

  app.openapi(contract.getKeys, (c) => {
    c.header('cache-control', `public, max-age=${KEYS_CACHED_SECONDS}`)
    return c.json({ keys: c.env.CERTIFICATE_SIGNING_KEYS.map(publicJwk) })
  })

  app.openapi(contract.verifyCertificate, async (c) =>
    c.json(ok(await verify(await c.req.text(), c.req.valid('json'), keysOf(c.env)))),
  )

  app.openapi(contract.lookUpCertificate, async (c) =>
    c.json(ok(await lookUpCertificate(c.var.db, c.req.valid('param').certificate_id))),
  )
})
