import { execFile, spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Service, sharedService } from '../platform/service.ts'

const CHROMIUM_LIMIT_MS = 90_000
const RENDERED_WITHIN_MS = 10_000
const hasChromium = spawnSync('chromium', ['--version']).status === 0

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

test('the documentation page loads nothing from other hosts', async () => {
  const { status, headers, text } = await service.request('GET', '/docs')
  expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
  expect(headers.get('cache-control')).toBe('public, max-age=300')
  const addresses = [...text.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, address]) => address)
  expect(addresses).toEqual(['/docs?plain=true', '/docs/reference.js'])
  expect(text).not.toMatch(/\/\/|url\(/)

  const policy = new Map(
    (headers.get('content-security-policy') ?? '').split('; ').map((rule) => {
      const [name = '', ...sources] = rule.split(' ')
      return [name, sources]
    }),
  )
  expect(policy.get('default-src')).toEqual(["'none'"])
  expect(policy.get('script-src')).toEqual(["'self'"])
  expect(policy.get('connect-src')).toEqual(["'self'"])
  const sources = [...policy.values()].flat()
  expect(
    sources.filter((source) => !/^'(?:none|self|unsafe-inline)'$|^data:$/.test(source)),
  ).toEqual([])
})

test('the script of the documentation page comes from the service, with a cache time of one day', async () => {
  const { status, headers, text } = await service.request('GET', '/docs/reference.js')
  expect([status, headers.get('content-type')]).toEqual([200, 'text/javascript; charset=utf-8'])
  expect(headers.get('cache-control')).toBe('public, max-age=86400')
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(text.slice(0, 1_000)).toContain('@scalar/api-reference')
})

test('the documentation page is complete without scripts', async () => {
  const { headers, text } = await service.request('GET', '/docs?plain=true')
  expect(text).toContain('id="postAnalyze"')
  expect(text).not.toContain('<script')
  expect(headers.get('content-security-policy')).not.toContain('script-src')
})

test.skipIf(!hasChromium)(
  'a browser shows the routes, and the content policy blocks nothing (chromium)',
  { timeout: CHROMIUM_LIMIT_MS },
  async () => {
    const profile = await mkdtemp(join(tmpdir(), 'attribution-chromium-'))
    const { stdout, stderr } = await promisify(execFile)(
      'chromium',
      [
        '--headless',
        '--no-sandbox',
        '--disable-gpu',
        '--disable-background-networking',
        '--enable-logging=stderr',
        `--user-data-dir=${profile}`,
        `--virtual-time-budget=${RENDERED_WITHIN_MS}`,
        '--dump-dom',
        `${service.baseUrl}/docs`,
      ],
      { maxBuffer: 64 * 1024 * 1024, timeout: CHROMIUM_LIMIT_MS / 2 },
    )
    await rm(profile, { recursive: true, force: true, maxRetries: 5 })
    expect(stdout).toContain('Submit one domain')
    expect(stderr).not.toContain('Content Security Policy')
  },
)
