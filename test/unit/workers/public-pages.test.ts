import type { ExecutionContext } from 'hono'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { Verdict } from '../../../shared/attribution/answer/verdict.ts'
import { newIdentifier } from '../../../shared/platform/identifiers.ts'
import { sealCookie } from '../../../shared/sessions/session-cookie.ts'
import type { SharedAnswer } from '../../../shared/shares/shared-answer.ts'
import { createApp, serve } from '../../../workers/app.ts'
import { families } from '../../../workers/families.ts'
import { specimens } from '../../../workers/landing/specimens.ts'
import { sharePage } from '../../../workers/shares/share-page.ts'
import { LONG, SPOOFED } from '../../browser/hostile-names.ts'
import { SAMPLE_ENVIRONMENT } from '../../structure/sample-environment.ts'

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'
const app = createApp(families)
const context = { waitUntil() {}, passThroughOnException() {}, props: {} } as ExecutionContext
// The database of this environment does not exist, so a page that needs it answers 503.
const ask = (path: string, headers: Record<string, string> = {}, init: RequestInit = {}) =>
  serve(
    app,
    new Request(`https://api.attribution.example${path}`, { ...init, headers }),
    SAMPLE_ENVIRONMENT,
    context,
  )

beforeEach(() => {
  vi.spyOn(console, 'log').mockReturnValue(undefined)
})

describe('a refusal', () => {
  const REFUSED = [
    ['/nothing', 404, 'There is no such page'],
    ['/s/short', 404, 'This link does not work'],
    ['/certificates/crt_none', 404, 'There is no such certificate'],
    ['/exports/blk_01h455vb4pex5vsknk084sn02q.csv', 403, 'This download does not work'],
    ['/email/unsubscribe?token=changed', 403, 'This link is not valid'],
    ['/jobs', 401, 'This address needs a key'],
    ['/analyze', 405, 'This address cannot be opened like this'],
  ] as const

  test.each(REFUSED)(
    'of %s with status %i is a page for a browser',
    async (path, status, title) => {
      const answer = await ask(path, { accept: BROWSER, 'x-request-id': 'request-of-a-person' })
      const page = await answer.text()
      expect([answer.status, answer.headers.get('content-type')]).toEqual([
        status,
        'text/html; charset=utf-8',
      ])
      expect(page).toContain(`<h1>${title}</h1>`)
      expect(page).toContain('request-of-a-person')
      expect(answer.headers.get('vary')).toContain('Accept')
      expect(answer.headers.get('content-security-policy')).toMatch(/^default-src 'none';/)
      expect(page).not.toMatch(/<script|style="/)
    },
  )

  test.each(REFUSED)('of %s with status %i is JSON for a program', async (path, status) => {
    for (const accept of ['*/*', 'application/json', 'text/html;q=0.1, application/json']) {
      const answer = await ask(path, { accept })
      expect([answer.status, answer.headers.get('content-type')]).toEqual([
        status,
        'application/json; charset=utf-8',
      ])
      expect(Object.keys((await answer.json()) as object)).toEqual(['data', 'error', 'meta'])
    }
  })

  test.each(['/app/api/jobs', '/app/api/nothing', '/session', '/mcp'])(
    'of %s is never a page',
    async (path) => {
      const answer = await ask(path, { accept: BROWSER })
      expect(answer.headers.get('content-type')).not.toContain('html')
    },
  )

  test('of a form is a page, and of a script JSON', async () => {
    const types = await Promise.all(
      ['navigate', 'cors'].map(async (mode) => {
        const headers = { accept: BROWSER, 'sec-fetch-mode': mode }
        const answer = await ask('/email/unsubscribe?token=x', headers, { method: 'POST' })
        return answer.headers.get('content-type')
      }),
    )
    expect(types).toEqual(['text/html; charset=utf-8', 'application/json; charset=utf-8'])
  })
})

describe('the start page', () => {
  test('needs no database, and knows a visitor by the cookie alone', async () => {
    const cookie = await sealCookie(JSON.parse(SAMPLE_ENVIRONMENT.SEAL_KEYS), newIdentifier('ses'))
    const pages = await Promise.all(
      [`__Host-session=${cookie}`, '__Host-session=forged', ''].map(async (sent) => {
        const answer = await ask('/', { accept: BROWSER, cookie: sent })
        expect([answer.status, answer.headers.get('vary')]).toEqual([200, 'Accept'])
        return answer.text()
      }),
    )
    expect(pages.map((page) => page.includes('You are signed in'))).toEqual([true, false, false])
    expect(pages.map((page) => page.includes('>Sign in</a>'))).toEqual([false, true, true])
  })

  test('shows an imitation, a verified company and a domain where nobody is named', async () => {
    const page = await (await ask('/', { accept: BROWSER })).text()
    expect(page).toContain('action="/app/"')
    expect(page).toContain('Imitates Morrowdale Foods, Inc.')
    expect(page).toContain('Thorncastle Group plc')
    expect(page).toContain('$10')
    expect(specimens().map(({ verdict }) => [verdict.entity, verdict.basis])).toEqual([
      [null, null],
      ['Thorncastle Group plc', 'verified'],
      [null, null],
    ])
  })

  test('names no limit that the settings do not have', async () => {
    const page = await (await ask('/', { accept: BROWSER })).text()
    expect(page).toContain(`${SAMPLE_ENVIRONMENT.QUOTA_FREE} a month`)
  })
})

/** The specimen with each text replaced by a hostile one. */
function hostile(text: string): Verdict {
  const verdict = specimens()[1]?.verdict
  if (verdict === undefined) throw new Error('there is no second specimen')
  const replaced = JSON.stringify(verdict, (name, value) =>
    typeof value === 'string' && !KEPT.has(name) ? text : value,
  )
  return JSON.parse(replaced)
}
const KEPT = new Set([
  'depth',
  'outcome',
  'basis',
  'stance',
  'strength',
  'severity',
  'kind',
  'read_from',
  'basis_label',
  'collected_at',
])

const PICTURE = '/s/token/picture'

describe('texts of strangers', () => {
  test('stay text in every place of a shared answer, and their controls are visible', async () => {
    const page = await sharePage({ subject: 'analysis', ...hostile(SPOOFED) }, PICTURE)
    expect(page).not.toContain('<img')
    expect(page).not.toContain('\u202e')
    expect(page).toContain('[U+202E]')
    expect(page).toContain('&lt;img src=x')
  })

  test('are bounded', async () => {
    const page = await sharePage({ subject: 'analysis', ...hostile(LONG) }, PICTURE)
    expect(page.length).toBeLessThan(30_000)
  })

  test('stay text in a shared correlation', async () => {
    const shared = [{ signal: SPOOFED, value: SPOOFED, domains: [SPOOFED], copyable: true }]
    const imitations = [{ domain: SPOOFED, entity: SPOOFED, of_domains: [] }]
    const answer: SharedAnswer = {
      subject: 'correlation',
      imitations,
      groups: [{ entity: SPOOFED, confidence: 0.9, domains: [SPOOFED], shared_signals: shared }],
      ungrouped: [SPOOFED],
      unanalyzed: [SPOOFED],
      collected_at: '2026-11-29T12:00:00.000Z',
    }
    const page = await sharePage(answer, PICTURE)
    expect(page).not.toContain('<img')
    expect(page).not.toContain('\u202e')
  })
})
