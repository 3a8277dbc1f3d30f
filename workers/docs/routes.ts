import type { Context } from 'hono'
import { etag } from 'hono/etag'
import { html, raw } from 'hono/html'
import type { OpenAPIObject } from 'openapi3-ts/oas31'
import { explainScoring } from '../../shared/attribution/scoring/explain-scoring.ts'
import { ok } from '../../shared/platform/http/envelope.ts'
import { PublicError } from '../../shared/platform/http/errors.ts'
import { prefersPage } from '../../shared/platform/http/negotiation.ts'
import { botKeys, DIRECTORY_TYPE, keyDirectory } from '../../shared/platform/net/bot-signature.ts'
import { type AppEnv, router } from '../router.ts'
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

// The script takes seconds to draw the page. Until then, this text is there, and the bar stays.
const REFERENCE_STYLE = `
:root { color-scheme: light dark }
body { margin: 0; font: 16px/1.5 system-ui, sans-serif }
.own-bar { display: flex; flex-wrap: wrap; gap: .25rem 1.5rem; padding: .6rem 1rem;
border-bottom: 1px solid color-mix(in srgb, currentColor 20%, transparent) }
.own-bar a { color: inherit } .own-wait { padding: 2rem 1rem }
.own-wait:has(~ .scalar-app) { display: none }
`

function referencePage({ info }: OpenAPIObject): ReturnType<typeof html> {
  return html`<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${info.title}</title><link rel="icon" href="/favicon.ico" type="image/svg+xml">
<style>${raw(REFERENCE_STYLE)}</style></head>
<body><header class="own-bar"><a href="/app/">← Back to the app</a><a href="/docs">Quickstart and
guides</a></header><p class="own-wait">The reference is drawn by a script of 3.6 MB. <a
href="/docs">The same without scripts</a></p>
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

const FILE_CACHING = 'public, max-age=86400'

export const docs = router()

// A weak tag: the document as TOON has the same one.
docs.use('/openapi.json', etag({ weak: true }))
docs.openapi(contract.openapi, (c) =>
  c.json({ ...c.var.document() }, 200, { 'cache-control': CACHING }),
)

// Rendering takes 0.2 s of CPU. The document of an isolate never changes.
const pages = new WeakMap<OpenAPIObject, Promise<string>>()

async function pageOf(document: OpenAPIObject): Promise<string> {
  const page = pages.get(document) ?? Promise.resolve(plainPage(document)).then(String)
  pages.set(document, page)
  return page
}

docs.openapi(contract.page, async (c) =>
  c.body(await pageOf(c.var.document()), 200, {
    ...PAGE_HEADERS,
    'content-security-policy': `${NO_SOURCES}; img-src 'self'`,
  }),
)

docs.openapi(contract.interactive, async (c) =>
  c.body(String(await referencePage(c.var.document())), 200, {
    ...PAGE_HEADERS,
    'content-security-policy': OWN_ORIGIN_ONLY,
  }),
)

const FILES = {
  script: ['reference.js', 'text/javascript; charset=utf-8'],
  icon: ['icon.svg', 'image/svg+xml'],
} as const

async function answerFile(c: Context<AppEnv>, [name, type]: readonly [string, string]) {
  const asset = await c.var.services.env.ASSETS.fetch(`https://assets.internal/docs/${name}`)
  if (!asset.ok) throw new Error(`the asset ${name} answered ${asset.status}`)
  return new Response(asset.body, {
    headers: { 'content-type': type, 'cache-control': FILE_CACHING },
  })
}

docs.openapi(contract.script, (c) => answerFile(c, FILES.script))
docs.openapi(contract.icon, (c) => answerFile(c, FILES.icon))

docs.openapi(contract.bot, async (c) => {
  const { env } = c.var.services
  const { PUBLIC_URL: publicUrl, USER_AGENT: userAgent, EMAIL_FROM: emailFrom } = env
  const isSigned = botKeys(env).length > 0
  const page = String(await botPage({ publicUrl, userAgent, emailFrom, isSigned }))
  return c.body(page, 200, { ...PAGE_HEADERS, 'content-security-policy': NO_SOURCES })
})

docs.openapi(contract.botKeys, async (c) => {
  const directory = await keyDirectory(c.var.services)
  if (directory === null)
    throw new PublicError('NOT_FOUND', 'This service does not sign its requests to web sites.')
  return c.json({ keys: directory.keys }, 200, {
    ...directory.headers,
    'Content-Type': DIRECTORY_TYPE,
    'cache-control': CACHING,
  })
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
