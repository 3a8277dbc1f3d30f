import { router } from '../router.ts'
import * as contract from './contract.ts'
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

export const docs = router()

docs.openapi(contract.openapi, (c) => c.json({ ...c.var.document() }, 200))

docs.openapi(contract.page, async (c) => {
  const document = c.var.document()
  const [page, policy] = c.req.valid('query').plain
    ? [plainPage(document), NOWHERE]
    : [referencePage(document), ONLY_HERE]
  return c.body(String(await page), 200, { ...PAGE_HEADERS, 'content-security-policy': policy })
})

docs.openapi(contract.script, async (c) => {
  const asset = await c.var.services.env.ASSETS.fetch('https://assets.internal/docs/reference.js')
  if (!asset.ok) throw new Error(`the script of the page answered ${asset.status}`)
  return new Response(asset.body, { headers: SCRIPT_HEADERS })
})
