import { html } from 'hono/html'
import type { OpenAPIObject } from 'openapi3-ts/oas31'
import { explainScoring } from '../../shared/attribution/scoring/explain-scoring.ts'
import { ok } from '../../shared/platform/http/envelope.ts'
import { prefersPage } from '../../shared/platform/http/negotiation.ts'
import { router } from '../router.ts'
import { botPage } from './bot-page.ts'
import * as contract from './contract.ts'
import { plainPage } from './plain-page.ts'
import { scoringPage } from './scoring-page.ts'

/** Disables every function of Scalar that sends requests to Scalar's servers. */
const CONFIGURATION = {
  url: '/openapi.json',
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  hideClientButton: true,
  showDeveloperTools: 'never',
  authentication: { preferredSecurityScheme: 'apiKey' },
}

function referencePage({ info }: OpenAPIObject): ReturnType<typeof html> {
  return html`<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${info.title}</title></head>
<body><noscript><a href="/docs?plain=true">${info.title} without scripts</a></noscript>
<script id="api-reference" data-configuration="${JSON.stringify(CONFIGURATION)}"></script>
<script src="/docs/reference.js"></script></body></html>`
}

const CACHING = 'public, max-age=300'
const PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': CACHING,
  'referrer-policy': 'no-referrer',
}
const NO_SOURCES =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; " +
  "frame-ancestors 'none'"
// Scripts come only from this origin, and a user can try out only the API of this origin. Inline
// styles stay allowed, because Scalar needs them.
const OWN_ORIGIN_ONLY = `${NO_SOURCES}; script-src 'self'; connect-src 'self'; \
img-src 'self' data:; font-src data:`

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

docs.openapi(contract.bot, async (c) => {
  const { PUBLIC_URL: publicUrl, USER_AGENT: userAgent, EMAIL_FROM: emailFrom } = c.var.services.env
  const page = String(await botPage({ publicUrl, userAgent, emailFrom }))
  return c.body(page, 200, { ...PAGE_HEADERS, 'content-security-policy': NO_SOURCES })
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
