import { type Family, family } from '../family.ts'
import * as contract from './contract.ts'
import { openApiDocument } from './openapi-document.ts'
import type { Document } from './openapi-schema.ts'
import { plainPage } from './plain-page.ts'
import { referencePage } from './reference-page.ts'

const PAGE_HEADERS = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'public, max-age=300' }
const NOWHERE =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
/** Scalar writes its styles into the page; everything that it fetches, calls made by hand too, stays on our origin. */
const ONLY_HERE = `${NOWHERE}; script-src 'self'; connect-src 'self'; img-src 'self' data:; font-src data:`

const SCRIPT_HEADERS = {
  'content-type': 'text/javascript; charset=utf-8',
  'cache-control': 'public, max-age=86400',
  'x-content-type-options': 'nosniff',
}

/** The description of all families and of itself, made from their routes once an isolate. */
export function docs(families: readonly Family[]): Family {
  let made: Document | undefined
  const documentAt = (address: string) => {
    made ??= openApiDocument([...families, own], address)
    return made
  }
  const own: Family = family(contract.needs, (app) => {
    app.openapi(contract.openapi, (c) => c.json({ ...documentAt(c.env.PUBLIC_URL) }))

    app.openapi(contract.page, async (c) => {
      const document = documentAt(c.env.PUBLIC_URL)
      const [page, policy] = c.req.valid('query').plain
        ? [plainPage(document), NOWHERE]
        : [referencePage(document), ONLY_HERE]
      return c.body(String(await page), 200, { ...PAGE_HEADERS, 'content-security-policy': policy })
    })

    app.openapi(contract.script, async (c) => {
      const asset = await c.env.ASSETS.fetch('https://assets.internal/docs/reference.js')
      if (!asset.ok) throw new Error(`the script of the page answered ${asset.status}`)
      return new Response(asset.body as BodyInit | null, { headers: SCRIPT_HEADERS })
    })
  })
  return own
}
