import { decode } from '@toon-format/toon'
import { countTokens } from 'gpt-tokenizer'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { operations } from '../contract/kept-document.ts'
import { operationOf } from '../contract/mismatches.ts'
import { type Service, type ServiceAccount, sharedService } from '../platform/service.ts'

let service: Service
let account: ServiceAccount
let known: Record<string, string>

const gets = operations.flatMap(({ method, path }) => (method === 'get' ? [path] : []))

/** Routes that return a file, an HTML page or an event stream and ignore the Accept header. */
const NOT_NEGOTIATED = new Set([
  '/auth/me/export',
  '/exports/{file}',
  '/email/unsubscribe',
  '/billing/return',
  '/docs',
  '/docs/reference',
  '/docs/reference.js',
  '/favicon.ico',
  '/bot',
  '/privacy',
  '/.well-known/http-message-signatures-directory',
  '/jobs/{job_id}/events',
  '/jobs/{job_id}/picture',
  '/s/{token}/picture',
  '/jobs/{job_id}/stix',
  '/feeds/{file}',
])
const QUERIES: Record<string, string> = {
  '/entities/search': '?q=example',
  '/billing/portal': '?return_url=https%3A%2F%2Fapp.attribution.example%2F',
}

beforeAll(async () => {
  service = await sharedService()
  account = await service.account({ tier: 'team', credits: 1_000 })
  const job = await account.analyze('fennandoakbakery.com', { depth: 'quick' }).untilTerminal()
  const certificate = await account.request('GET', `/jobs/${job.job_id}/certificate`)
  const template = await account.request('POST', '/schemas/templates', {
    name: 'narrow',
    fields: ['domain'],
  })
  const bulk = await account.request('POST', '/analyze/bulk', {
    domains: Array.from({ length: 20 }, (_, line) =>
      line === 0 ? 'test-corp.sandbox.example' : `not a domain ${line}`,
    ),
  })
  await account.request('POST', '/webhooks/secret')
  const monitors = await account.request('POST', '/monitors', {
    domains: ['test-changing.sandbox.example'],
  })
  const monitorId = /mon_[0-9a-z]{26}/.exec(monitors.text)?.[0] ?? 'mon_unknown'
  await account.request('POST', `/monitors/${monitorId}/check`)
  const feed = await account.request('POST', '/monitors/feed')
  const text = (value: unknown) => String(value)
  known = {
    job_id: job.job_id,
    domain: 'fennandoakbakery.com',
    name: 'Example',
    template_id: text(template.body.data?.template_id),
    certificate_id: /crt_[0-9a-z]{26}/.exec(certificate.text)?.[0] ?? 'crt_unknown',
    monitor_id: monitorId,
    file: /[\w-]+\.atom$/.exec(text(feed.body.data?.feed_url))?.[0] ?? 'unknown.atom',
    bulk_job_id: /blk_[0-9a-z]{26}/.exec(bulk.text)?.[0] ?? 'blk_unknown',
  }
})
afterAll(() => service.stop())

const addressOf = (path: string) =>
  path.replace(/\{([^}]+)\}/g, (_, name: string) => known[name] ?? `unknown_${name}`) +
  (QUERIES[path] ?? '')

const ask = (path: string, accept: string) =>
  account.request('GET', path, undefined, {
    accept,
    authorization: `Bearer ${account.bearerToken}`,
  })

const settled = (body: unknown) =>
  JSON.parse(JSON.stringify(body, (name, value) => (name === 'updated_at' ? null : value)))

test('every route has the same content in TOON and in JSON', async () => {
  for (const path of gets.filter((path) => !NOT_NEGOTIATED.has(path))) {
    const address = addressOf(path)
    expect(operationOf('GET', address)?.path).toBe(path)
    // The first response fills a cache and may differ from later responses, so it is not compared.
    await ask(address, 'application/json')
    const [json, toon] = [
      await ask(address, 'application/json'),
      await ask(address, 'application/toon'),
    ]
    expect(toon.headers.get('content-type'), path).toBe('application/toon')
    expect(json.headers.get('vary'), path).toContain('Accept')
    expect(toon.headers.get('vary'), path).toContain('Accept')
    expect([path, toon.status, settled(decode(toon.text))]).toEqual([
      path,
      json.status,
      settled(JSON.parse(json.text)),
    ])
  }
}, 60_000)

test('files, pages and streams ignore the Accept header', async () => {
  for (const path of NOT_NEGOTIATED) {
    if (!operations.some((listed) => listed.path === path)) continue
    const answer = await ask(addressOf(path), 'application/toon')
    if (answer.status === 200)
      expect(answer.headers.get('content-type'), path).not.toBe('application/toon')
  }
})

test('typical answers need fewer tokens in TOON', async () => {
  let [before, after] = [0, 0]
  for (const path of [`/jobs/${known.job_id}`, `/jobs/${known.job_id}/signals`, '/billing/usage']) {
    const [json, toon] = [await ask(path, 'application/json'), await ask(path, 'application/toon')]
    const [asJson, asToon] = [countTokens(json.text), countTokens(toon.text)]
    const saved = Math.round((1 - asToon / asJson) * 100)
    console.info(
      `GET ${path.replace(/job_\w+/, '{id}')}: ${asJson} tokens as JSON, ${asToon} as TOON, ${saved} % saved`,
    )
    before += asJson
    after += asToon
  }
  expect(after).toBeLessThan(before)
})
