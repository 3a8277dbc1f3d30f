import { createPublicKey, generateKeyPairSync, verify } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createObservedInternet } from '../internet/observed-internet.ts'
import { type Service, startService } from '../platform/service.ts'

const DIRECTORY = '/.well-known/http-message-signatures-directory'
const AUTHORITY = 'api.attribution.example'
const DOMAIN = 'fennandoakbakery.com'

const newKey = (kid: string) => ({
  ...generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' }),
  kid,
})

let internet: Awaited<ReturnType<typeof createObservedInternet>>
let service: Service

beforeAll(async () => {
  internet = await createObservedInternet()
  const keys = [newKey('2026'), newKey('2025')]
  const env = { PUBLIC_URL: `https://${AUTHORITY}`, BOT_SIGNING_KEYS: JSON.stringify(keys) }
  service = await startService({ internet, env })
})
afterAll(() => service.stop())

interface Key {
  kid: string
  x: string
}

async function directory(): Promise<{ keys: Key[]; headers: Headers }> {
  const { status, headers, text } = await service.request('GET', DIRECTORY)
  expect([status, headers.get('content-type'), headers.get('cache-control')]).toEqual([
    200,
    'application/http-message-signatures-directory+json',
    'public, max-age=300',
  ])
  expect(text).not.toContain('"d"')
  return { keys: JSON.parse(text).keys, headers }
}

function isSignedBy({ x }: Key, base: string, signature: string): boolean {
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
  return verify(null, Buffer.from(base), key, Buffer.from(signature, 'base64'))
}

test('each key of the directory signs its answer for our host', async () => {
  const { keys, headers } = await directory()
  const inputs = headers.get('signature-input')?.split(', ') ?? []
  const signatures = headers.get('signature')?.split(', ') ?? []
  expect([keys.length, inputs.length, signatures.length]).toEqual([2, 2, 2])
  for (const [index, key] of keys.entries()) {
    const parameters = inputs[index]?.replace(`binding${index}=`, '') ?? ''
    expect(parameters).toContain(`keyid="${key.kid}"`)
    const base = `"@authority";req: ${AUTHORITY}\n"@signature-params": ${parameters}`
    expect(isSignedBy(key, base, signatures[index]?.split(':')[1] ?? '')).toBe(true)
  }
})

test('a site can verify every request of an analysis with the directory', async () => {
  const { keys } = await directory()
  const account = await service.account()
  const job = await account.analyze(DOMAIN, { depth: 'quick' }).untilTerminal()
  expect(job.status).toBe('completed')
  const pages = internet.requests.filter(({ host }) => host.endsWith(DOMAIN))
  expect(pages.length).toBeGreaterThan(2)
  for (const { host, text } of pages) {
    const lines = new Map(text.split('\n').map((line) => [line.split(': ')[0], line] as const))
    const headerOf = (name: string) => lines.get(name)?.slice(name.length + 2) ?? ''
    expect(headerOf('signature-agent')).toBe(`"https://${AUTHORITY}"`)
    const parameters = headerOf('signature-input').replace('sig1=', '')
    const key = keys.find(({ kid }) => parameters.includes(`keyid="${kid}"`))
    const base = [
      `"@authority": ${host}`,
      `"signature-agent": "https://${AUTHORITY}"`,
      `"@signature-params": ${parameters}`,
    ].join('\n')
    const signature = headerOf('signature').split(':')[1] ?? ''
    expect([host, key !== undefined && isSignedBy(key, base, signature)]).toEqual([host, true])
  }
})

test('requests to services that the code names are not signed', async () => {
  const named = internet.requests.filter(({ host }) => /dns|gleif|verisign|iana\.org/.test(host))
  expect(named.length).toBeGreaterThan(2)
  expect(named.filter(({ text }) => /\nsignature/.test(text))).toEqual([])
})

test('the page for owners of sites says how to verify a request', async () => {
  const { text } = await service.request('GET', '/bot')
  expect(text).toContain(`href="${DIRECTORY}"`)
})

test.each([
  ['without keys', { PUBLIC_URL: `https://${AUTHORITY}`, BOT_SIGNING_KEYS: '' }],
  ['without https', { BOT_SIGNING_KEYS: JSON.stringify([newKey('2026')]) }],
])('a service %s has no directory, signs nothing and does not speak of it', async (_, env) => {
  const unsigned = await startService({ internet, env })
  try {
    const before = internet.requests.length
    const account = await unsigned.account()
    await account.analyze('marsh-lamps.co.uk', { depth: 'quick' }).untilTerminal()
    const texts = internet.requests.slice(before).map(({ text }) => text)
    expect(texts.length).toBeGreaterThan(2)
    expect(texts.filter((text) => /\nsignature/.test(text))).toEqual([])
    const { status, body } = await unsigned.request('GET', DIRECTORY)
    expect([status, body]).toMatchObject([404, { error: { code: 'NOT_FOUND' } }])
    expect((await unsigned.request('GET', '/bot')).text).not.toContain(DIRECTORY)
  } finally {
    await unsigned.stop()
  }
})
