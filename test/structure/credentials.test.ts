import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApiKey } from '../../shared/accounts/key-tokens.ts'
import { type IdentifierPrefix, newIdentifier } from '../../shared/platform/identifiers.ts'
import { createVisitor, signedIn, type Visitor } from '../http/session-visitor.ts'
import { type Service, type ServiceAccount, startService } from '../platform/service.ts'
import { PLAYGROUND_ROUTES } from './contract.ts'
import { endpoints } from './endpoints.ts'

/**
 * Type of the resource that a URL parameter identifies, such as a job. If the parameter identifies nothing that belongs to an account,
 * `fixed` contains the value for the test.
 */
type PathValue = 'job' | 'key' | 'delivery' | 'template' | 'correlation' | 'bulk' | 'feedback' | { fixed: string }

/**
 * Types of all parameters in the URLs of the API. The tests fail if a route has an unlisted parameter, so that access to a new type of
 * resource is always tested.
 */
const PATH_VALUES: Record<string, PathValue> = {
  bulk_job_id: 'bulk',
  change_id: { fixed: 'chg_01h455vb4pex5vsknk084sn02q' },
  certificate_id: { fixed: 'crt_01h455vb4pex5vsknk084sn02q' },
  correlation_id: 'correlation',
  delivery_id: 'delivery',
  domain: { fixed: 'example.com' },
  file: { fixed: 'blk_01h455vb4pex5vsknk084sn02q.csv' },
  job_id: 'job',
  key_id: 'key',
  feedback_id: 'feedback',
  monitor_id: { fixed: 'mon_01h455vb4pex5vsknk084sn02q' },
  name: { fixed: 'Nobody' },
  provider: { fixed: 'openai' },
  template_id: 'template',
}

const PREFIXES: Record<Exclude<PathValue, object>, IdentifierPrefix> = {
  job: 'job',
  key: 'key',
  delivery: 'dlv',
  template: 'tpl',
  correlation: 'cor',
  bulk: 'blk',
  feedback: 'fbk',
}

/** Bodies of routes that check the body before they look for what the path names. */
const BODIES: Record<string, unknown> = { 'POST /jobs/{job_id}/feedback': { verdict: 'right' } }

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

function pathOf(route: Route, idOf: (thing: Exclude<PathValue, object>) => string): string {
  return route.path.replace(/\{([^}]+)\}/g, (_, parameter: string) => {
    const value = PATH_VALUES[parameter]
    if (value === undefined) throw new Error(`PATH_VALUES has no value for ${parameter} of ${route.name}`)
    return encodeURIComponent(typeof value === 'object' ? value.fixed : idOf(value))
  })
}

const unknownId = (thing: Exclude<PathValue, object>) => newIdentifier(PREFIXES[thing])

let service: Service
let owner: ServiceAccount
let other: ServiceAccount
let credentials: Record<'closedKey' | 'closedBearer' | 'revoked' | 'expired' | 'playground' | 'unknown', string>
let owned: Record<Exclude<PathValue, object>, string>

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const key = (raw: string) => ({ 'x-api-key': raw })
const call = (route: Route, headers: Record<string, string>, idOf = unknownId) =>
  service.request(route.method, pathOf(route, idOf), BODIES[route.name], headers)
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

async function belongings(): Promise<typeof owned> {
  const domain = 'test-corp.sandbox.example'
  const make = async (path: string, body: unknown) => {
    const { text, status } = await owner.request('POST', path, body)
    const answer = JSON.parse(text)
    if (status >= 300) throw new Error(`POST ${path} answered ${status} ${text}`)
    return answer.data ?? answer
  }
  const job = await make('/analyze', { domain, callback_url: 'https://receiver.example.com/hook' })
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
    feedback: (await make(`/jobs/${job.job_id}/feedback`, { verdict: 'right' })).feedback_id,
  }
}

const unauthorized = async (route: Route, headers: Record<string, string>) => {
  const { status, body } = await call(route, headers)
  expect([route.name, status, body.error?.code]).toEqual([route.name, 401, 'UNAUTHORIZED'])
}

describe('closed by default', () => {
  test.each(asking)('$name without a credential is 401', (route) => unauthorized(route, {}))

  test.each(takesKey)(
    '$name refuses an invalid key, an unknown key, a revoked key and the key of a closed account',
    async (route) => {
      for (const raw of ['nonsense', '', credentials.unknown, credentials.revoked, credentials.closedKey]) {
        await unauthorized(route, key(raw))
      }
    },
  )

  test.each(takesBearer)(
    '$name refuses an invalid token, an expired token and the token of a closed account',
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
    '$name refuses a token instead of a key',
    (route) => unauthorized(route, bearer(other.bearerToken)),
  )

  test.each(asking.filter(({ credential }) => credential === 'bearer'))(
    '$name refuses a key instead of a token, also a playground key',
    async (route) => {
      for (const raw of [other.apiKey, credentials.playground]) await unauthorized(route, key(raw))
    },
  )
})

describe('open to the right caller', () => {
  const open = async (route: Route, headers: Record<string, string>) => {
    const { status } = await call(route, headers)
    expect([route.name, status === 401]).toEqual([route.name, false])
  }
  // This route states who is signed in. It reads the cookie of the dashboard itself and answers 401 without one.
  const isOpen = ({ name, credential }: Route) => credential === 'none' && name !== 'GET /session'
  test.each(routes.filter(isOpen))('$name needs no credential', async (route) => {
    const { status, body } = await call(route, {})
    // A route that needs no credential may still refuse the request, for example because of an invalid body or webhook signature.
    expect([status === 401, body.error?.code === 'UNAUTHORIZED']).toEqual([false, false])
  })
  test.each(takesKey)('$name accepts an ordinary key', (route) => open(route, key(other.apiKey)))
  test.each(takesBearer.filter(({ name }) => name !== 'DELETE /auth/me' && name !== 'POST /auth/session-key'))(
    '$name accepts a token',
    (route) => open(route, bearer(other.bearerToken)),
  )
})

describe('playground keys', () => {
  const isOpen = ({ name }: Route) => PLAYGROUND_ROUTES.includes(name)

  test('every route for playground keys exists', () => {
    expect(takesKey.filter(isOpen)).toHaveLength(PLAYGROUND_ROUTES.length)
  })

  test.each(takesKey)('$name accepts a playground key only if it is listed', async (route) => {
    const { status, body } = await call(route, key(credentials.playground))
    expect([route.name, body.error?.code === 'FORBIDDEN']).toEqual([route.name, !isOpen(route)])
    expect(status === 403).toBe(!isOpen(route))
  })

  test.each(['include_external=true', 'include_external=false&include_external=true', 'include%5Fexternal=true'])(
    'a playground key cannot buy external history with %s',
    async (query) => {
      const { status, body } = await service.request(
        'GET',
        `/domains/example.com/history?${query}`,
        undefined,
        key(credentials.playground),
      )
      expect([status, body.error?.code]).toEqual([403, 'FORBIDDEN'])
    },
  )
})

const aboutResources = asking.filter(({ path }) =>
  [...path.matchAll(/\{([^}]+)\}/g)].some(([, parameter = '']) => typeof PATH_VALUES[parameter] === 'string'),
)

describe('below /app/api', () => {
  const pathBelow = (route: Route, idOf = unknownId) => `/app/api${pathOf(route, idOf)}`
  let visitor: Visitor
  beforeAll(async () => {
    visitor = await signedIn(service, other.email)
  })

  test.each(asking)('$name without a cookie is 401, also with a key and a token', async (route) => {
    for (const headers of [{}, key(owner.apiKey), bearer(owner.bearerToken)]) {
      const answer = await createVisitor(service).call(route.method, pathBelow(route), undefined, headers)
      expect([answer.status, answer.body.error?.code]).toEqual([401, 'UNAUTHORIZED'])
    }
  })

  // These two would close the account of the visitor or end its playground key. Other tests call them with a cookie.
  const isKept = ({ name }: Route) => name !== 'DELETE /auth/me' && name !== 'POST /auth/session-key'
  test.each(asking.filter(isKept))('$name is served with a cookie', async (route) => {
    const { status, body } = await visitor.call(route.method, pathBelow(route))
    expect([route.name, status === 401, status === 405]).toEqual([route.name, false, false])
    expect(body.error?.message).not.toBe('There is no such route.')
  })

  test.each(routes.filter(({ credential }) => credential === 'none'))('$name is not served', async (route) => {
    const { status, body } = await visitor.call(route.method, pathBelow(route))
    expect([route.name, status, body.error?.message]).toEqual([route.name, 404, 'There is no such route.'])
  })

  test.each(aboutResources)('$name answers the id of another account like an unknown id', async (route) => {
    const foreign = await visitor.call(
      route.method,
      pathBelow(route, (thing) => owned[thing]),
      BODIES[route.name],
    )
    const unknown = await visitor.call(route.method, pathBelow(route), BODIES[route.name])
    expect([foreign.status, foreign.text]).toEqual([unknown.status, unknown.text])
    expect(foreign.status).toBe(404)
  })
})

// The last call of this test deletes some of the owner's things, so it follows all tests that ask for them.
test.each(aboutResources)(
  '$name answers the id of another account like an unknown id, and serves the owner',
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
