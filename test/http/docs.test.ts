import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allFindings } from '../browser/axe.ts'
import { chromiumPath, sharedChromium } from '../browser/browser.ts'
import { relativeTimes } from '../browser/trace.ts'
import { type Service, sharedService } from '../platform/service.ts'

const BROWSER_LIMIT_MS = 60_000
/** Processor time to draw the documentation page, in reference tasks (`relativeTimes`). */
const SUM_MAX = 6

let service: Service

beforeAll(async () => {
  service = await sharedService()
})
afterAll(() => service.stop())

test('the page for owners of sites names the visitor, robots.txt and a contact, and loads nothing', async () => {
  const { status, headers, text } = await service.request('GET', '/bot')
  expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
  expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src/)
  expect(headers.get('content-security-policy')).not.toContain('script-src')
  expect(text).not.toMatch(/<script|<img|<link|url\(/)
  expect(text).toContain('DomainAttributionBot/1.0 (+https://api.attribution.example/bot)')
  expect(text).toContain('User-agent: DomainAttributionBot\nDisallow: /')
  expect(text).toContain('<a href="mailto:reports@attribution.example">')
})

const SOURCE = /^'(?:none|self|unsafe-inline)'$|^data:$/

function policyOf(headers: Headers): Map<string, string[]> {
  const rules = (headers.get('content-security-policy') ?? '').split('; ')
  return new Map(
    rules.map((rule) => {
      const [name = '', ...sources] = rule.split(' ')
      return [name, sources]
    }),
  )
}

test('the documentation page has no script, and names every way to start', async () => {
  const { status, headers, text } = await service.request('GET', '/docs')
  expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
  expect(headers.get('cache-control')).toBe('public, max-age=300')
  expect(text).not.toContain('<script')
  expect(text).toContain('id="analyze"')
  expect(text).toContain('webhook-signature')
  for (const address of ['/docs/reference', '/openapi.json', '/app/', '/how-it-is-scored'])
    expect(text).toContain(`href="${address}"`)
  expect(policyOf(headers).has('script-src')).toBe(false)
})

test('the interactive reference loads nothing from other hosts', async () => {
  const { status, headers, text } = await service.request('GET', '/docs/reference')
  expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
  const addresses = [...text.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, address]) => address)
  expect(new Set(addresses)).toEqual(
    new Set(['/favicon.ico', '/app/', '/docs', '/docs/reference.js']),
  )
  expect(text).not.toMatch(/\/\/|url\(/)

  const policy = policyOf(headers)
  expect(policy.get('default-src')).toEqual(["'none'"])
  expect(policy.get('script-src')).toEqual(["'self'"])
  expect(policy.get('connect-src')).toEqual(["'self'"])
  expect([...policy.values()].flat().filter((source) => !SOURCE.test(source))).toEqual([])
})

test('the script of the interactive reference comes from the service, and is cached for a day', async () => {
  const { status, headers, text } = await service.request('GET', '/docs/reference.js')
  expect([status, headers.get('content-type')]).toEqual([200, 'text/javascript; charset=utf-8'])
  expect(headers.get('cache-control')).toBe('public, max-age=86400')
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(text.slice(0, 1_000)).toContain('@scalar/api-reference')
})

test('browsers find an icon', async () => {
  const { status, headers, text } = await service.request('GET', '/favicon.ico')
  expect([status, headers.get('content-type')]).toEqual([200, 'image/svg+xml'])
  expect(text).toContain('<svg')
})

test('the OpenAPI document is sent only once to a client that keeps its tag', async () => {
  const { status, headers, body } = await service.request('GET', '/openapi.json')
  expect([status, headers.get('cache-control')]).toEqual([200, 'public, max-age=300'])
  expect(Object.keys(body)).toContain('webhooks')
  const tag = headers.get('etag') ?? expect.fail('the document has no tag')
  const again = await service.request('GET', '/openapi.json', undefined, { 'if-none-match': tag })
  expect([again.status, again.text, again.headers.get('etag')]).toEqual([304, '', tag])
})

describe.skipIf(chromiumPath === null)(
  'in a browser',
  () => {
    let browser: Browser
    beforeAll(async () => {
      browser = await sharedChromium()
    }, BROWSER_LIMIT_MS)

    test('the documentation page needs little processor time and has no accessibility fault', async () => {
      const page = await browser.newPage()
      const { sum } = await relativeTimes(browser, page, () => page.goto(`${service.baseUrl}/docs`))
      console.log(`documentation page: ${sum.toFixed(2)} reference tasks`)
      expect(sum).toBeLessThan(SUM_MAX)
      expect(await allFindings(page)).toEqual([])
      await page.close()
    })

    test('the interactive reference shows the routes, and its policy blocks nothing', async () => {
      const page = await browser.newPage()
      const messages: string[] = []
      page.on('console', (message) => messages.push(message.text()))
      await page.goto(`${service.baseUrl}/docs/reference`)
      await page.getByText('Submit one domain').first().waitFor({ timeout: BROWSER_LIMIT_MS })
      expect(messages.filter((text) => text.includes('Content Security Policy'))).toEqual([])
      await page.close()
    })
  },
  BROWSER_LIMIT_MS,
)
