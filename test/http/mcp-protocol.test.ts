import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { LISTED_TOOLS } from '../../workers/mcp/create-server.ts'
import { type Service, type ServiceAccount, startService } from '../platform/service.ts'
import { agentOf, ask, askRaw, MODERN, MODERN_META, messageOf, post } from './mcp-caller.ts'
import { createVisitor } from './session-visitor.ts'

const PUBLIC_URL = 'https://api.tests.example'
const CORP = 'test-corp.sandbox.example'
let service: Service
let account: ServiceAccount
let key: Record<string, string>

beforeAll(async () => {
  service = await startService({ env: { PUBLIC_URL } })
  account = await service.account()
  key = { 'x-api-key': account.apiKey }
})
afterAll(() => service.stop())

const list = JSON.stringify(messageOf('tools/list'))
const BODY_BYTES_MAX = 1_048_576

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

describe('clients of both revisions', () => {
  const eras = [
    ['2025-11-25', 'legacy', (apiKey: string) => ({ authorization: `Bearer ${apiKey}` })],
    [MODERN, 'modern', (apiKey: string) => ({ 'x-api-key': apiKey })],
  ] as const

  test.each(eras)(
    'a client of %s uses tools, resources and prompts',
    async (version, era, headersOf) => {
      const client = new Client(
        { name: 'tests', version: '1' },
        { versionNegotiation: { mode: era === 'legacy' ? 'legacy' : { pin: MODERN } } },
      )
      await client.connect(
        new StreamableHTTPClientTransport(new URL(`${service.baseUrl}/mcp`), {
          requestInit: { headers: headersOf(account.apiKey) },
        }),
      )
      expect(client.getProtocolEra()).toBe(era)
      expect(client.getNegotiatedProtocolVersion()).toBe(version)
      expect(client.getInstructions()).toContain('attribute_domain')
      const { tools } = await client.listTools()
      expect(tools).toEqual(
        LISTED_TOOLS.map((tool) => expect.objectContaining({ name: tool.name })),
      )
      const { structuredContent } = await client.callTool({
        name: 'attribute_domain',
        arguments: { domain: CORP },
      })
      const { job_id: jobId, ...answer } = structuredContent as Record<string, unknown>
      expect(answer).toMatchObject({
        status: 'completed',
        scoring_result: { entity: 'Test Corporation' },
      })
      expect((await client.listResources()).resources).toHaveLength(1)
      expect((await client.listResourceTemplates()).resourceTemplates).toHaveLength(4)
      const uris = [`jobs/${jobId}`, `domains/${CORP}`, `certificates/${jobId}`, 'how-it-is-scored']
      for (const uri of uris) {
        const { contents } = await client.readResource({ uri: `attribution://${uri}` })
        expect(JSON.stringify(contents)).toContain(
          uri === 'how-it-is-scored' ? 'cannot write as confirms the name' : 'Test Corporation',
        )
      }
      const { prompts } = await client.listPrompts()
      expect(prompts.map(({ name }) => name)).toEqual([
        'due_diligence',
        'investigate_cluster',
        'check_list',
      ])
      for (const { name, arguments: [argument] = [] } of prompts) {
        const given = argument?.name === 'domain' ? CORP : `${CORP}, test-unknown.sandbox.example`
        const prompt = await client.getPrompt({
          name,
          arguments: { [argument?.name ?? '']: given },
        })
        expect(JSON.stringify(prompt.messages)).toContain(given)
      }
      await client.close()
    },
  )

  test('the result of each tool has the schema that the list states', async () => {
    const agent = agentOf(service, account.apiKey)
    const { data } = await agent('attribute_domain', { domain: CORP })
    const inputs: Record<string, object> = {
      attribute_domain: { domain: CORP },
      attribute_domains: { domains: [CORP, 'no domain'] },
      get_result: { id: data.job_id },
      explain_attribution: { job_id: data.job_id },
      domain_history: { domain: CORP },
      search_entities: { query: 'Test' },
      get_portfolio: { domain: CORP },
      correlate_domains: { domains: [CORP, 'test-unknown.sandbox.example'] },
      watch_domain: { domain: 'test-changing.sandbox.example', cadence: 'weekly' },
      list_changes: { limit: 20 },
      report_wrong: { job_id: data.job_id, verdict: 'wrong', correct_entity: 'Other Corporation' },
      get_usage: {},
    }
    const ajv = new Ajv2020({ strict: false })
    const { result } = await ask(service, key, 'tools/list')
    const tools = result?.tools as typeof LISTED_TOOLS
    expect(tools.map(({ name }) => name)).toEqual(Object.keys(inputs))
    for (const { name, inputSchema, outputSchema } of tools) {
      expect([name, ajv.validate(inputSchema, inputs[name]), ajv.errorsText()]).toEqual([
        name,
        true,
        'No errors',
      ])
      const answer = await agent(name, inputs[name])
      expect([name, answer.isError, answer.text]).toEqual([name, false, answer.text])
      expect([name, ajv.validate(outputSchema, answer.data), ajv.errorsText()]).toEqual([
        name,
        true,
        'No errors',
      ])
    }
  })
})

describe('the door', () => {
  test.each(['GET', 'DELETE', 'PUT', 'PATCH', 'HEAD'])(
    '%s answers 405 and names POST',
    async (method) => {
      const answer = await fetch(`${service.baseUrl}/mcp`, { method, headers: key })
      expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST'])
      if (method !== 'HEAD')
        expect(await answer.json()).toMatchObject({ jsonrpc: '2.0', error: { code: -32_000 } })
    },
  )

  test.each(['PROPFIND', 'REPORT', 'QUERY'])(
    'the rare method %s answers 405 and names POST too',
    async (method) => {
      const answer = await fetch(`${service.baseUrl}/mcp`, { method, headers: key })
      expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST'])
      expect(await answer.json()).toMatchObject({ jsonrpc: '2.0', error: { code: -32_000 } })
    },
  )

  test('OPTIONS answers 204 without CORS headers', async () => {
    const headers = { origin: PUBLIC_URL, 'access-control-request-method': 'POST' }
    for (const sent of [{}, headers]) {
      const answer = await fetch(`${service.baseUrl}/mcp`, { method: 'OPTIONS', headers: sent })
      expect([answer.status, answer.headers.get('allow')]).toEqual([204, 'POST'])
      expect(answer.headers.get('access-control-allow-origin')).toBeNull()
    }
  })

  const credentials: [string, () => Record<string, string> | Promise<Record<string, string>>][] = [
    ['no credential', () => ({})],
    ['a key without a valid checksum', () => ({ 'x-api-key': `dak_${'A'.repeat(38)}` })],
    ['the access token of a person', () => ({ authorization: `Bearer ${account.bearerToken}` })],
    ['an access token as key', () => ({ 'x-api-key': account.bearerToken })],
    [
      'a wrong key beside a right bearer',
      () => ({ 'x-api-key': 'dak_x', authorization: `Bearer ${account.apiKey}` }),
    ],
    ['another scheme', () => ({ authorization: `Basic ${account.apiKey}` })],
    [
      'a very long header',
      () => ({ authorization: `Bearer ${account.apiKey}${'A'.repeat(8_000)}` }),
    ],
    [
      'the key of a closed account',
      async () => {
        const leaving = await service.account()
        await service.request('DELETE', '/auth/me', undefined, {
          authorization: `Bearer ${leaving.bearerToken}`,
        })
        return { 'x-api-key': leaving.apiKey }
      },
    ],
    [
      'a revoked key',
      async () => {
        const owner = await service.account()
        const bearer = { authorization: `Bearer ${owner.bearerToken}` }
        const made = await service.request('POST', '/auth/keys', { name: 'agent' }, bearer)
        await service.request('DELETE', `/auth/keys/${made.body.data?.key_id}`, undefined, bearer)
        return { 'x-api-key': String(made.body.data?.key) }
      },
    ],
  ]
  const bodies: [string, string][] = [
    ['a list', list],
    [
      'a tool that asks a route',
      JSON.stringify(messageOf('tools/call', { name: 'get_usage', arguments: {} })),
    ],
    [
      'a tool with bad arguments',
      JSON.stringify(messageOf('tools/call', { name: 'get_usage', arguments: { x: 1 } })),
    ],
    ['an unknown tool', JSON.stringify(messageOf('tools/call', { name: 'nothing' }))],
    [
      'a notification',
      JSON.stringify({ jsonrpc: '2.0', method: 'tools/call', params: { name: 'get_usage' } }),
    ],
    ['no JSON', '{'],
    ['a batch', `[${list}]`],
  ]

  test.each(credentials)('%s is 401, whatever the message', async (_, headersOf) => {
    const headers = await headersOf()
    for (const [name, body] of bodies) {
      const { status, headers: answered, error, result } = await post(service, body, headers)
      expect([name, status, answered.get('www-authenticate'), result]).toEqual([
        name,
        401,
        'Bearer',
        undefined,
      ])
      expect(error?.data).toEqual({ code: 'UNAUTHORIZED' })
    }
  })

  test('a body that is too large is 401 without a credential, and is not read', async () => {
    const headers = { 'content-type': 'application/json' }
    expect((await askRaw(service, headers, ' '.repeat(BODY_BYTES_MAX + 1))).status).toBe(401)
  })

  test('X-API-Key takes precedence over a wrong bearer token', async () => {
    expect((await post(service, list, { ...key, authorization: 'Bearer dak_x' })).status).toBe(200)
  })

  test('a person is told to send an API key', async () => {
    const { error } = await post(service, list, { authorization: `Bearer ${account.bearerToken}` })
    expect(error?.message).toBe('UNAUTHORIZED: This route takes an API key: send X-API-Key.')
  })

  test('an address with a final slash answers like the one without', async () => {
    const answers = await Promise.all(
      ['/mcp', '/mcp/'].map(async (path) => {
        const headers = {
          ...key,
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
        }
        const body = JSON.stringify(messageOf('tools/list'))
        const [given, read] = await Promise.all([
          fetch(service.baseUrl + path, { method: 'POST', headers, body }),
          fetch(service.baseUrl + path),
        ])
        return [given.status, await given.text(), read.status, await read.text()]
      }),
    )
    expect(answers[1]).toEqual(answers[0])
    expect(answers[0]?.[0]).toBe(200)
  })

  test('a session of the dashboard does not reach the door', async () => {
    const visitor = createVisitor(service)
    const own = { origin: PUBLIC_URL, 'sec-fetch-site': 'same-origin' }
    const token = service.platform.identity.magicLink(account.email)
    expect((await visitor.call('POST', '/session', { token, type: 'email' }, own)).status).toBe(200)
    expect((await visitor.call('GET', '/app/api/jobs', undefined, own)).status).toBe(200)
    const body = messageOf('tools/list')
    for (const headers of [{}, key, { authorization: `Bearer ${account.apiKey}` }])
      expect(
        (await visitor.call('POST', '/app/api/mcp', body, { ...own, ...headers })).status,
      ).toBe(404)
    expect((await visitor.call('POST', '/mcp', body, own)).status).toBe(401)
  })

  const hosts: [string, number][] = [
    ['evil.example', 403],
    ['api.tests.example.evil.example', 403],
    ['127.0.0.1.evil.example', 403],
    ['api.tests.example', 200],
    ['localhost:8787', 200],
    ['127.0.0.1:1', 200],
    ['[::1]:8787', 200],
  ]
  test.each(hosts)('the host %s answers %i', async (host, status) => {
    const headers = { ...key, host, 'content-type': 'application/json' }
    expect((await askRaw(service, headers, list)).status).toBe(status)
  })

  const origins: [string, number][] = [
    ['https://evil.example', 403],
    ['null', 403],
    ['http://api.tests.example', 403],
    ['https://api.tests.example:8443', 403],
    ['http://localhost:8787', 403],
    [PUBLIC_URL, 200],
  ]
  test.each(origins)('the origin %s answers %i', async (origin, status) => {
    const answer = await post(service, list, { ...key, origin })
    expect(answer.status).toBe(status)
    expect(answer.headers.get('access-control-allow-origin')).toBeNull()
    if (status === 403) expect(answer.error?.data).toEqual({ code: 'FORBIDDEN' })
  })

  test('answers are JSON for every Accept header, with a request id, and are never stored', async () => {
    for (const accept of ['application/toon', 'text/event-stream', '*/*', 'text/html']) {
      const answer = await post(service, list, {
        ...key,
        accept,
        'x-request-id': 'agent-request-1',
      })
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/json'])
      expect(answer.headers.get('x-request-id')).toBe('agent-request-1')
      expect(answer.headers.get('cache-control')).toContain('no-store')
    }
  })
})

describe('every answer', () => {
  const notification = JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })
  const answers: [number, string, Record<string, string>, string][] = [
    [200, 'POST', {}, list],
    [202, 'POST', {}, notification],
    [204, 'OPTIONS', {}, ''],
    [400, 'POST', {}, '{'],
    [401, 'POST', { 'x-api-key': 'dak_x' }, list],
    [403, 'POST', { host: 'evil.example' }, list],
    [403, 'POST', { origin: 'https://evil.example' }, list],
    [404, 'POST', {}, JSON.stringify(messageOf('subscriptions/listen'))],
    [405, 'GET', {}, ''],
    [413, 'POST', {}, ' '.repeat(BODY_BYTES_MAX + 1)],
    [415, 'POST', { 'content-type': 'text/plain' }, list],
  ]
  test.each(answers)(
    '%i to %s with %j has the request id and no CORS headers',
    async (status, method, more, body) => {
      const id = `answer-${status}-${Object.keys(more).join('-')}`
      const headers = { ...key, 'content-type': 'application/json', 'x-request-id': id, ...more }
      const answer = await askRaw(service, headers, body, method)
      expect([answer.status, answer.headers['x-request-id']]).toEqual([status, id])
      expect(
        Object.keys(answer.headers).filter((name) => name.startsWith('access-control-')),
      ).toEqual([])
      if (answer.text === '') return
      expect(JSON.parse(answer.text)).toMatchObject({ jsonrpc: '2.0' })
      expect(answer.headers['content-type']).toBe('application/json')
    },
  )

  test('a dashboard of another origin may not read answers, although it may read those of the API', async () => {
    const dashboard = 'https://dashboard.tests.example'
    await using allowing = await startService({ env: { DASHBOARD_ORIGINS: dashboard } })
    const asked = { origin: dashboard, 'access-control-request-method': 'POST' }
    const allowed = async (method: string, path: string) => {
      const answer = await fetch(allowing.baseUrl + path, { method, headers: asked })
      return answer.headers.get('access-control-allow-origin')
    }
    expect(await allowed('OPTIONS', '/jobs')).toBe(dashboard)
    for (const method of ['OPTIONS', 'POST', 'GET'])
      for (const path of ['/mcp', '/mcp/'])
        expect([method, await allowed(method, path)]).toEqual([method, null])
  })
})

describe('hostile messages', () => {
  const nested = `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":${'['.repeat(5_000)}${']'.repeat(5_000)}}`
  const protoParams =
    '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"__proto__":{"name":"get_usage"}}}'
  const refusals: [string, string, number, number][] = [
    ['a batch', `[${list},${list}]`, 400, -32_600],
    ['an empty batch', '[]', 400, -32_600],
    ['no JSON', '{"jsonrpc"', 400, -32_700],
    ['nothing', '', 400, -32_700],
    ['a text', '"tools/list"', 400, -32_600],
    ['null', 'null', 400, -32_600],
    ['a number', '7', 400, -32_600],
    ['deep nesting', nested, 400, -32_600],
    ['another version of JSON-RPC', '{"jsonrpc":"1.0","id":1,"method":"tools/list"}', 400, -32_600],
    ['an id that is null', '{"jsonrpc":"2.0","id":null,"method":"tools/list"}', 400, -32_600],
    ['an id that is an object', '{"jsonrpc":"2.0","id":{},"method":"tools/list"}', 400, -32_600],
    ['a method that is a number', '{"jsonrpc":"2.0","id":1,"method":7}', 400, -32_600],
    ['an id that is a fraction', '{"jsonrpc":"2.0","id":1.5,"method":"tools/list"}', 400, -32_600],
    ['a method that is an object', '{"jsonrpc":"2.0","id":1,"method":{}}', 400, -32_600],
    ['a method that is a number, without an id', '{"jsonrpc":"2.0","method":7}', 400, -32_600],
    ['no method', '{"jsonrpc":"2.0","id":1}', 400, -32_600],
    ['an empty object', '{}', 400, -32_600],
    ['a message as prototype', `{"__proto__":${list}}`, 400, -32_600],
    [
      'parameters that are a list',
      '{"jsonrpc":"2.0","id":1,"method":"tools/list","params":[]}',
      400,
      -32_600,
    ],
    ['parameters as prototype', protoParams, 400, -32_602],
    [
      'too many values',
      JSON.stringify(messageOf('tools/list', { many: Array(20_001).fill(0) })),
      400,
      -32_600,
    ],
  ]
  test.each(refusals)('%s is refused', async (_, body, status, code) => {
    const answer = await post(service, body, key)
    expect([answer.status, answer.error?.code]).toEqual([status, code])
  })

  test.each(['1.0', '', '2'])(
    'a tool in a message of JSON-RPC version "%s" does not run',
    async (jsonrpc) => {
      const other = await service.account()
      const params = { name: 'attribute_domain', arguments: { domain: CORP, max_age_hours: 0 } }
      const message = { ...messageOf('tools/call', params), jsonrpc }
      expect(
        (await post(service, JSON.stringify(message), { 'x-api-key': other.apiKey })).status,
      ).toBe(400)
      expect(await jobsOf(other)).toBe(0)
    },
  )

  test('a body of 1 MiB is read and one byte more is refused, with and without a stated length', async () => {
    const padded = list.padEnd(BODY_BYTES_MAX, ' ')
    const parts = Array.from({ length: 16 }, (_, n) => padded.slice(n * 65_536, (n + 1) * 65_536))
    const headers = { ...key, 'content-type': 'application/json' }
    for (const body of [padded, parts])
      expect((await askRaw(service, headers, body)).status).toBe(200)
    for (const body of [`${padded} `, [...parts, ' ']]) {
      const refused = await askRaw(service, headers, body)
      expect([refused.status, JSON.parse(refused.text)]).toMatchObject([
        413,
        { error: { code: -32_000, data: { code: 'PAYLOAD_TOO_LARGE' } } },
      ])
    }
  })

  test.each(['text/plain', 'application/xml', 'application/jsonx', 'text/json', ''])(
    'the content type "%s" is refused',
    async (type) => {
      const { status, text } = await askRaw(
        service,
        { ...key, ...(type === '' ? {} : { 'content-type': type }) },
        list,
      )
      expect([status, JSON.parse(text)]).toMatchObject([
        415,
        { error: { data: { code: 'UNSUPPORTED_MEDIA_TYPE' } } },
      ])
    },
  )

  const unknown: [string, string, object, number][] = [
    ['method', 'tools/run', {}, -32_601],
    ['method of an inherited name', 'constructor', {}, -32_601],
    ['method with the name of the prototype', '__proto__', {}, -32_601],
    ['tool', 'tools/call', { name: 'attribute' }, -32_602],
    ['tool with the name of the prototype', 'tools/call', { name: '__proto__' }, -32_602],
    ['tool with the name constructor', 'tools/call', { name: 'constructor' }, -32_602],
    [
      'tool with the name toString',
      'tools/call',
      { name: 'toString', arguments: { domain: CORP } },
      -32_602,
    ],
    ['tool with a long name', 'tools/call', { name: 'x'.repeat(100_000) }, -32_602],
    ['tool that is no text', 'tools/call', { name: 7 }, -32_602],
    ['tool without a name', 'tools/call', {}, -32_602],
    ['prompt', 'prompts/get', { name: 'watch', arguments: {} }, -32_602],
    [
      'prompt with the name of the prototype',
      'prompts/get',
      { name: '__proto__', arguments: {} },
      -32_602,
    ],
    [
      'prompt with the name constructor',
      'prompts/get',
      { name: 'constructor', arguments: {} },
      -32_602,
    ],
    ['prompt with the name toString', 'prompts/get', { name: 'toString', arguments: {} }, -32_602],
    [
      'prompt argument',
      'prompts/get',
      { name: 'due_diligence', arguments: { domain: CORP, toString: 'x' } },
      -32_602,
    ],
    [
      'prompt argument for a missing one',
      'prompts/get',
      { name: 'due_diligence', arguments: named('__proto__', CORP) },
      -32_602,
    ],
    ['resource', 'resources/read', { uri: 'attribution://nothing' }, -32_602],
    ['resource of another scheme', 'resources/read', { uri: 'file:///etc/passwd' }, -32_602],
    [
      'resource with a path',
      'resources/read',
      { uri: 'attribution://jobs/../../billing/usage' },
      -32_602,
    ],
    [
      'resource with an escaped path',
      'resources/read',
      { uri: 'attribution://jobs/..%2F..%2Fbilling%2Fusage' },
      -32_602,
    ],
    [
      'resource with a broken escape',
      'resources/read',
      { uri: 'attribution://domains/%E0%A4%A' },
      -32_602,
    ],
    ['resource that is no text', 'resources/read', { uri: {} }, -32_602],
    ['resource with a parent as name', 'resources/read', { uri: 'attribution://jobs/..' }, -32_602],
    [
      'resource with an escaped dot',
      'resources/read',
      { uri: 'attribution://certificates/%2e%2e' },
      -32_602,
    ],
    [
      'resource with the name of the prototype',
      'resources/read',
      { uri: 'attribution://__proto__/x' },
      -32_602,
    ],
    [
      'resource with the name constructor',
      'resources/read',
      { uri: 'attribution://constructor/name' },
      -32_602,
    ],
    [
      'argument of a prompt',
      'prompts/get',
      { name: 'due_diligence', arguments: { domain: 7 } },
      -32_602,
    ],
  ]
  test.each(unknown)('an unknown %s is a JSON-RPC error', async (_, method, params, code) => {
    for (const [meta, headers] of [
      [{}, {}],
      [{ _meta: MODERN_META }, modernHeaders(method, params)],
    ] as const) {
      const { error, result } = await ask(service, { ...key, ...headers }, method, {
        ...params,
        ...meta,
      })
      expect([error?.code, result]).toEqual([code, undefined])
      expect(error?.message).not.toMatch(/at \w+ \(|node_modules|undefined/)
    }
  })

  const badParameters: [string, string, object][] = [
    ['a cursor that is a number', 'tools/list', { cursor: 7 }],
    ['a cursor that is a number', 'resources/list', { cursor: 7 }],
    ['no parameters', 'initialize', {}],
    [
      'a version that is a number',
      'initialize',
      { protocolVersion: 7, capabilities: {}, clientInfo: {} },
    ],
  ]
  test.each(badParameters)(
    '%s of %s is an error of the client with one sentence',
    async (_, method, params) => {
      const { error } = await ask(service, key, method, params)
      expect(error?.code).toBe(-32_602)
      expect(error?.message).not.toMatch(/[[\n]/)
    },
  )

  test('a client of the new revision has no handshake', async () => {
    const headers = { ...key, ...modernHeaders('initialize', {}) }
    const { status, error } = await ask(service, headers, 'initialize', { _meta: MODERN_META })
    expect([status, error?.code]).toEqual([404, -32_601])
  })

  test('a prompt argument with the name of the prototype is refused like any other unknown one', async () => {
    const input = { ...named('__proto__'), domain: CORP }
    const given = Object.defineProperty(input, '__proto__', { value: 'x', enumerable: true })
    const { error } = await ask(service, key, 'prompts/get', {
      name: 'due_diligence',
      arguments: given,
    })
    expect(error?.code).toBe(-32_602)
  })

  test.each([CORP, `${CORP} ${CORP.toUpperCase()}`])(
    'a cluster needs two domains, and %j is one',
    async (domains) => {
      const { error } = await ask(service, key, 'prompts/get', {
        name: 'investigate_cluster',
        arguments: { domains },
      })
      expect(error).toMatchObject({ code: -32_602, message: expect.stringContaining('domains: ') })
    },
  )

  function modernHeaders(
    method: string,
    params: { name?: unknown; uri?: unknown },
  ): Record<string, string> {
    const name = params.name ?? params.uri
    const named = typeof name === 'string' ? { 'mcp-name': name } : {}
    return { 'mcp-protocol-version': MODERN, 'mcp-method': method, ...named }
  }

  test('a stream of changes is refused, because no state is kept', async () => {
    const { status, error } = await ask(service, key, 'subscriptions/listen', {
      _meta: MODERN_META,
    })
    expect([status, error?.code]).toEqual([404, -32_601])
  })

  const runs = { name: 'attribute_domain', arguments: { domain: CORP, max_age_hours: 0 } }
  const notifications: [string, string, object][] = [
    ['an ordinary notification', 'notifications/initialized', {}],
    ['a tool', 'tools/call', runs],
    ['a tool of the newer revision', 'tools/call', { ...runs, _meta: MODERN_META }],
    ['an unknown tool', 'tools/call', { name: '__proto__' }],
    ['a tool without a name', 'tools/call', {}],
    ['a resource that is no text', 'resources/read', { uri: 7 }],
    ['a stream of changes', 'subscriptions/listen', {}],
    ['an unknown method', 'constructor', {}],
  ]
  test.each(notifications)(
    '%s in a message without an id is 202 and runs nothing',
    async (_, method, params) => {
      const other = await service.account()
      const message = JSON.stringify({ jsonrpc: '2.0', method, params })
      for (const headers of [{}, modernHeaders(method, params)]) {
        const { status, text } = await post(service, message, {
          'x-api-key': other.apiKey,
          ...headers,
        })
        expect([status, text]).toEqual([202, ''])
      }
      expect(await jobsOf(other)).toBe(0)
    },
  )

  test('a wrong protocol version is refused by both revisions', async () => {
    const legacy = await ask(
      service,
      { ...key, 'mcp-protocol-version': '1999-01-01' },
      'tools/list',
    )
    expect(legacy.status).toBe(400)
    const meta = { ...MODERN_META, 'io.modelcontextprotocol/protocolVersion': '2099-01-01' }
    const headers = { ...key, 'mcp-protocol-version': '2099-01-01', 'mcp-method': 'tools/list' }
    expect((await ask(service, headers, 'tools/list', { _meta: meta })).status).toBe(400)
  })
})

describe('limits of requests', () => {
  const LIMIT = 3
  let limited: Service
  beforeAll(async () => {
    const tiers = { free: LIMIT, pro: LIMIT, team: LIMIT, enterprise: LIMIT }
    limited = await startService({
      env: { RATE_LIMITS_PER_MINUTE: JSON.stringify(tiers), ADDRESS_LIMIT_PER_MINUTE: '20' },
    })
  })
  afterAll(() => limited.stop())

  const call = (name: string, input: unknown) =>
    JSON.stringify(messageOf('tools/call', { name, arguments: input }))
  const read = (uri: string) =>
    JSON.stringify(messageOf('resources/read', { uri: `attribution://${uri}` }))
  const jsonType = { 'content-type': 'application/json' }
  const REMAINING = /^"default";r=(\d+);t=\d+$/
  const remainingOf = (header: unknown) => Number(REMAINING.exec(String(header))?.[1])

  const counted: [string, string, Record<string, string>][] = [
    ['a tool of two inner requests', call('get_usage', {}), {}],
    ['a tool that looks for a stored analysis', call('attribute_domain', { domain: CORP }), {}],
    [
      'a tool that starts an analysis',
      call('attribute_domain', { domain: CORP, max_age_hours: 0 }),
      {},
    ],
    [
      'a tool that submits and reads',
      call('correlate_domains', { domains: [CORP, 'test-error.sandbox.example'] }),
      {},
    ],
    ['a tool whose inner request is refused', call('explain_attribution', { job_id: 'job_1' }), {}],
    ['a tool with bad arguments', call('get_usage', { x: 1 }), {}],
    ['a tool with arguments that are a text', call('get_usage', 'x'), {}],
    ['an unknown tool', call('nothing', {}), {}],
    ['a resource of several inner requests', read(`domains/${CORP}`), {}],
    ['a constant resource', read('how-it-is-scored'), {}],
    ['a list', list, {}],
    [
      'a prompt',
      JSON.stringify(
        messageOf('prompts/get', { name: 'due_diligence', arguments: { domain: CORP } }),
      ),
      {},
    ],
    ['an unknown method', JSON.stringify(messageOf('nothing')), {}],
    ['a notification', '{"jsonrpc":"2.0","method":"notifications/initialized"}', {}],
    [
      'a notification that names a tool',
      '{"jsonrpc":"2.0","method":"tools/call","params":{"name":"get_usage"}}',
      {},
    ],
    ['a stream of changes', JSON.stringify(messageOf('subscriptions/listen')), {}],
    ['a message that the library refuses', '{"jsonrpc":"1.0","id":1,"method":"tools/list"}', {}],
    ['a call of a tool that the library refuses', call('get_usage', {}).replace('2.0', '1.0'), {}],
    ['no JSON', '{', {}],
    ['a batch', `[${list}]`, {}],
    ['a wrong content type', list, { 'content-type': 'text/plain' }],
    ['a body that is too large', ' '.repeat(BODY_BYTES_MAX + 1), {}],
    ['a wrong protocol version', list, { 'mcp-protocol-version': '1999-01-01' }],
  ]
  test.each(counted)('%s counts once', async (_, body, more) => {
    const caller = await limited.account({ credits: 5 })
    const headers = { ...jsonType, 'x-api-key': caller.apiKey }
    for (let sent = 1; sent <= 2; sent++) {
      const answer = await askRaw(limited, { ...headers, ...more }, body)
      expect(answer.headers['ratelimit-policy']).toBe(`"default";q=${LIMIT};w=60`)
      expect([sent, remainingOf(answer.headers.ratelimit)]).toEqual([sent, LIMIT - sent])
    }
    const last = await askRaw(limited, headers, list)
    expect([last.status, remainingOf(last.headers.ratelimit)]).toEqual([200, 0])
    expect((await askRaw(limited, headers, list)).status).toBe(429)
  })

  const uncounted: [string, string, Record<string, string>][] = [
    ['GET', '', {}],
    ['OPTIONS', '', {}],
    ['POST', list, { host: 'evil.example' }],
    ['POST', list, { origin: 'https://evil.example' }],
  ]
  test.each(uncounted)(
    '%s %s with %j does not count for the account',
    async (method, body, more) => {
      const caller = await limited.account()
      const headers = { ...jsonType, 'x-api-key': caller.apiKey }
      for (let sent = 0; sent < LIMIT; sent++)
        await askRaw(limited, { ...headers, ...more }, body, method)
      const answer = await askRaw(limited, headers, list)
      expect([answer.status, remainingOf(answer.headers.ratelimit)]).toEqual([200, LIMIT - 1])
    },
  )

  test('over the limit, a tool is a result that says when to come back, and any other message is 429', async () => {
    const caller = await limited.account()
    const headers = { ...jsonType, 'x-api-key': caller.apiKey }
    for (let sent = 0; sent < LIMIT; sent++) await askRaw(limited, headers, list)
    const agent = agentOf(limited, caller.apiKey)
    for (const [name, input] of [
      ['attribute_domain', { domain: CORP }],
      ['get_usage', {}],
      ['get_usage', { x: 1 }],
    ] as const) {
      const { isError, text } = await agent(name, input)
      expect([isError, text]).toEqual([
        true,
        expect.stringMatching(/^RATE_LIMITED: .* Retry after \d+ s\.$/),
      ])
    }
    for (const [name, body, more] of counted) {
      if (/^a tool /.test(name)) continue
      const answer = await askRaw(limited, { ...headers, ...more }, body)
      expect([name, answer.status, JSON.parse(answer.text)]).toMatchObject([
        name,
        429,
        { jsonrpc: '2.0', error: { code: -32_000, data: { code: 'RATE_LIMITED' } } },
      ])
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
      expect(remainingOf(answer.headers.ratelimit)).toBe(0)
    }
    expect(
      (
        await limited.platform.pool.query('select 1 from jobs where account_id = $1', [
          caller.userId,
        ])
      ).rowCount,
    ).toBe(0)
  })

  test('a tool that is refused over the limit has the headers of the limit too', async () => {
    const caller = await limited.account()
    const headers = { ...jsonType, 'x-api-key': caller.apiKey }
    for (let sent = 0; sent < LIMIT; sent++) await askRaw(limited, headers, list)
    for (const body of [call('get_usage', {}), call('get_usage', { x: 1 })]) {
      const answer = await askRaw(limited, headers, body)
      expect(answer.headers['ratelimit-policy']).toBe(`"default";q=${LIMIT};w=60`)
      expect(remainingOf(answer.headers.ratelimit)).toBe(0)
    }
  })

  test.each(['GET', 'OPTIONS', 'DELETE'])(
    '%s is refused when the limit of the address is used up',
    async (method) => {
      const from = { 'cf-connecting-ip': `2001:db8:0:${method.length}::1` }
      for (let sent = 0; sent < 20; sent++) await post(limited, list, from)
      const elsewhere = await fetch(`${limited.baseUrl}/jobs`, { method, headers: from })
      expect(elsewhere.status).toBe(429)
      const answer = await fetch(`${limited.baseUrl}/mcp`, { method, headers: from })
      expect([answer.status, Number(answer.headers.get('retry-after')) > 0]).toEqual([429, true])
    },
  )

  const floods: [string, Record<string, string>, string][] = [
    ['no credential', {}, '192.0.2'],
    ['wrong keys', { 'x-api-key': 'dak_x' }, '198.51.100'],
    ['wrong bearer tokens', { authorization: 'Bearer dak_x' }, '203.0.113'],
  ]
  test.each(floods)(
    'a flood with %s is refused after the limit of the address',
    async (_, credential, network) => {
      const from = (last: number) => ({ 'cf-connecting-ip': `${network}.${last}` })
      const statuses: number[] = []
      for (let sent = 0; sent < 22; sent++)
        statuses.push((await post(limited, list, { ...credential, ...from(1) })).status)
      expect(statuses).toEqual([...Array(20).fill(401), 429, 429])
      const over = await post(limited, list, { ...credential, ...from(1) })
      expect(over.error?.data).toEqual({ code: 'RATE_LIMITED' })
      expect(Number(over.headers.get('retry-after'))).toBeGreaterThan(0)
      expect((await post(limited, list, { ...credential, ...from(2) })).status).toBe(401)
    },
  )
})

describe('a repeated Idempotency-Key', () => {
  const REAL = 'fennandoakbakery.com'
  const once: [string, object][] = [
    ['attribute_domain', { domain: REAL, max_age_hours: 0 }],
    ['attribute_domains', { domains: [REAL] }],
    ['correlate_domains', { domains: [REAL, 'vintara.com'] }],
  ]
  test.each(once)('charges %s once, and again for another key', async (name, input) => {
    const caller = await service.account({ credits: 50, quota_used: 50 })
    const charges = async () => (await caller.ledger()).filter(({ delta }) => delta < 0).length
    const send = (idempotencyKey: string) =>
      agentOf(service, caller.apiKey, { 'idempotency-key': idempotencyKey })(name, input)
    const idOf = ({ data }: Awaited<ReturnType<typeof send>>) =>
      data.job_id ?? data.correlation_id ?? data.jobs
    const first = await send('agent-1')
    const before = await charges()
    expect([first.isError, before > 0]).toEqual([false, true])
    expect(idOf(await send('agent-1'))).toEqual(idOf(first))
    expect(await charges()).toBe(before)
    expect(idOf(await send('agent-2'))).not.toEqual(idOf(first))
    expect(await charges()).toBeGreaterThan(before)
    expect(await service.audit()).toEqual([])
  })
})
