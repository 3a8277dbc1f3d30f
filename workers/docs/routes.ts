import { explainScoring } from '../../shared/attribution/scoring/explain-scoring.ts'
import { ok } from '../../shared/platform/http/envelope.ts'
import { prefersPage } from '../../shared/platform/http/negotiation.ts'
import { router } from '../router.ts'
import * as contract from './contract.ts'
import { plainPage } from './plain-page.ts'
import { referencePage } from './reference-page.ts'
import { scoringPage } from './scoring-page.ts'

const CACHING = 'public, max-age=300'
const PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': CACHING,
  'referrer-policy': 'no-referrer',
}
const NO_SOURCES =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
/**
 * Content-Security-Policy of the API reference page. Inline styles are allowed, because the script
 * Scalar needs them. The page may load scripts only from our origin and send requests only to our
 * origin, so a user can try only our API on the page.
 */
const OWN_ORIGIN_ONLY = `${NO_SOURCES}; script-src 'self'; connect-src 'self'; img-src 'self' data:; font-src data:`

const SCRIPT_HEADERS = {
  'content-type': 'text/javascript; charset=utf-8',
  'cache-control': 'public, max-age=86400',
}

export const docs = router()

docs.openapi(contract.openapi, (c) => c.json({ ...c.var.document() }, 200))

docs.openapi(contract.page, async (c) => {
  const document = c.var.document()
  const [page, policy] = c.req.valid('query').plain
    ? [plainPage(document), NO_SOURCES]
    : [referencePage(document), OWN_ORIGIN_ONLY]
  return c.body(String(await page), 200, { ...PAGE_HEADERS, 'content-security-policy': policy })
})

docs.openapi(contract.script, async (c) => {
  const asset = await c.var.services.env.ASSETS.fetch('https://assets.internal/docs/reference.js')
  if (!asset.ok) throw new Error(`the asset of the page script answered ${asset.status}`)
  return new Response(asset.body, { headers: SCRIPT_HEADERS })
})

docs.openapi(contract.scoring, async (c) => {
  const explanation = explainScoring()
  if (!prefersPage(c)) return c.json(ok(explanation), 200, { 'cache-control': CACHING })
  const page = String(await scoringPage(explanation))
  return c.body(page, 200, {
    ...PAGE_HEADERS,
    vary: 'Accept',
    'content-security-policy': NO_SOURCES,
  })
})
