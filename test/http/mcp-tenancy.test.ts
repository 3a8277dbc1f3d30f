import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newIdentifier } from '../../shared/platform/identifiers.ts'
import { LISTED_TOOLS } from '../../workers/mcp/create-server.ts'
import { type Service, type ServiceAccount, startService } from '../platform/service.ts'
import { CONTRACT, PLAYGROUND_ROUTES } from '../structure/contract.ts'
import { agentOf, ask } from './mcp-caller.ts'

const CORP = 'test-corp.sandbox.example'
const UNKNOWN = 'test-unknown.sandbox.example'
const REAL = 'fennandoakbakery.com'

let service: Service
let owner: ServiceAccount
let stranger: ServiceAccount
const owned = { job: '', cor: '', blk: '' }

beforeAll(async () => {
  service = await startService()
  owner = await service.account({ tier: 'team', credits: 20 })
  stranger = await service.account({ tier: 'team', credits: 20 })
  const own = agentOf(service, owner.apiKey)
  owned.job = String((await own('attribute_domain', { domain: REAL })).data.job_id)
  owned.cor = String(
    (await own('correlate_domains', { domains: [CORP, UNKNOWN] })).data.correlation_id,
  )
  const bulk = await owner.request('POST', '/analyze/bulk', { domains: [CORP] })
  owned.blk = (bulk.body as unknown as { bulk_job_id: string }).bulk_job_id
  for (const id of Object.values(owned)) await own('get_result', { id, wait_seconds: 20 })
})
afterAll(async () => {
  expect(await service.audit()).toEqual([])
  await service.stop()
})

type Prefix = keyof typeof owned
type Question = [title: string, prefix: Prefix, method: string, params: (id: string) => object]

const call = (name: string, input: object) => ({ name, arguments: input })
const read = (uri: string) => ({ uri })

const QUESTIONS: readonly Question[] = [
  ['get_result of a job', 'job', 'tools/call', (id) => call('get_result', { id })],
  [
    'get_result of a job, waiting',
    'job',
    'tools/call',
    (id) => call('get_result', { id, wait_seconds: 20 }),
  ],
  ['get_result of a correlation', 'cor', 'tools/call', (id) => call('get_result', { id })],
  [
    'get_result of a correlation, waiting',
    'cor',
    'tools/call',
    (id) => call('get_result', { id, wait_seconds: 20 }),
  ],
  [
    'get_result of all pairs',
    'cor',
    'tools/call',
    (id) => call('get_result', { id, detail: 'full' }),
  ],
  ['get_result of a bulk list', 'blk', 'tools/call', (id) => call('get_result', { id })],
  [
    'get_result of a bulk list, waiting',
    'blk',
    'tools/call',
    (id) => call('get_result', { id, wait_seconds: 20 }),
  ],
  ['explain_attribution', 'job', 'tools/call', (id) => call('explain_attribution', { job_id: id })],
  [
    'explain_attribution of a candidate',
    'job',
    'tools/call',
    (id) => call('explain_attribution', { job_id: id, entity: 'Fenn & Oak Bakery' }),
  ],
  [
    'report_wrong',
    'job',
    'tools/call',
    (id) => call('report_wrong', { job_id: id, verdict: 'right' }),
  ],
  ['the resource of a job', 'job', 'resources/read', (id) => read(`attribution://jobs/${id}`)],
  [
    'the resource of a certificate',
    'job',
    'resources/read',
    (id) => read(`attribution://certificates/${id}`),
  ],
  [
    'the resource of a correlation',
    'cor',
    'resources/read',
    (id) => read(`attribution://correlations/${id}`),
  ],
  ['a correlation as a job', 'cor', 'resources/read', (id) => read(`attribution://jobs/${id}`)],
]

/**
 * Returns the answer to a question about an id. The id is replaced in the answer, so that answers
 * about two ids can be compared.
 */
async function answerTo({ apiKey }: ServiceAccount, [, , method, params]: Question, id: string) {
  const { status, text, headers } = await ask(service, { 'x-api-key': apiKey }, method, params(id))
  const names = [...headers.keys()].sort()
  return { status, text: text.replaceAll(id, 'ID'), names }
}

describe("another account's id", () => {
  test.each(QUESTIONS)(
    '%s answers exactly as an unknown id, and its owner gets data',
    async (...question) => {
      const [title, prefix] = question
      const unknown = await answerTo(stranger, question, newIdentifier(prefix))
      expect(await answerTo(stranger, question, owned[prefix])).toEqual(unknown)
      expect(unknown.text).toContain('NOT_FOUND: ')
      if (title !== 'a correlation as a job')
        expect((await answerTo(owner, question, owned[prefix])).text).not.toMatch(
          /NOT_FOUND|"isError":true/,
        )
    },
  )

  test('every argument that is an id has its rows in the table', () => {
    const withId = LISTED_TOOLS.filter(({ inputSchema }) =>
      Object.keys(inputSchema.properties ?? {}).some((name) => /(?:^|_)id$/.test(name)),
    )
    for (const { name } of withId)
      expect(QUESTIONS.some(([title]) => title.startsWith(name))).toBe(true)
  })

  test('the latest analysis of a domain is never that of another account', async () => {
    const uri = `attribution://domains/${REAL}`
    const never = 'attribution://domains/never-analysed.com'
    const of = async ({ apiKey }: ServiceAccount, address: string) => {
      const { status, text } = await ask(
        service,
        { 'x-api-key': apiKey },
        'resources/read',
        read(address),
      )
      return { status, text: text.replaceAll(address, 'URI') }
    }
    expect(await of(stranger, uri)).toEqual(await of(stranger, never))
    expect((await of(owner, uri)).text).toContain(owned.job)
  })
})

describe('monitors and changes', () => {
  const CHANGING = 'test-changing.sandbox.example'
  const watch = async ({ apiKey }: ServiceAccount, domain: string) => {
    const { data } = await agentOf(service, apiKey)('watch_domain', { domain })
    return (data.monitors as Record<string, unknown>[])[0]
  }

  test('of another account are in no list, and its cursor is like an unknown one', async () => {
    const monitor = await watch(owner, CHANGING)
    for (const _ of [1, 2])
      expect((await owner.request('POST', `/monitors/${monitor?.monitor_id}/check`)).status).toBe(
        202,
      )
    expect((await watch(stranger, CHANGING))?.monitor_id).not.toBe(monitor?.monitor_id)
    const [own, foreign] = [agentOf(service, owner.apiKey), agentOf(service, stranger.apiKey)]
    const { changes } = (await own('list_changes')).data as { changes: { change_id: string }[] }
    expect(changes).toHaveLength(2)
    expect((await foreign('list_changes')).data).toEqual({ changes: [], next_cursor: null })
    const older = await own('list_changes', { before: changes[0]?.change_id })
    expect(older.data.changes).toEqual(changes.slice(1))
    const seen = await foreign('list_changes', { before: changes[0]?.change_id })
    expect(seen).toEqual(await foreign('list_changes', { before: newIdentifier('chg') }))
    expect(seen.data.changes).toEqual([])
  })

  test('a baseline from the analysis of another account does not name its job', async () => {
    expect((await watch(owner, REAL))?.baseline).toMatchObject({ job_id: owned.job })
    const watched = await watch(stranger, REAL)
    expect(watched?.baseline).toMatchObject({ entity: 'Fenn & Oak Bakery', job_id: null })
    expect(JSON.stringify(watched)).not.toContain(owned.job)
  })
})

describe('data that accounts share', () => {
  test('history, search, portfolio and correlation name no id of another account', async () => {
    const agent = agentOf(service, stranger.apiKey)
    const history = await agent('domain_history', { domain: REAL })
    expect(history.data.entries).toMatchObject([{ job_id: null, status: 'completed' }])
    const own = await agentOf(service, owner.apiKey)('domain_history', { domain: REAL })
    expect(own.data.entries).toMatchObject([{ job_id: owned.job }])
    const answers = [
      history,
      await agent('search_entities', { query: 'Fenn' }),
      await agent('get_portfolio', { domain: REAL }),
      await agent('correlate_domains', { domains: [REAL, CORP] }),
    ]
    expect(answers.map(({ isError }) => isError)).toEqual([false, false, false, false])
    const text = JSON.stringify(answers)
    for (const id of [...Object.values(owned), owner.userId, owner.email])
      expect(text).not.toContain(id)
  })

  test('a stored analysis of another account answers no question, and is not charged to its owner', async () => {
    const third = await service.account()
    const before = (await owner.request('GET', '/billing/usage')).body.data
    const { data } = await agentOf(service, third.apiKey)('attribute_domain', { domain: REAL })
    expect(data).toMatchObject({ from_cache: false, cost: expect.stringMatching(/^1 analysis/) })
    expect(data.job_id).not.toBe(owned.job)
    expect((await third.request('GET', '/billing/usage')).body.data).toMatchObject({ used: 1 })
    expect((await owner.request('GET', '/billing/usage')).body.data).toEqual(before)
  })

  test('two accounts may use the same Idempotency-Key, and each gets its own job', async () => {
    const started = []
    for (const { apiKey } of [owner, stranger]) {
      const agent = agentOf(service, apiKey, { 'idempotency-key': 'same-for-both' })
      started.push(
        (await agent('attribute_domain', { domain: CORP, max_age_hours: 0 })).data.job_id,
      )
    }
    expect(new Set(started).size).toBe(2)
  })
})

/**
 * Values for path parameters. If a tool put them into a path without encoding, the path would lead
 * to another route.
 */
const ESCAPES = [
  '..',
  '.',
  '../billing/usage',
  '../../auth/me/export',
  '..%2f..%2fauth%2fme%2fexport',
  '%2e%2e/%2e%2e/auth/keys',
  '..\\..\\webhooks\\secret',
  'x/../../../webhooks/dead-letter',
  'x?include_external=true',
  'x#/../..',
  '//evil.example/auth/keys',
  'https://evil.example/auth/keys',
  '\ud800',
]

/**
 * Calls of each tool as intended. The test then repeats them with values that try to reach another
 * route.
 */
const intended = (): [tool: string, input: object][] => [
  ['attribute_domain', { domain: REAL }],
  ['attribute_domain', { domain: REAL }],
  ['attribute_domain', { domain: CORP, depth: 'deep', max_age_hours: 0 }],
  ['attribute_domains', { domains: [CORP, 'no domain'] }],
  ['get_result', { id: owned.job, wait_seconds: 1 }],
  ['get_result', { id: owned.cor, detail: 'full' }],
  ['get_result', { id: owned.blk }],
  ['explain_attribution', { job_id: owned.job }],
  ['domain_history', { domain: REAL }],
  ['search_entities', { query: 'Fenn' }],
  ['get_portfolio', { domain: REAL }],
  ['get_portfolio', { entity: 'Fenn & Oak Bakery' }],
  ['correlate_domains', { domains: [CORP, UNKNOWN] }],
  ['watch_domain', { domain: CORP }],
  ['list_changes', { limit: 20 }],
  ['report_wrong', { job_id: newIdentifier('job'), verdict: 'right' }],
  ['get_usage', {}],
]
const escaping = (): [tool: string, input: object][] =>
  ESCAPES.flatMap((value): [string, object][] => [
    ['attribute_domain', { domain: value }],
    ['attribute_domains', { domains: [value] }],
    ...['job_', 'cor_', 'blk_'].map((prefix): [string, object] => [
      'get_result',
      { id: prefix + value },
    ]),
    ['get_result', { id: `job_${value}`, wait_seconds: 1 }],
    ['explain_attribution', { job_id: value }],
    ['domain_history', { domain: value }],
    ['search_entities', { query: `${value} x` }],
    ['get_portfolio', { domain: value }],
    ['get_portfolio', { entity: `${value} ` }],
    ['correlate_domains', { domains: [value, CORP] }],
    ['watch_domain', { domain: value }],
    ['list_changes', { before: value }],
    ['list_changes', { before: `chg_${value}` }],
    ['report_wrong', { job_id: value, verdict: 'right' }],
    ['report_wrong', { job_id: `job_${value}`, verdict: 'right' }],
  ])
const resources = () => [
  `attribution://jobs/${owned.job}`,
  `attribution://domains/${REAL}`,
  `attribution://certificates/${owned.job}`,
  `attribution://correlations/${owned.cor}`,
  'attribution://how-it-is-scored',
  ...ESCAPES.flatMap((value) =>
    ['jobs', 'domains', 'correlations', 'certificates'].map(
      (kind) => `attribution://${kind}/${encodeURIComponent(value.toWellFormed())}`,
    ),
  ),
  ...ESCAPES.map((value) => `attribution://jobs/${value}`),
]

/**
 * Routes that each tool may call. The list is written by hand, so that a tool cannot begin to call
 * another route unnoticed.
 */
const ROUTES_OF_TOOLS: Record<string, readonly string[]> = {
  attribute_domain: ['GET /jobs', 'GET /jobs/{job_id}', 'POST /analyze'],
  attribute_domains: ['POST /analyze/batch'],
  get_result: [
    'GET /analyze/bulk/{bulk_job_id}',
    'GET /correlate/{correlation_id}',
    'GET /jobs/{job_id}',
  ],
  explain_attribution: ['GET /jobs/{job_id}/signals'],
  domain_history: ['GET /domains/{domain}/history'],
  search_entities: ['GET /entities/search'],
  get_portfolio: ['GET /domains/{domain}/portfolio', 'GET /entities/{name}/portfolio'],
  correlate_domains: ['GET /correlate/{correlation_id}', 'POST /correlate'],
  watch_domain: ['POST /monitors'],
  list_changes: ['GET /changes'],
  report_wrong: ['POST /jobs/{job_id}/feedback'],
  get_usage: ['GET /billing/credits', 'GET /billing/usage'],
}
/** Routes that a tool calls only in some cases. */
const SOMETIMES: Record<string, readonly string[]> = { get_result: ['GET /jobs/{job_id}/events'] }

interface Logged {
  event: string
  request_id: string
  route: string
  status: number
}

async function innerRequests(): Promise<Map<string, Logged[]>> {
  await service.platform.logs.quiet()
  const byId = new Map<string, Logged[]>()
  for (const { text } of service.platform.logs.lines) {
    const line = text.startsWith('{') ? (JSON.parse(text) as Logged) : null
    if (line?.event !== 'request.completed' || line.route === 'POST /mcp') continue
    byId.set(line.request_id, [...(byId.get(line.request_id) ?? []), line])
  }
  return byId
}

async function reachedWith(key: string): Promise<Map<string, Logged[]>> {
  const asked: [name: string, requestId: string][] = []
  const send = async (name: string, method: string, params: object) => {
    const { headers } = await ask(service, { 'x-api-key': key }, method, params)
    asked.push([name, headers.get('x-request-id') ?? ''])
  }
  for (const [name, input] of intended()) await send(name, 'tools/call', call(name, input))
  for (const [name, input] of escaping())
    await send(`${name} escaping`, 'tools/call', call(name, input))
  for (const uri of resources()) await send('resources', 'resources/read', { uri })
  const inner = await innerRequests()
  const reached = new Map<string, Logged[]>()
  for (const [name, id] of asked)
    reached.set(name, [...(reached.get(name) ?? []), ...(inner.get(id) ?? [])])
  return reached
}

const routesIn = (lines: readonly Logged[] = []) =>
  [...new Set(lines.map(({ route }) => route))].sort()
const KEY_ROUTES = new Set(
  CONTRACT.filter(([, , credential]) => credential.includes('key')).map(
    ([method, path]) => `${method} ${path}`,
  ),
)

describe('routes behind tools and resources', () => {
  test('a tool uses its own routes, whatever its arguments name, and an API key may use each of them', async () => {
    const reached = await reachedWith(owner.apiKey)
    expect(Object.keys(ROUTES_OF_TOOLS).sort()).toEqual(LISTED_TOOLS.map(({ name }) => name).sort())
    for (const [tool, routes] of Object.entries(ROUTES_OF_TOOLS)) {
      expect([tool, routesIn(reached.get(tool))]).toEqual([tool, routes])
      const allowed = [...routes, ...(SOMETIMES[tool] ?? [])]
      expect(
        routesIn(reached.get(`${tool} escaping`)).filter((route) => !allowed.includes(route)),
      ).toEqual([])
    }
    expect(routesIn(reached.get('resources'))).toEqual([
      'GET /correlate/{correlation_id}',
      'GET /jobs',
      'GET /jobs/{job_id}',
      'GET /jobs/{job_id}/certificate',
      'GET /jobs/{job_id}/signals',
    ])
    expect(
      routesIn([...reached.values()].flat()).filter((route) => !KEY_ROUTES.has(route)),
    ).toEqual([])
  })

  test('a playground key reaches nothing else, and is refused on the routes that are closed to it', async () => {
    const bearer = { authorization: `Bearer ${owner.bearerToken}` }
    const made = await service.request('POST', '/auth/session-key', undefined, bearer)
    const reached = [...(await reachedWith(String(made.body.data?.key))).values()].flat()
    expect(routesIn(reached).length).toBeGreaterThan(10)
    const closed = reached.filter(({ route }) => !PLAYGROUND_ROUTES.includes(route))
    expect(routesIn(closed)).toEqual([
      'GET /billing/usage',
      'GET /changes',
      'POST /jobs/{job_id}/feedback',
      'POST /monitors',
    ])
    expect(closed.filter(({ status }) => status !== 403)).toEqual([])
  })

  test('values that name other routes get a refusal or the data of the same route', async () => {
    const agent = agentOf(service, owner.apiKey)
    const failed: unknown[] = []
    for (const [tool, input] of escaping()) {
      const { isError, text, data } = await agent(tool, input)
      const isRefused = isError && /^(?:VALIDATION_ERROR|NOT_FOUND|INVALID_DOMAIN): /.test(text)
      const isEmpty =
        !isError && (data.accepted === 0 || tool === 'search_entities' || tool === 'get_portfolio')
      if (!isRefused && !isEmpty) failed.push([tool, input, text])
    }
    expect(failed).toEqual([])
  })
})
