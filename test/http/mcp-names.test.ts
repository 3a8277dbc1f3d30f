import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { LISTED_TOOLS } from '../../workers/mcp/create-server.ts'
import { type Service, type ServiceAccount, startService } from '../platform/service.ts'
import { agentOf, ask, MODERN, MODERN_META } from './mcp-caller.ts'

const PUBLIC_URL = 'https://api.tests.example'
const CORP = 'test-corp.sandbox.example'
const JOB = 'job_01h455vb4pex5vsknk084sn02q'
let service: Service
let account: ServiceAccount
let key: Record<string, string>

beforeAll(async () => {
  service = await startService({ env: { PUBLIC_URL } })
  account = await service.account()
  key = { 'x-api-key': account.apiKey }
})
afterAll(() => service.stop())

/**
 * Makes an object with one field by a JSON parser, because a parser creates an own field of any
 * name, even "__proto__".
 */
const named = (field: string, value: unknown = 'x') =>
  JSON.parse(`{${JSON.stringify(field)}:${JSON.stringify(value)}}`)

const jobsOf = async ({ userId }: ServiceAccount): Promise<number> => {
  const { rows } = await service.platform.pool.query('select 1 from jobs where account_id = $1', [
    userId,
  ])
  return rows.length
}

/** Smallest arguments that each tool accepts. */
const enough: Record<string, object> = {
  attribute_domain: { domain: CORP },
  attribute_domains: { domains: [CORP] },
  get_result: { id: 'job_1' },
  explain_attribution: { job_id: 'job_1' },
  domain_history: { domain: CORP },
  search_entities: { query: 'Test' },
  get_portfolio: { domain: CORP },
  correlate_domains: { domains: [CORP, 'test-unknown.sandbox.example'] },
  watch_domain: { domain: CORP },
  list_changes: {},
  report_wrong: { job_id: JOB, verdict: 'right' },
  get_usage: {},
}

describe('bad arguments are results that name the field', () => {
  const two = [CORP, 'test-unknown.sandbox.example']
  const bad: [string, unknown, string][] = [
    ['attribute_domain', {}, 'domain'],
    ['attribute_domain', { domain: 7 }, 'domain'],
    ['attribute_domain', { domain: null }, 'domain'],
    ['attribute_domain', { domain: '' }, 'domain'],
    ['attribute_domain', { domain: 'a'.repeat(1_001) }, 'domain'],
    ['attribute_domain', { domain: 'a\u0000.com' }, 'domain'],
    ['attribute_domain', { domain: CORP, depth: 'deeper' }, 'depth'],
    ['attribute_domain', { domain: CORP, depth: null }, 'depth'],
    ['attribute_domain', { domain: CORP, max_age_hours: 168.1 }, 'max_age_hours'],
    ['attribute_domain', { domain: CORP, max_age_hours: -1 }, 'max_age_hours'],
    ['attribute_domain', { domain: CORP, max_age_hours: '24' }, 'max_age_hours'],
    ['attribute_domain', { domain: CORP, more: 1 }, 'more'],
    ['attribute_domain', { domain: CORP, callback_url: 'https://evil.example/' }, 'callback_url'],
    ['attribute_domains', {}, 'domains'],
    ['attribute_domains', { domains: [] }, 'domains'],
    ['attribute_domains', { domains: Array(51).fill(CORP) }, 'domains'],
    ['attribute_domains', { domains: Array(11).fill(CORP), depth: 'quick' }, 'domains'],
    ['attribute_domains', { domains: CORP }, 'domains'],
    ['attribute_domains', { domains: [7] }, 'domains.0'],
    ['attribute_domains', { domains: two, depth: 'slow' }, 'depth'],
    ['attribute_domains', { domains: two, max_credits: 1.5 }, 'max_credits'],
    ['attribute_domains', { domains: two, max_credits: -1 }, 'max_credits'],
    ['attribute_domains', { domains: two, max_credits: 1_001 }, 'max_credits'],
    ['attribute_domains', { domains: two, max_credits: '5' }, 'max_credits'],
    ['attribute_domains', { domains: two, max_age_hours: 1 }, 'max_age_hours'],
    ['get_result', {}, 'id'],
    ['get_result', { id: 7 }, 'id'],
    ['get_result', { id: 'usr_1' }, 'id'],
    ['get_result', { id: `job_${'1'.repeat(61)}` }, 'id'],
    ['get_result', { id: 'job_1', wait_seconds: 20.5 }, 'wait_seconds'],
    ['get_result', { id: 'job_1', wait_seconds: -1 }, 'wait_seconds'],
    ['get_result', { id: 'job_1', wait_seconds: '5' }, 'wait_seconds'],
    ['get_result', { id: 'cor_1', detail: 'all' }, 'detail'],
    ['get_result', { id: 'job_1', job_id: 'job_1' }, 'job_id'],
    ['explain_attribution', {}, 'job_id'],
    ['explain_attribution', { job_id: ['job_1'] }, 'job_id'],
    ['explain_attribution', { job_id: `job_${'1'.repeat(61)}` }, 'job_id'],
    ['explain_attribution', { job_id: 'job_1', entity: '' }, 'entity'],
    ['explain_attribution', { job_id: 'job_1', entity: 'a'.repeat(256) }, 'entity'],
    ['explain_attribution', { job_id: 'job_1', entity: 7 }, 'entity'],
    ['explain_attribution', { job_id: 'job_1', limit: 5 }, 'limit'],
    ['domain_history', {}, 'domain'],
    ['domain_history', { domain: true }, 'domain'],
    ['domain_history', { domain: CORP, limit: 21 }, 'limit'],
    ['domain_history', { domain: CORP, limit: 0 }, 'limit'],
    ['domain_history', { domain: CORP, limit: '5' }, 'limit'],
    ['domain_history', { domain: CORP, include_external: true }, 'include_external'],
    ['search_entities', {}, 'query'],
    ['search_entities', { query: {} }, 'query'],
    ['search_entities', { query: 'x' }, 'query'],
    ['search_entities', { query: 'x'.repeat(256) }, 'query'],
    ['search_entities', { query: 'xy', limit: 1.5 }, 'limit'],
    ['search_entities', { query: 'xy', limit: 21 }, 'limit'],
    ['search_entities', { query: 'xy', offset: 1 }, 'offset'],
    ['get_portfolio', {}, 'domain'],
    ['get_portfolio', { domain: CORP, entity: 'Test' }, 'domain'],
    ['get_portfolio', { domain: 7 }, 'domain'],
    ['get_portfolio', { entity: 'a' }, 'entity'],
    ['get_portfolio', { entity: 'a'.repeat(256) }, 'entity'],
    ['get_portfolio', { entity: ['Test'] }, 'entity'],
    ['get_portfolio', { entity: 'a\nb' }, 'name'],
    ['get_portfolio', { domain: CORP, limit: 51 }, 'limit'],
    ['get_portfolio', { domain: CORP, limit: 0 }, 'limit'],
    ['get_portfolio', { domain: CORP, refresh: true }, 'refresh'],
    ['correlate_domains', {}, 'domains'],
    ['correlate_domains', { domains: [CORP] }, 'domains'],
    ['correlate_domains', { domains: [CORP, CORP] }, 'domains'],
    [
      'correlate_domains',
      { domains: Array.from({ length: 101 }, (_, n) => `a${n}.com`) },
      'domains',
    ],
    ['correlate_domains', { domains: two.join() }, 'domains'],
    ['correlate_domains', { domains: [CORP, null] }, 'domains.1'],
    ['correlate_domains', { domains: two, max_credits: -1 }, 'max_credits'],
    ['correlate_domains', { domains: two, detail: 'all' }, 'detail'],
    ['correlate_domains', { domains: two, callback_url: 'https://evil.example/' }, 'callback_url'],
    ['watch_domain', {}, 'domain'],
    ['watch_domain', { domain: [CORP] }, 'domain'],
    ['watch_domain', { domain: '' }, 'domain'],
    ['watch_domain', { domain: CORP, cadence: 'monthly' }, 'cadence'],
    ['watch_domain', { domain: CORP, cadence: null }, 'cadence'],
    ['watch_domain', { domain: CORP, callback_url: 'https://evil.example/' }, 'callback_url'],
    ['watch_domain', { domain: CORP, monthly_credit_limit: 1_000 }, 'monthly_credit_limit'],
    ['list_changes', { before: 7 }, 'before'],
    ['list_changes', { before: 'chg_1' }, 'before'],
    ['list_changes', { before: 'a'.repeat(65) }, 'before'],
    ['list_changes', { limit: 0 }, 'limit'],
    ['list_changes', { limit: 21 }, 'limit'],
    ['list_changes', { limit: '5' }, 'limit'],
    ['list_changes', { domain: CORP }, 'domain'],
    ['report_wrong', { verdict: 'right' }, 'job_id'],
    ['report_wrong', { job_id: JOB }, 'verdict'],
    ['report_wrong', { job_id: JOB, verdict: 'false' }, 'verdict'],
    ['report_wrong', { job_id: JOB, verdict: 'wrong' }, 'correct_entity'],
    ['report_wrong', { job_id: JOB, verdict: 'wrong', correct_entity: 'x' }, 'correct_entity'],
    [
      'report_wrong',
      { job_id: JOB, verdict: 'wrong', correct_entity: 'x'.repeat(256) },
      'correct_entity',
    ],
    ['report_wrong', { job_id: JOB, verdict: 'wrong', note: '' }, 'note'],
    ['report_wrong', { job_id: JOB, verdict: 'wrong', note: 'n'.repeat(1_001) }, 'note'],
    ['report_wrong', { job_id: JOB, verdict: 'right', evidence_urls: [] }, 'evidence_urls'],
    ['get_usage', { account: 'other' }, 'account'],
    ...LISTED_TOOLS.flatMap(({ name }) =>
      ['__proto__', 'constructor', 'toString', 'hasOwnProperty'].map(
        (field): [string, unknown, string] => [name, { ...enough[name], ...named(field) }, field],
      ),
    ),
  ]
  test.each(bad)('%s with %j names the field %s', async (name, input, field) => {
    const { isError, text } = await agentOf(service, account.apiKey)(name, input as object)
    expect([isError, text]).toEqual([
      true,
      expect.stringMatching(/^(?:VALIDATION_ERROR|INVALID_DOMAIN): /),
    ])
    expect(text).toContain(`${field}:`)
  })

  test.each(LISTED_TOOLS)(
    '$name refuses arguments that are no object, in both revisions',
    async ({ name }) => {
      const modern = {
        'mcp-protocol-version': MODERN,
        'mcp-method': 'tools/call',
        'mcp-name': name,
      }
      for (const input of ['a text', '{}', 7, true, [CORP], []]) {
        const params = { name, arguments: input }
        const refused = {
          isError: true,
          content: [{ type: 'text', text: 'VALIDATION_ERROR: arguments: must be an object' }],
        }
        expect((await ask(service, key, 'tools/call', params)).result).toEqual(refused)
        const answer = await ask(service, { ...key, ...modern }, 'tools/call', {
          ...params,
          _meta: MODERN_META,
        })
        expect(answer.result).toMatchObject(refused)
      }
    },
  )

  test('bad arguments start and charge nothing', async () => {
    const other = await service.account({ credits: 5 })
    const agent = agentOf(service, other.apiKey)
    for (const [name, input] of bad) await agent(name, input as object)
    expect([await jobsOf(other), (await other.ledger()).length]).toEqual([0, 1])
  })

  test('a domain that is an address is refused with INVALID_DOMAIN', async () => {
    const agent = agentOf(service, account.apiKey)
    for (const tool of ['attribute_domain', 'domain_history', 'get_portfolio', 'watch_domain'])
      expect((await agent(tool, { domain: 'https://a.com/x' })).text).toMatch(/^INVALID_DOMAIN: /)
  })
})

describe('names never become other routes', () => {
  const names = [
    '..',
    '.',
    './',
    '../..',
    '../../billing/usage',
    '/billing/usage',
    '//evil.example/billing/usage',
    'https://evil.example/',
    'a/b',
    '%2e%2e',
    '%2e%2e%2fusage',
    '..%2f..%2fjobs',
    'x?y#z',
    'x?limit=1#y',
    '?q=Test&limit=100',
    'x%00',
    '\\..\\jobs',
    ' .. ',
    '..;/jobs',
    'a\u0000b',
    '\u202eab',
    '\ud800',
    'ab\udc00',
  ]
  const own = [
    'POST /mcp',
    'GET /jobs',
    'POST /analyze',
    'POST /analyze/batch',
    'GET /domains/{domain}/history',
    'GET /domains/{domain}/portfolio',
    'GET /entities/search',
    'GET /entities/{name}/portfolio',
    'GET /jobs/{job_id}/signals',
    'GET /jobs/{job_id}/certificate',
    'GET /jobs/{job_id}',
    'POST /correlate',
    'GET /correlate/{correlation_id}',
    'GET /analyze/bulk/{bulk_job_id}',
    'POST /monitors',
    'GET /changes',
    'POST /jobs/{job_id}/feedback',
  ]
  /** Calls that may succeed with any name: they repeat the name, or search for it. */
  const ECHOES = new Set(['attribute_domains', 'search_entities', 'get_portfolio of an entity'])

  test.each(names)('%j given to every tool and resource', async (name) => {
    const id = `names-${names.indexOf(name)}-of-tools`
    const caller = await service.account({ credits: 5 })
    const headers = { 'x-api-key': caller.apiKey, 'x-request-id': id }
    const agent = agentOf(service, caller.apiKey, { 'x-request-id': id })
    const calls: [string, object][] = [
      ['attribute_domain', { domain: name }],
      ['attribute_domain', { domain: name, max_age_hours: 0 }],
      ['attribute_domains', { domains: [name] }],
      ['correlate_domains', { domains: [name, CORP] }],
      ['domain_history', { domain: name }],
      ['search_entities', { query: name }],
      ['get_portfolio', { domain: name }],
      ['get_portfolio of an entity', { entity: name }],
      ['watch_domain', { domain: name }],
      ['list_changes', { before: name }],
      ['report_wrong', { job_id: name, verdict: 'right' }],
      ['explain_attribution', { job_id: name }],
      ['explain_attribution', { job_id: `job_/${name}` }],
      ['get_result', { id: name }],
      ['get_result', { id: `job_/${name}`, wait_seconds: 1 }],
      ['get_result', { id: `cor_/${name}` }],
      ['get_result', { id: `blk_/../${name}` }],
    ]
    for (const [tool, input] of calls) {
      const { isError, text, data } = await agent(tool.split(' ')[0] ?? '', input)
      expect([tool, isError || ECHOES.has(tool), text]).toEqual([tool, true, text])
      expect([tool, 'quota' in data, text]).toEqual([
        tool,
        false,
        expect.not.stringMatching(/^INTERNAL/),
      ])
    }
    for (const uri of ['jobs', 'domains', 'certificates'].flatMap((kind) => [
      `attribution://${kind}/${name}`,
      `attribution://${kind}/${encodeURIComponent(name.toWellFormed())}`,
    ])) {
      const { error } = await ask(service, headers, 'resources/read', { uri })
      expect([uri, error?.code]).toEqual([uri, -32_602])
    }
    await service.platform.logs.quiet()
    const asked = service.platform.logs.lines
      .filter(({ text }) => text.includes(`"${id}"`) && text.includes('request.completed'))
      .map(({ text }) => (JSON.parse(text) as { route: string }).route)
    expect(asked.filter((route) => route === 'POST /mcp')).toHaveLength(calls.length + 6)
    expect(asked.length).toBeGreaterThan(calls.length + 6)
    expect(asked.filter((route) => !own.includes(route))).toEqual([])
    expect([await jobsOf(caller), (await caller.ledger()).length]).toEqual([0, 1])
  })
})

test('half of a surrogate pair in a list does not hide the paid results of the other names', async () => {
  const caller = await service.account({ credits: 5, quota_used: 50 })
  const agent = agentOf(service, caller.apiKey)
  const { isError, data } = await agent('attribute_domains', {
    domains: ['fennandoakbakery.com', 'caf\ud83d.com'],
  })
  expect((await caller.ledger())[0]).toMatchObject({ delta: -1, balance_after: 4 })
  expect([isError, data]).toMatchObject([
    false,
    { accepted: 1, jobs: [{ status: 'completed' }, { error: { code: 'INVALID_DOMAIN' } }] },
  ])
})
