import { randomBytes } from 'node:crypto'
import pMap from 'p-map'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApiKey } from '../../shared/accounts/key-tokens.ts'
import { type IdentifierPrefix, newIdentifier } from '../../shared/platform/identifiers.ts'
import { forceRows } from '../platform/force-rows.ts'
import { type Service, type ServiceAccount, sharedService } from '../platform/service.ts'
import { PLAYGROUND_ROUTES } from '../structure/contract.ts'
import { endpoints } from '../structure/endpoints.ts'
import { createVisitor, signedIn, type Visitor } from './session-visitor.ts'

/**
 * Type of the resource that a path parameter names. `fixed` is a value that is the same for all
 * accounts.
 */
type PathValue =
  | 'job'
  | 'key'
  | 'delivery'
  | 'template'
  | 'correlation'
  | 'bulk'
  | 'feedback'
  | 'monitor'
  | 'change'
  | { fixed: string }

/**
 * Types of all path parameters. A route with a parameter that is not in this list fails the tests,
 * so that access to each new type of resource is tested.
 */
const PATH_VALUES: Record<string, PathValue> = {
  bulk_job_id: 'bulk',
  change_id: 'change',
  certificate_id: { fixed: 'crt_01h455vb4pex5vsknk084sn02q' },
  correlation_id: 'correlation',
  delivery_id: 'delivery',
  domain: { fixed: 'example.com' },
  file: { fixed: 'blk_01h455vb4pex5vsknk084sn02q.csv' },
  job_id: 'job',
  key_id: 'key',
  feedback_id: 'feedback',
  monitor_id: 'monitor',
  name: { fixed: 'Nobody' },
  provider: { fixed: 'openai' },
  token: { fixed: 'AAAAAAAAAAAAAAAAAAAAAA' },
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
  monitor: 'mon',
  change: 'chg',
}

/**
 * Bodies for routes that check the body before they look for the resource in the path. Without a
 * valid body, the test would not reach the resource.
 */
const BODIES: Record<string, unknown> = {
  'POST /jobs/{job_id}/feedback': { verdict: 'right' },
  'PATCH /monitors/{monitor_id}': { label: 'changed' },
  'POST /changes/{change_id}/acknowledge': { verdict: 'expected' },
}

const AT_ONCE = 6

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
    if (value === undefined)
      throw new Error(`PATH_VALUES has no value for ${parameter} of ${route.name}`)
    return encodeURIComponent(typeof value === 'object' ? value.fixed : idOf(value))
  })
}

const unknownId = (thing: Exclude<PathValue, object>) => newIdentifier(PREFIXES[thing])

let service: Service
let owner: ServiceAccount
let other: ServiceAccount
let credentials: Record<
  'closedKey' | 'closedBearer' | 'revoked' | 'expired' | 'playground' | 'unknown',
  string
>
let owned: Record<Exclude<PathValue, object>, string>

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const key = (raw: string) => ({ 'x-api-key': raw })
const call = (route: Route, headers: Record<string, string>, idOf = unknownId) =>
  service.request(route.method, pathOf(route, idOf), BODIES[route.name], headers)
async function someKey(
  account: ServiceAccount,
  path: string,
  body?: unknown,
): Promise<Record<string, string>> {
  const answer = await service.request('POST', path, body, bearer(account.bearerToken))
  return answer.body.data as Record<string, string>
}

beforeAll(async () => {
  service = await sharedService()
  owner = await service.account({ tier: 'team', credits: 100 })
  other = await service.account({ tier: 'team', credits: 100 })
  const closed = await service.account()
  await service.request('DELETE', '/auth/me', undefined, bearer(closed.bearerToken))
  const revoked = await someKey(other, '/auth/keys', { name: 'revoked' })
  await service.request(
    'DELETE',
    `/auth/keys/${revoked.key_id}`,
    undefined,
    bearer(other.bearerToken),
  )
  credentials = {
    closedKey: closed.apiKey,
    closedBearer: closed.bearerToken,
    revoked: String(revoked.key),
    expired: service.platform.identity.token(other.email, {
      exp: Math.floor(Date.now() / 1_000) - 3_600,
    }),
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
  const {
    rows: [delivery],
  } = await forceRows(
    service.platform.pool,
    `update webhook_deliveries set state = 'dead_lettered', dead_lettered_at = now(), next_attempt_at = null, lease_until = null where subject_id = $1 returning id`,
    [job.job_id],
  )
  const bucket = await service.platform.runtime().miniflare.getR2Bucket('EXPORTS')
  await bucket.put(`pictures/${job.job_id}`, 'picture', {
    httpMetadata: { contentType: 'image/png' },
  })
  const { monitors } = await make('/monitors', { domains: ['test-changing.sandbox.example'] })
  const monitor = monitors[0].monitor_id
  await make(`/monitors/${monitor}/check`, undefined)
  const changes = await owner.request('GET', `/monitors/${monitor}/changes`)
  const [change] = (changes.body.data?.changes ?? []) as { change_id: string }[]
  return {
    monitor,
    change: String(change?.change_id),
    job: job.job_id,
    key: String((await someKey(owner, '/auth/keys', { name: 'owned' })).key_id),
    delivery: delivery.id,
    template: (await make('/schemas/templates', { name: 'owned', fields: ['domain'] })).template_id,
    correlation: (await make('/correlate', { domains: [domain, 'test-unknown.sandbox.example'] }))
      .correlation_id,
    bulk: (await make('/analyze/bulk', { domains: [domain] })).bulk_job_id,
    feedback: (await make(`/jobs/${job.job_id}/feedback`, { verdict: 'right' })).feedback_id,
  }
}

type Caller = readonly [label: string, headers: Record<string, string>]
type Asked = readonly [route: Route, caller: Caller]
type Seen = readonly [status: number, code: string | null]

/**
 * Returns the answers of all routes to all callers as one value, so that one comparison shows every
 * wrong route.
 */
async function walk(asked: readonly Asked[], ask: (...question: Asked) => Promise<unknown>) {
  const rows = await pMap(
    asked,
    async ([route, caller]) => [`${route.name}, ${caller[0]}`, await ask(route, caller)] as const,
    { concurrency: AT_ONCE },
  )
  return Object.fromEntries(rows)
}
const expected = (asked: readonly Asked[], answerOf: (...question: Asked) => unknown) =>
  Object.fromEntries(
    asked.map(([route, caller]) => [`${route.name}, ${caller[0]}`, answerOf(route, caller)]),
  )
const pairs = (list: readonly Route[], callers: readonly Caller[]): Asked[] =>
  list.flatMap((route) => callers.map((caller): Asked => [route, caller]))
const seen = async (route: Route, [, headers]: Caller): Promise<Seen> => {
  const { status, body } = await call(route, headers)
  return [status, body.error?.code ?? null]
}

test('closed by default: every route refuses every wrong credential', async () => {
  const closedToken: Caller = ['the token of a closed account', bearer(credentials.closedBearer)]
  const asked = [
    ...pairs(asking, [['no credential', {}]]),
    ...pairs(takesKey, [
      ['an invalid key', key('nonsense')],
      ['an empty key', key('')],
      ['a key with a wrong checksum', key(`dak_${'0'.repeat(38)}`)],
      ['an unknown key', key(credentials.unknown)],
      ['a revoked key', key(credentials.revoked)],
      ['the key of a closed account', key(credentials.closedKey)],
      ['an invalid key beside a valid one', { ...key('nonsense'), ...bearer(other.apiKey) }],
      ['an unknown key as a token', bearer(credentials.unknown)],
      ['a revoked key as a token', bearer(credentials.revoked)],
      ['the key of a closed account as a token', bearer(credentials.closedKey)],
      ['a key in another scheme', { authorization: `Basic ${other.apiKey}` }],
    ]),
    ...pairs(takesBearer, [
      ['an invalid token', bearer('nonsense')],
      ['an expired token', bearer(credentials.expired)],
      ['a name and a password', { authorization: `Basic ${btoa('a:b')}` }],
      closedToken,
    ]),
    ...pairs(
      asking.filter(({ credential }) => credential === 'key'),
      [['a token instead of a key', bearer(other.bearerToken)]],
    ),
    ...pairs(
      asking.filter(({ credential }) => credential === 'bearer'),
      [
        ['a key instead of a token', key(other.apiKey)],
        ['a playground key instead of a token', key(credentials.playground)],
        ['a key as a token', bearer(other.apiKey)],
        ['a wrong token beside a key', { ...key(other.apiKey), ...bearer('nonsense') }],
      ],
    ),
  ]
  expect(await walk(asked, seen)).toEqual(
    expected(asked, ({ name }, caller) =>
      name === 'DELETE /auth/me' && caller === closedToken
        ? [410, 'ACCOUNT_CLOSED']
        : [401, 'UNAUTHORIZED'],
    ),
  )
})

test('open to the right caller: every route accepts its credential', async () => {
  // Routes without a credential. GET /session is left out: it reads the cookie of the dashboard
  // itself and answers 401 without one.
  const isOpen = ({ name, credential }: Route) => credential === 'none' && name !== 'GET /session'
  const isHarmless = ({ name }: Route) =>
    name !== 'DELETE /auth/me' && name !== 'POST /auth/session-key'
  const asked = [
    ...pairs(routes.filter(isOpen), [['no credential', {}]]),
    ...pairs(takesKey, [
      ['an ordinary key', key(other.apiKey)],
      ['an ordinary key as a token', { authorization: `bearer  ${other.apiKey} ` }],
      ['a key beside a wrong token', { ...key(other.apiKey), ...bearer('nonsense') }],
    ]),
    ...pairs(takesBearer.filter(isHarmless), [
      ['a token', bearer(other.bearerToken)],
      ['a token beside an ordinary key', { ...key(other.apiKey), ...bearer(other.bearerToken) }],
    ]),
  ]
  // True if the credential is refused. Other errors are allowed, for example because of an invalid
  // body or webhook signature.
  const isRefused = async (...question: Asked) => {
    const [status, code] = await seen(...question)
    return status === 401 || code === 'UNAUTHORIZED'
  }
  expect(await walk(asked, isRefused)).toEqual(expected(asked, () => false))
})

describe('a refusal names the right kind of credential', () => {
  const general = 'Credentials are missing or invalid.'
  const messages = (asked: readonly Asked[]) =>
    walk(asked, async (route, [, headers]) => (await call(route, headers)).body.error?.message)

  test('to a valid token on a route for keys, and to no other token', async () => {
    const keyOnly = asking.filter(({ credential }) => credential === 'key')
    const valid: Caller = ['a valid token', bearer(other.bearerToken)]
    const asked = pairs(keyOnly, [
      valid,
      ['an expired token', bearer(credentials.expired)],
      ['a token as a key', key(other.bearerToken)],
    ])
    expect(await messages(asked)).toEqual(
      expected(asked, (_, caller) =>
        caller === valid ? 'This route takes an API key: send X-API-Key.' : general,
      ),
    )
  })

  test('to a valid key on a route for tokens, and to no other key', async () => {
    const tokenOnly = asking.filter(({ credential }) => credential === 'bearer')
    const valid: Caller[] = [
      ['a key', key(other.apiKey)],
      ['a key as a token', bearer(other.apiKey)],
      ['a playground key', key(credentials.playground)],
    ]
    const asked = pairs(tokenOnly, [
      ...valid,
      ['an unknown key', key(credentials.unknown)],
      ['a revoked key as a token', bearer(credentials.revoked)],
      ['the key of a closed account', key(credentials.closedKey)],
    ])
    expect(await messages(asked)).toEqual(
      expected(asked, (_, caller) =>
        valid.includes(caller)
          ? 'This route takes an access token: send Authorization: Bearer.'
          : general,
      ),
    )
  })
})

describe('playground keys', () => {
  const isOpen = ({ name }: Route) => PLAYGROUND_ROUTES.includes(name)

  test('every route for playground keys exists', () => {
    expect(takesKey.filter(isOpen)).toHaveLength(PLAYGROUND_ROUTES.length)
  })

  test('only the listed routes accept a playground key', async () => {
    const asked = pairs(takesKey, [
      ['a playground key', key(credentials.playground)],
      ['a playground key as a token', bearer(credentials.playground)],
    ])
    const isForbidden = async (...question: Asked) => {
      const [status, code] = await seen(...question)
      return [status === 403, code === 'FORBIDDEN']
    }
    expect(await walk(asked, isForbidden)).toEqual(
      expected(asked, (route) => [!isOpen(route), !isOpen(route)]),
    )
  })

  test.each([
    'include_external=true',
    'include_external=false&include_external=true',
    'include%5Fexternal=true',
  ])('a playground key cannot buy external history with %s', async (query) => {
    const { status, body } = await service.request(
      'GET',
      `/domains/example.com/history?${query}`,
      undefined,
      key(credentials.playground),
    )
    expect([status, body.error?.code]).toEqual([403, 'FORBIDDEN'])
  })
})

const aboutResources = asking.filter(({ path }) =>
  [...path.matchAll(/\{([^}]+)\}/g)].some(
    ([, parameter = '']) => typeof PATH_VALUES[parameter] === 'string',
  ),
)

describe('below /app/api', () => {
  const pathBelow = (route: Route, idOf = unknownId) => `/app/api${pathOf(route, idOf)}`
  let visitor: Visitor
  beforeAll(async () => {
    visitor = await signedIn(service, other.email)
  })

  test('every route without a cookie is 401, also with a key and a token', async () => {
    const asked = pairs(asking, [
      ['no credential', {}],
      ['a key', key(owner.apiKey)],
      ['a token', bearer(owner.bearerToken)],
    ])
    const answers = await walk(asked, async (route, [, headers]) => {
      const { status, body } = await createVisitor(service).call(
        route.method,
        pathBelow(route),
        undefined,
        headers,
      )
      return [status, body.error?.code]
    })
    expect(answers).toEqual(expected(asked, () => [401, 'UNAUTHORIZED']))
  })

  test('every route of an account is served with a cookie, and no other route', async () => {
    // Leaves out two routes that would close the visitor's account or end its playground key. Other
    // tests call them with a cookie.
    const isKept = ({ name }: Route) =>
      name !== 'DELETE /auth/me' && name !== 'POST /auth/session-key'
    const asked = pairs(routes.filter(isKept), [['a cookie', {}]])
    const answers = await walk(asked, async (route) => {
      const { status, body } = await visitor.call(route.method, pathBelow(route))
      const isMissing = body.error?.message === 'There is no such route.'
      return {
        isSignedOut: status === 401,
        isWrongMethod: status === 405,
        isMissing,
        status: isMissing ? status : null,
      }
    })
    expect(answers).toEqual(
      expected(asked, ({ credential }) => {
        const isMissing = credential === 'none'
        return {
          isSignedOut: false,
          isWrongMethod: false,
          isMissing,
          status: isMissing ? 404 : null,
        }
      }),
    )
  })

  test('every id of another account answers like an unknown id', async () => {
    const asked = pairs(aboutResources, [['a cookie', {}]])
    const answers = await walk(asked, async (route) => {
      const ask = (idOf?: (thing: Exclude<PathValue, object>) => string) =>
        visitor.call(route.method, pathBelow(route, idOf), BODIES[route.name])
      const [foreign, unknown] = [await ask((thing) => owned[thing]), await ask()]
      return [foreign.status, foreign.text === unknown.text, unknown.status]
    })
    expect(answers).toEqual(expected(asked, () => [404, true, 404]))
  })
})

const as = (route: Route, account: ServiceAccount) => ({
  ...(route.credential === 'bearer' ? bearer(account.bearerToken) : key(account.apiKey)),
  accept: 'application/json',
})

/**
 * Returns everything in the export of an account, without the times at which the keys and the
 * export were used.
 */
async function everythingOf(account: ServiceAccount): Promise<unknown> {
  const { text } = await account.request('GET', '/auth/me/export')
  return JSON.parse(text, (name, value) =>
    name === 'exported_at' || name === 'last_used_at' ? null : value,
  )
}

test('a malformed id answers like an unknown id on GET, and 422 on every other method', async () => {
  const asked = pairs(aboutResources, [['another account', {}]])
  const answers = await walk(asked, async (route) => {
    const unknown = await call(route, as(route, other))
    const malformed = await call(route, as(route, other), () => 'nonsense')
    return [malformed.status, malformed.text === unknown.text]
  })
  expect(answers).toEqual(
    expected(asked, ({ method }) => (method === 'GET' ? [404, true] : [422, false])),
  )
})

// This test deletes the owner's resources at its end. So it must run after all tests that use them.
test('every id of another account answers like an unknown id and changes nothing, and serves the owner', async () => {
  const asked = pairs(aboutResources, [['another account', {}]])
  const before = [await everythingOf(owner), await everythingOf(other)]
  const answers = await walk(asked, async (route) => {
    const unknown = await call(route, as(route, other))
    const foreign = await call(route, as(route, other), (thing) => owned[thing])
    return [foreign.status, foreign.text === unknown.text, unknown.status]
  })
  expect(answers).toEqual(expected(asked, () => [404, true, 404]))
  expect([await everythingOf(owner), await everythingOf(other)]).toEqual(before)
  // Only a list that has not ended can be stopped.
  await forceRows(service.platform.pool, `update bulk_jobs set status = 'running' where id = $1`, [
    owned.bulk,
  ])
  const isDeletion = ({ method }: Route) => method === 'DELETE'
  const inOrder = [...aboutResources].sort((a, b) => Number(isDeletion(a)) - Number(isDeletion(b)))
  const refused: string[] = []
  for (const route of inOrder) {
    const { status } = await call(route, as(route, owner), (thing) => owned[thing])
    if (status >= 300) refused.push(`${route.name} ${status}`)
  }
  expect(refused).toEqual([])
})
