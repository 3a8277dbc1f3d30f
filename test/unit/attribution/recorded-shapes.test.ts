import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { createInternet } from '../../internet/internet.ts'
import { RECORDED_SHAPES } from './recorded-shapes.ts'

test.each(RECORDED_SHAPES)(
  'the adapter of $service reads the response "$response"',
  async (shape) => {
    const { body, status = 200, result } = shape
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    const read = Promise.resolve().then(() => shape.read(text, status))
    if (result instanceof Error) await expect(read).rejects.toThrow(result.message)
    else expect(await read).toEqual(result)
  },
)

test('the document on outside services names the page of every recorded response', () => {
  const document = readFileSync(
    path.join(import.meta.dirname, '../../../docs/outside-services.md'),
    'utf8',
  )
  expect(
    RECORDED_SHAPES.map(({ page }) => page).filter((page) => !document.includes(page)),
  ).toEqual([])
})

const CERT_SPOTTER = 'https://api.certspotter.com/v1/issuances'
const REVERSE_WHOIS = 'https://reverse-whois.whoisxmlapi.com/api/v2'
const WHOIS_HISTORY = 'https://whois-history.whoisxmlapi.com/api/v1'
const ENRICHMENT = 'https://api.peopledatalabs.com/v5/company/enrich'
const SCREENSHOT = 'https://api.cloudflare.com/client/v4/accounts/a/browser-rendering/screenshot'
const CONTENT = 'https://api.cloudflare.com/client/v4/accounts/a/browser-rendering/content'
const WAYBACK = 'https://archive.org/wayback/available'
const GLEIF = 'https://api.gleif.org/api/v1/lei-records'
const TENANT =
  'https://login.microsoftonline.com/kork.example/v2.0/.well-known/openid-configuration'
const terms = { advancedSearchTerms: [{ field: 'RegistrantContact.Organization', term: 'Kork' }] }
const post = (body: unknown, headers: Record<string, string> = {}): RequestInit => ({
  method: 'POST',
  headers,
  body: JSON.stringify(body),
})
const keyed = { 'x-api-key': 'key' }
const authorized = { authorization: 'Bearer key' }

test.each<[string, number, string, RequestInit?]>([
  ['an unknown parameter of crt.sh', 400, 'https://crt.sh/?q=kork.example&outputs=json'],
  ['another method at crt.sh', 405, 'https://crt.sh/?q=kork.example', { method: 'POST' }],
  ['an unknown parameter of Cert Spotter', 400, `${CERT_SPOTTER}?domain=kork.example&limit=5`],
  [
    'an unknown field of Cert Spotter',
    400,
    `${CERT_SPOTTER}?domain=kork.example&expand=organization`,
  ],
  [
    'a wrong key of Cert Spotter',
    401,
    `${CERT_SPOTTER}?domain=kork.example`,
    { headers: { authorization: 'Bearer invalid' } },
  ],
  [
    'another method at Cert Spotter',
    405,
    `${CERT_SPOTTER}?domain=kork.example`,
    { method: 'POST' },
  ],
  [
    'an unknown parameter of reverse WHOIS',
    422,
    REVERSE_WHOIS,
    post({ apiKey: 'key', ...terms, limit: 5 }),
  ],
  ['reverse WHOIS without a key', 403, REVERSE_WHOIS, post(terms)],
  ['another method at reverse WHOIS', 404, REVERSE_WHOIS],
  [
    'an unknown parameter of WHOIS history',
    422,
    WHOIS_HISTORY,
    post({ apiKey: 'key', domain: 'kork.example' }),
  ],
  ['WHOIS history without a key', 403, WHOIS_HISTORY, post({ domainName: 'kork.example' })],
  [
    'an unknown parameter of People Data Labs',
    400,
    `${ENRICHMENT}?domain=kork.example`,
    { headers: keyed },
  ],
  ['People Data Labs without a key', 401, `${ENRICHMENT}?website=kork.example`],
  [
    'another method at People Data Labs',
    405,
    `${ENRICHMENT}?website=kork.example`,
    { method: 'PUT', headers: keyed },
  ],
  ['an unknown parameter of GLEIF', 400, `${GLEIF}?name=Kork`],
  ['another method at GLEIF', 405, GLEIF, { method: 'POST' }],
  ['a domain without a tenant at Microsoft', 400, TENANT],
  ['another method at Microsoft', 405, TENANT, { method: 'POST' }],
  ['Browser Rendering without a token', 401, SCREENSHOT, post({ url: 'https://kork.example/' })],
  [
    'an unknown option of a screenshot',
    400,
    SCREENSHOT,
    post({ url: 'https://kork.example/', format: 'png' }, authorized),
  ],
  [
    'an unknown parameter of rendered pages',
    400,
    CONTENT,
    post({ url: 'https://kork.example', waitFor: 5 }, authorized),
  ],
  ['rendered pages without a token', 401, CONTENT, post({ url: 'https://kork.example' })],
  [
    'a page that a browser cannot load',
    422,
    CONTENT,
    post({ url: 'https://kork.example' }, authorized),
  ],
  ['an unknown parameter of the web archive', 404, `${WAYBACK}?domain=kork.example`],
  ['another method at the web archive', 405, `${WAYBACK}?url=kork.example`, { method: 'POST' }],
  [
    'an unknown copy of the web archive',
    404,
    'https://web.archive.org/web/2024id_/http://kork.example/',
  ],
])('the sample services refuse %s with %i', async (_what, status, url, init) => {
  const internet = await createInternet({ folders: [] })
  expect((await internet.fetch(new Request(url, init))).status).toBe(status)
  await internet.close()
})
