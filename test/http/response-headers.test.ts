import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApiKey } from '../../shared/accounts/key-tokens.ts'
import { type Service, type ServiceAccount, sharedService } from '../platform/service.ts'

let service: Service
let account: ServiceAccount
let jobId: string

beforeAll(async () => {
  service = await sharedService()
  account = await service.account()
  jobId = (await account.analyze('test-corp.sandbox.example').untilTerminal()).job_id
})
afterAll(() => service.stop())

async function headersOf(path: string, headers: Record<string, string> = {}, method = 'GET') {
  const response = await fetch(service.baseUrl + path, { method, headers })
  await response.arrayBuffer()
  return { status: response.status, headers: response.headers }
}

const key = () => ({ 'x-api-key': account.apiKey })
const bearer = () => ({ authorization: `Bearer ${account.bearerToken}` })

test.each([
  ['a list', () => '/jobs', key, 200],
  ['a list for a token', () => '/jobs', bearer, 200],
  ['a stream', () => `/jobs/${jobId}/events`, key, 200],
  ['a PDF file', () => `/jobs/${jobId}/certificate?format=pdf`, key, 200],
  ['a CSV file', () => `/jobs/${jobId}/certificate?format=csv`, key, 200],
  ['the export of an account', () => '/auth/me/export', bearer, 200],
  ['a missing job', () => '/jobs/job_01h2xcejqtf2nbrexx3vqjhp41', key, 404],
  [
    'a forged key',
    () => '/jobs',
    () => ({ 'x-api-key': createApiKey('ordinary', randomBytes) }),
    401,
  ],
  ['a forged token', () => '/jobs', () => ({ authorization: 'Bearer a.b.c' }), 401],
  ['a public file', () => '/docs/reference.js', key, 200],
  ['an unknown route', () => '/no/such/route', key, 404],
])('no cache stores the answer with %s to a credential', async (_, path, credential, expected) => {
  const { status, headers } = await headersOf(path(), credential())
  expect([status, headers.get('cache-control')]).toEqual([expected, 'private, no-store'])
  expect(headers.get('x-content-type-options')).toBe('nosniff')
})

test.each([
  ['GET', '/health', null],
  ['GET', '/openapi.json', 'public, max-age=300'],
  ['GET', '/docs', 'public, max-age=300'],
  ['GET', '/docs/reference.js', 'public, max-age=86400'],
  ['GET', '/how-it-is-scored', 'public, max-age=300'],
  ['GET', '/bot', 'public, max-age=300'],
  ['GET', '/privacy', 'public, max-age=300'],
  ['GET', '/.well-known/http-message-signatures-directory', null],
  ['GET', '/.well-known/attribution-keys.json', 'public, max-age=600'],
  ['GET', '/jobs', null],
  ['PUT', '/health', null],
  ['OPTIONS', '/health', null],
  ['GET', '/no/such/route', null],
])(
  '%s %s without a credential has its own caching, and no browser guesses its type',
  async (method, path, caching) => {
    const { headers } = await headersOf(path, {}, method)
    expect([headers.get('cache-control'), headers.get('x-content-type-options')]).toEqual([
      caching,
      'nosniff',
    ])
    expect(headers.get('content-security-policy')).toMatch(
      /^default-src 'none';.*base-uri 'none';.*frame-ancestors 'none'/,
    )
    expect(headers.get('referrer-policy')).toBe('no-referrer')
  },
)

test('the API reference runs only our own script, in no frame, and sends no referrer', async () => {
  const { headers } = await headersOf('/docs/reference')
  const policy = headers.get('content-security-policy')?.split('; ')
  expect(policy).toEqual(
    expect.arrayContaining(["default-src 'none'", "script-src 'self'", "frame-ancestors 'none'"]),
  )
  expect(headers.get('referrer-policy')).toBe('no-referrer')
})
