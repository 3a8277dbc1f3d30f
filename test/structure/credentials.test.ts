import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApiKey } from '../../shared/accounts/key-tokens.ts'
import { type IdentifierPrefix, newIdentifier } from '../../shared/platform/identifiers.ts'
import { type Service, type ServiceAccount, startService } from '../platform/service.ts'
import { endpoints } from './endpoints.ts'

/** What a path names: a thing of an account, or something that belongs to nobody. */
type Named = 'job' | 'key' | 'delivery' | 'template' | 'correlation' | 'bulk' | { nobody: string }

/**
 * A row for every route: what each parameter of its path names. A route without a row fails, so that nobody forgets to think of who may
 * not call it.
 */
const ROWS: Record<string, Record<string, Named>> = {
  'GET /health': {},
  'GET /version': {},
  'GET /health/ready': {},
  'GET /health/auth': {},
  'GET /openapi.json': {},
  'GET /docs': {},
  'GET /docs/reference.js': {},
  'POST /auth/verify-token': {},
  'GET /auth/me': {},
  'DELETE /auth/me': {},
  'GET /auth/me/export': {},
  'GET /auth/keys': {},
  'POST /auth/keys': {},
  'POST /auth/session-key': {},
  'DELETE /auth/keys/{key_id}': { key_id: 'key' },
  'GET /auth/email-preferences': {},
  'PATCH /auth/email-preferences': {},
  'GET /account/llm-keys': {},
  'POST /account/llm-keys': {},
  'DELETE /account/llm-keys/{provider}': { provider: { nobody: 'openai' } },
  'POST /analyze': {},
  'POST /analyze/batch': {},
  'POST /analyze/bulk': {},
  'GET /analyze/bulk/{bulk_job_id}': { bulk_job_id: 'bulk' },
  'GET /analyze/bulk/{bulk_job_id}/items': { bulk_job_id: 'bulk' },
  'GET /exports/{file}': { file: { nobody: 'blk_01h455vb4pex5vsknk084sn02q.csv' } },
  'GET /jobs': {},
  'GET /jobs/{job_id}': { job_id: 'job' },
  'GET /jobs/{job_id}/signals': { job_id: 'job' },
  'GET /jobs/{job_id}/events': { job_id: 'job' },
  'GET /jobs/{job_id}/certificate': { job_id: 'job' },
  'GET /jobs/{job_id}/subdomains': { job_id: 'job' },
  'GET /.well-known/attribution-keys.json': {},
  'POST /certificates/verify': {},
  'GET /certificates/{certificate_id}': { certificate_id: { nobody: 'crt_01h455vb4pex5vsknk084sn02q' } },
  'GET /webhooks/secret': {},
  'POST /webhooks/secret': {},
  'GET /webhooks/{job_id}/status': { job_id: 'job' },
  'GET /webhooks/dead-letter': {},
  'POST /webhooks/dead-letter/{delivery_id}/retry': { delivery_id: 'delivery' },
  'POST /billing/checkout': {},
  'GET /billing/portal': {},
  'GET /billing/subscription': {},
  'POST /billing/credits/checkout': {},
  'GET /billing/credits': {},
  'GET /billing/ledger': {},
  'GET /billing/auto-recharge': {},
  'PUT /billing/auto-recharge': {},
  'POST /billing/auto-recharge/setup': {},
  'GET /billing/usage': {},
  'POST /billing/stripe/webhook': {},
  'GET /email/unsubscribe': {},
  'POST /email/unsubscribe': {},
  'GET /domains/{domain}/history': { domain: { nobody: 'example.com' } },
  'GET /domains/{domain}/portfolio': { domain: { nobody: 'example.com' } },
  'GET /entities/search': {},
  'GET /entities/{name}/portfolio': { name: { nobody: 'Nobody' } },
  'POST /correlate': {},
  'GET /correlate/{correlation_id}': { correlation_id: 'correlation' },
  'GET /correlate/{correlation_id}/graph.svg': { correlation_id: 'correlation' },
  'POST /schemas/templates': {},
  'GET /schemas/templates': {},
  'GET /schemas/templates/{template_id}': { template_id: 'template' },
  'DELETE /schemas/templates/{template_id}': { template_id: 'template' },
}

const PREFIXES: Record<Exclude<Named, object>, IdentifierPrefix> = {
  job: 'job',
  key: 'key',
  delivery: 'dlv',
  template: 'tpl',
  correlation: 'cor',
  bulk: 'blk',
}

const routes = endpoints.map(({ method, path, credential }) => ({
  name: `${method} ${path}`,
  method,
  path,
  credential,
}))
const asking = routes.filter(({ credential }) => credential !== 'none')
const takesKey = routes.filter(({ credential }) => credential.includes('key'))
const takesBearer = routes.filter(({ credential }) => credential.includes('bearer'))
type Route = (typeof routes)[number]

test('every route has its row in the table of credentials, and every row its route', () => {
  expect(Object.keys(ROWS).sort()).toEqual(routes.map(({ name }) => name).sort())
})

/** The route's path with what `idOf` gives for things of an account. */
function pathOf(route: Route, idOf: (thing: Exclude<Named, object>) => string): string {
  const row = ROWS[route.name] ?? {}
  return route.path.replace(/\{([^}]+)\}/g, (_, parameter: string) => {
    const named = row[parameter]
    if (named === undefined) throw new Error(`the row of ${route.name} does not say what ${parameter} names`)
    return encodeURIComponent(typeof named === 'object' ? named.nobody : idOf(named))
  })
}

const unknownId = (thing: Exclude<Named, object>) => newIdentifier(PREFIXES[thing])

let service: Service
let owner: ServiceAccount
let other: ServiceAccount
let credentials: Record<'closedKey' | 'closedBearer' | 'revoked' | 'expired' | 'playground' | 'unknown', string>
let owned: Record<Exclude<Named, object>, string>

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const key = (raw: string) => ({ 'x-api-key': raw })
const call = (route: Route, headers: Record<string, string>, idOf = unknownId) =>
  service.request(route.method, pathOf(route, idOf), undefined, headers)
const query = async (text: string, values: unknown[]) => (await service.platform.pool.query(text, values)).rows

async function someKey(account: ServiceAccount, path: string, body?: unknown): Promise<Record<string, string>> {
  const answer = await service.request('POST', path, body, bearer(account.bearerToken))
  return answer.body.data as Record<string, string>
}

beforeAll(async () => {
  service = await startService()
  owner = await service.account({ tier: 'team', credits: 100 })
  other = await service.account({ tier: 'team', credits: 100 })
  const closed = await service.account()
  await service.request('DELETE', '/auth/me', undefined, bearer(closed.bearerToken))
  const revoked = await someKey(other, '/auth/keys', { name: 'revoked' })
  await service.request('DELETE', `/auth/keys/${revoked.key_id}`, undefined, bearer(other.bearerToken))
  credentials = {
    closedKey: closed.apiKey,
    closedBearer: closed.bearerToken,
    revoked: String(revoked.key),
    expired: service.platform.identity.token(other.email, { exp: Math.floor(Date.now() / 1_000) - 3_600 }),
    playground: String((await someKey(other, '/auth/session-key')).key),
    unknown: createApiKey('ordinary', randomBytes),
  }
  owned = await belongings()
})
afterAll(() => service.stop())

/** One thing of each kind that belongs to `owner`. */
async function belongings(): Promise<typeof owned> {
  const domain = 'test-corp.sandbox.example'
  const make = async (path: string, body: unknown) => {
    const { text, status } = await owner.request('POST', path, body)
    const answer = JSON.parse(text)
    if (status >= 300) throw new Error(`POST ${path} answered ${status} ${text}`)
    return answer.data ?? answer
  }
  const job = await make('/analyze', { domain, callback_url: 'https://receiver.example/hook' })
  const [delivery] = await query(
    `update webhook_deliveries set state = 'dead_lettered', dead_lettered_at = now(), next_attempt_at = null where subject_id = $1 returning id`,
    [job.job_id],
  )
  return {
    job: job.job_id,
    key: String((await someKey(owner, '/auth/keys', { name: 'owned' })).key_id),
    delivery: delivery.id,
    template: (await make('/schemas/templates', { name: 'owned', fields: ['domain'] })).template_id,
    correlation: (await make('/correlate', { domains: [domain, 'test-unknown.sandbox.example'] })).correlation_id,
    bulk: (await make('/analyze/bulk', { domains: [domain] })).bulk_job_id,
  }
}

const unauthorized = async (route: Route, headers: Record<string, string>) => {
  const { status, body } = await call(route, headers)
  expect([route.name, status, body.error?.code]).toEqual([route.name, 401, 'UNAUTHORIZED'])
}

describe('closed by default', () => {
  test.each(asking)('$name without a credential is 401', (route) => unauthorized(route, {}))

  test.each(takesKey)(
    '$name refuses what is no key, a key of nobody, a revoked one and one of a closed account',
    async (route) => {
      for (const raw of ['nonsense', '', credentials.unknown, credentials.revoked, credentials.closedKey]) {
        await unauthorized(route, key(raw))
      }
    },
  )

  test.each(takesBearer)(
    '$name refuses what is no token, an expired one and one of a closed account',
    async (route) => {
      for (const token of ['nonsense', credentials.expired]) await unauthorized(route, bearer(token))
      await unauthorized(route, { authorization: `Basic ${btoa('a:b')}` })
      if (route.name === 'DELETE /auth/me') {
        const { status, body } = await call(route, bearer(credentials.closedBearer))
        expect([status, body.error?.code]).toEqual([410, 'ACCOUNT_CLOSED'])
      } else await unauthorized(route, bearer(credentials.closedBearer))
    },
  )

  test.each(asking.filter(({ credential }) => credential === 'key'))(
    '$name refuses a token in the place of a key',
    (route) => unauthorized(route, bearer(other.bearerToken)),
  )

  test.each(asking.filter(({ credential }) => credential === 'bearer'))(
    '$name refuses a key, a playground key too, in the place of a token',
    async (route) => {
      for (const raw of [other.apiKey, credentials.playground]) await unauthorized(route, key(raw))
    },
  )
})

describe('open to whom it is meant for', () => {
  const open = async (route: Route, headers: Record<string, string>) => {
    const { status } = await call(route, headers)
    expect([route.name, status === 401]).toEqual([route.name, false])
  }
  test.each(routes.filter(({ credential }) => credential === 'none'))('$name asks for nothing', async (route) => {
    const { status, body } = await call(route, {})
    // An invalid body or signature is refused for what it is.
    expect([status === 401, body.error?.code === 'UNAUTHORIZED']).toEqual([false, false])
  })
  test.each(takesKey)('$name takes a key, ordinary or playground', async (route) => {
    for (const raw of [other.apiKey, credentials.playground]) await open(route, key(raw))
  })
  test.each(takesBearer.filter(({ name }) => name !== 'DELETE /auth/me' && name !== 'POST /auth/session-key'))(
    '$name takes a token',
    (route) => open(route, bearer(other.bearerToken)),
  )
})

const aboutThings = asking.filter(({ name }) =>
  Object.values(ROWS[name] ?? {}).some((named) => typeof named === 'string'),
)

test.each(aboutThings)(
  "$name answers another account's id exactly as an unknown one, and the owner's not so",
  async (route) => {
    const as = (account: ServiceAccount) => ({
      ...(route.credential === 'bearer' ? bearer(account.bearerToken) : key(account.apiKey)),
      accept: 'application/json',
    })
    const unknown = await call(route, as(other))
    const foreign = await call(route, as(other), (thing) => owned[thing])
    expect([foreign.status, foreign.text]).toEqual([unknown.status, unknown.text])
    expect(foreign.status).toBe(404)
    const mine = await call(route, as(owner), (thing) => owned[thing])
    expect([route.name, mine.status < 300]).toEqual([route.name, true])
  },
)
