import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { BASES } from '../../shared/attribution/basis.ts'
import { explainScoring } from '../../shared/attribution/scoring/explain-scoring.ts'
import { WARNING_KINDS } from '../../shared/attribution/scoring/scoring-result.ts'
import { AUTHOR_MEANINGS } from '../../shared/attribution/signals/signal-authors.ts'
import { SIGNAL_KINDS } from '../../shared/attribution/signals/signal-kinds.ts'
import { type Service, sharedService } from '../platform/service.ts'

const PATH = '/how-it-is-scored'
const CHROME = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8'

let service: Service

beforeAll(async () => {
  service = await sharedService()
})
afterAll(() => service.stop())

const ask = (accept: string | null, path = PATH) =>
  service.request('GET', path, undefined, accept === null ? {} : { accept })

const typeOf = ({ headers }: { headers: Headers }) => headers.get('content-type')?.split(';')[0]

describe('the explanation of the scoring', () => {
  test.each([
    [CHROME, 'text/html'],
    ['text/html', 'text/html'],
    ['TEXT/HTML', 'text/html'],
    ['text/html, application/json', 'text/html'],
    ['application/json;q=0.5, text/html', 'text/html'],
    ['*/*, text/html;q=0.1', 'text/html'],
    ['*/*', 'application/json'],
    [null, 'application/json'],
    ['application/json', 'application/json'],
    ['application/json, text/html', 'application/json'],
    ['application/json, text/html;q=0.9', 'application/json'],
    ['text/html;q=0', 'application/json'],
    ['text/html;q=0, */*', 'application/json'],
    ['text/plain', 'application/json'],
    ['application/toon', 'application/toon'],
    ['text/html;q=0.5, application/toon', 'application/toon'],
  ])('for Accept %s is %s', async (accept, type) => {
    const answer = await ask(accept)
    expect([answer.status, typeOf(answer)]).toEqual([200, type])
    expect(answer.headers.get('vary')).toContain('Accept')
    expect(answer.headers.get('cache-control')).toBe('public, max-age=300')
  })

  test('is enveloped and names every kind of signal, basis and warning', async () => {
    const { body } = await ask('*/*')
    expect(body).toMatchObject({ error: null, meta: null })
    const data = body.data as ReturnType<typeof explainScoring>
    expect(Object.keys(data)).toEqual([
      'sources',
      'basis',
      'warnings',
      'reliability',
      'figures',
      'limits',
    ])
    expect(data).toEqual(JSON.parse(JSON.stringify(explainScoring())))
    expect(data.sources.map(({ name }) => name)).toEqual(Object.keys(SIGNAL_KINDS))
    expect(data.basis.map(({ basis }) => basis)).toEqual([...BASES, null])
    expect(data.warnings.map(({ kind }) => kind)).toEqual(WARNING_KINDS)
  })

  test('has a page that shows every author, kind of signal, warning and limit', async () => {
    const { text } = await ask(CHROME)
    const shown = text.replaceAll('&#39;', "'").replaceAll('&quot;', '"')
    const authors = Object.values(AUTHOR_MEANINGS).flatMap(({ title, meaning }) => [title, meaning])
    const { limits, warnings } = explainScoring()
    const expected = [
      ...authors,
      ...Object.keys(SIGNAL_KINDS).map((name) => `<code>${name}</code>`),
      ...warnings.flatMap(({ kind, when }) => [`<code>${kind}</code>`, when]),
      ...limits.map(({ sentence }) => sentence),
    ]
    expect(expected.filter((part) => !shown.includes(part))).toEqual([])
    expect(shown).toContain('aria-label="Reliability of stated confidence"')
  })

  test('has a page without scripts that loads nothing, in no frame', async () => {
    const { headers, text } = await ask(CHROME)
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    )
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('set-cookie')).toBeNull()
    expect(text).not.toMatch(
      /<(?:script|link|img|iframe|object|embed|base|form)\b|\bsrc=|url\(|@import|\son\w+=/i,
    )
    const addresses = [...text.matchAll(/\b(?:xlink:)?href="([^"]*)"/g)].map(
      ([, address]) => address,
    )
    expect(addresses.filter((address) => !/^#[\w-]+$|^\/docs$/.test(address ?? ''))).toEqual([])
    expect(text.match(/<table/g)).toHaveLength((text.match(/<caption>/g) ?? []).length)
  })

  test('ignores unknown query parameters', async () => {
    expect((await ask(CHROME, `${PATH}?unknown=1&x`)).text).toBe((await ask(CHROME)).text)
    expect((await ask('*/*', `${PATH}?unknown=1`)).status).toBe(200)
  })

  test('accepts GET and HEAD only', async () => {
    const head = await fetch(service.baseUrl + PATH, {
      method: 'HEAD',
      headers: { accept: CHROME },
    })
    expect([head.status, typeOf(head), await head.text()]).toEqual([200, 'text/html', ''])
    expect((await service.request('POST', PATH, {})).status).toBe(405)
  })
})
