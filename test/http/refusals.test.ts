import pMap from 'p-map'
import { beforeAll, describe, expect, test } from 'vitest'
import { type IdentifierPrefix, newIdentifier } from '../../shared/platform/identifiers.ts'
import type { Listed } from '../../workers/openapi/document.ts'
import { exampleOf, resolved, type Schema } from '../../workers/openapi/examples.ts'
import { document, operations } from '../contract/kept-document.ts'
import {
  type Service,
  type ServiceAccount,
  type ServiceAnswer,
  sharedService,
} from '../platform/service.ts'

const AT_ONCE = 6
/** Texts of the validation library. */
const LIBRARY =
  /invalid (?:input|option|string|key|value|number|date|iso|url|email|discriminator)|expected (?:one of|[a-z]+ to |[a-z]+, received)|too (?:small|big)|unrecognized|must match|zod/i
const WRONG_VALUES = [null, 1.5, '', 'x'.repeat(3_000), [[{}]]]
const WRONG_BODIES = [{}, [], null, 'text', 7, { unknown_field: 1, other_field: 2 }]

const IDS: Record<string, IdentifierPrefix> = {
  bulk_job_id: 'blk',
  change_id: 'chg',
  certificate_id: 'crt',
  correlation_id: 'cor',
  delivery_id: 'dlv',
  feedback_id: 'fbk',
  job_id: 'job',
  key_id: 'key',
  monitor_id: 'mon',
  template_id: 'tpl',
}
const SANDBOX = ['test-corp.sandbox.example', 'test-unknown.sandbox.example']
/** Valid values that cost nothing, in place of those in the examples of the document. */
const VALID: Record<string, unknown> = {
  domain: SANDBOX[0],
  domains: SANDBOX,
  callback_url: 'https://hooks.example.com/in',
  success_url: 'https://shop.example.com/',
  cancel_url: 'https://shop.example.com/',
}
const OTHER_VALUES: Record<string, string> = { domain: 'example.com', provider: 'openai' }

let service: Service
let account: ServiceAccount
let headers: Record<string, string>

beforeAll(async () => {
  service = await sharedService()
  account = await service.account({ tier: 'team' })
  headers = { 'x-api-key': account.apiKey, authorization: `Bearer ${account.bearerToken}` }
})

const ask = ({ method }: Listed, path: string, body?: unknown) =>
  service.request(method.toUpperCase(), path, body, headers)

const pathOf = ({ path }: Listed, idOf = (prefix: IdentifierPrefix) => newIdentifier(prefix)) =>
  path.replace(/\{([^}]+)\}/g, (_, name: string) => {
    const prefix = IDS[name]
    return encodeURIComponent(prefix === undefined ? (OTHER_VALUES[name] ?? 'x') : idOf(prefix))
  })

const nameOf = ({ method, path }: Listed) => `${method.toUpperCase()} ${path}`
const isCredentialed = ({ operation }: Listed) => (operation.security ?? []).length > 0
const parametersOf = ({ operation }: Listed, place: string) =>
  (operation.parameters ?? []).flatMap((one) => ('in' in one && one.in === place ? [one.name] : []))

const schemas = document.components?.schemas ?? {}
const bodySchemaOf = ({ operation }: Listed) => {
  const schema = operation.requestBody?.content['application/json']?.schema
  return schema === undefined ? null : resolved(schema as Schema, schemas)
}

function validBodyOf(listed: Listed): Record<string, unknown> {
  const { properties = {} } = bodySchemaOf(listed) ?? {}
  return Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [
      name,
      VALID[name] ?? exampleOf(schema, schemas, name),
    ]),
  )
}

/** Problems of a refusal as a person reads it. Empty for any other answer. */
function problemsOf({ status, body, text }: ServiceAnswer): string[] {
  if (status === 500) return ['the service failed']
  const { error } = body
  if (status !== 422 || error === null) return []
  const details = error.details ?? []
  const [first] = details
  const texts = [error.message, ...details.map(({ message }) => message)]
  return [
    ...(LIBRARY.test(text) ? ['has words of the library'] : []),
    ...(texts.some((one) => /[.?!;,]\.$/u.test(one)) ? ['ends with two stops'] : []),
    ...(first === undefined ? ['has no details'] : []),
    ...(first !== undefined && error.message !== `${first.path}: ${first.message}`
      ? ['does not say the first detail']
      : []),
  ]
}

interface Sent {
  listed: Listed
  path: string
  body?: unknown
  /** Field or parameter that must be named if the request is refused. */
  field?: string
}

async function wrongRefusals(requests: readonly Sent[]): Promise<string[]> {
  const found = await pMap(
    requests,
    async ({ listed, path, body, field }) => {
      const answer = await ask(listed, path, body)
      const details = answer.body?.error?.details ?? []
      const isNamed = (name: string) =>
        details.some((each) => each.path === name || each.path.startsWith(`${name}.`))
      const problems = problemsOf(answer)
      if (answer.status === 422 && field !== undefined && !isNamed(field))
        problems.push(`does not name ${field}`)
      return problems.length === 0
        ? []
        : [
            `${nameOf(listed)} ${path} ${JSON.stringify(body)?.slice(0, 100)}: ${problems.join()}: ` +
              answer.text.slice(0, 300),
          ]
    },
    { concurrency: AT_ONCE },
  )
  return found.flat()
}

describe('every refusal is in our own words and names the field', () => {
  const withBody = operations.filter((listed) => bodySchemaOf(listed) !== null)

  test('of a body with a wrong form', async () => {
    const requests = withBody.flatMap((listed) =>
      WRONG_BODIES.map((body) => ({ listed, path: pathOf(listed), body })),
    )
    expect(requests.length).toBeGreaterThan(80)
    expect(await wrongRefusals(requests)).toEqual([])
  })

  test('of a field with a wrong value', async () => {
    const requests = withBody.flatMap((listed) => {
      const valid = validBodyOf(listed)
      return Object.keys(valid).flatMap((field) =>
        WRONG_VALUES.map((value) => ({
          listed,
          path: pathOf(listed),
          body: { ...valid, [field]: value },
          field,
        })),
      )
    })
    expect(requests.length).toBeGreaterThan(200)
    expect(await wrongRefusals(requests)).toEqual([])
  })

  test('of a parameter with a wrong value', async () => {
    const requests = operations.filter(isCredentialed).flatMap((listed) =>
      parametersOf(listed, 'query').flatMap((field) =>
        ['', '-1.5', 'x'.repeat(2_000)].map((value) => ({
          listed,
          path: `${pathOf(listed)}?${field}=${value}`,
        })),
      ),
    )
    expect(requests.length).toBeGreaterThan(100)
    expect(await wrongRefusals(requests)).toEqual([])
  })

  test.each([
    ['POST', '/analyze', {}, 'domain: is missing'],
    ['POST', '/analyze', [], '(body): must be an object'],
    ['POST', '/analyze', { domain: 7 }, 'domain: must be a string'],
    ['POST', '/analyze', { domain: 'a.com', depth: 'x' }, 'depth: must be one of quick, deep'],
    [
      'POST',
      '/analyze',
      { domain: 'a.com', force_refresh: 1 },
      'force_refresh: must be true or false',
    ],
    [
      'POST',
      '/analyze',
      { domains: ['a.com'] },
      'domains: is not a known field; use domain, one name',
    ],
    [
      'POST',
      '/analyze/batch',
      { domain: 'a.com' },
      'domain: is not a known field; use domains, a list',
    ],
    ['POST', '/analyze/batch', { domains: 'a.com' }, 'domains: must be a list'],
    ['POST', '/analyze/batch', { domains: ['a.com', 1] }, 'domains.1: must be a string'],
    [
      'POST',
      '/analyze',
      { domain: 'a.com', Depth: 'quick' },
      'Depth: is not a known field; did you mean depth?',
    ],
    [
      'POST',
      '/analyze',
      { domain: 'a.com', callbackUrl: 'x' },
      'callbackUrl: is not a known field; did you mean callback_url?',
    ],
    ['PUT', '/billing/auto-recharge', { threshold: 1.5 }, 'threshold: must be a whole number'],
    ['PUT', '/billing/auto-recharge', { threshold: '5' }, 'threshold: must be a whole number'],
    [
      'POST',
      '/monitors',
      { domains: ['a.com'], monthly_credit_limit: '5' },
      'monthly_credit_limit: must be a whole number',
    ],
    [
      'POST',
      '/monitors',
      { domains: ['a.com'], reanalyze_days: 8 },
      'reanalyze_days: must be 7, 30, 90 or null',
    ],
    ['GET', '/entities/search?q=a', undefined, 'q: must have at least 2 characters'],
    ['GET', '/entities/search', undefined, 'q: is missing'],
    [
      'GET',
      '/jobs/job_01h2xcejqtf2nbrexx3vqjhp41/certificate?format=xml',
      undefined,
      'format: must be one of json, csv, pdf',
    ],
  ])('%s %s %j: %s', async (method, path, body, message) => {
    const answer = await account.request(method, path, body)
    expect([answer.status, answer.body.error?.message]).toEqual([422, message])
  })

  test('a suggestion is a field of its own', async () => {
    const details = async (path: string, body: unknown) =>
      (await account.request('POST', path, body)).body.error?.details
    expect(await details('/analyze/batch', { domain: 'a.com' })).toEqual([
      {
        path: 'domain',
        message: 'is not a known field; use domains, a list',
        suggestion: 'domains',
      },
      { path: 'domains', message: 'is missing' },
    ])
    expect(await details('/analyze', { domain: 'https://www.fennandoakbakery.com/about' })).toEqual(
      [
        {
          path: 'domain',
          message: 'is a URL; did you mean fennandoakbakery.com?',
          suggestion: 'fennandoakbakery.com',
        },
      ],
    )
  })
})

describe('query parameters', () => {
  test('an unknown one is refused on every route that takes a credential', async () => {
    const listed = operations.filter(isCredentialed)
    expect(listed.length).toBeGreaterThan(60)
    const answers = await pMap(
      listed,
      async (each) => {
        const { status, body } = await ask(each, `${pathOf(each)}?unknown_thing=1`)
        return [nameOf(each), status, body?.error?.details]
      },
      { concurrency: AT_ONCE },
    )
    expect(answers).toEqual(
      listed.map((each) => [
        nameOf(each),
        422,
        [{ path: 'unknown_thing', message: 'is not a known parameter' }],
      ]),
    )
  })

  test('a misspelled one gets a suggestion, and one that is given twice is refused', async () => {
    const each = operations
      .filter(isCredentialed)
      .flatMap((listed) => parametersOf(listed, 'query').map((name) => ({ listed, name })))
      .filter(({ name }) => name.length > 3)
    const answers = await pMap(
      each,
      async ({ listed, name }) => {
        const path = pathOf(listed)
        const misspelled = await ask(listed, `${path}?${name}s=1`)
        const twice = await ask(listed, `${path}?${name}=1&${name}=2`)
        return [
          nameOf(listed),
          misspelled.body.error?.details?.[0],
          twice.status,
          twice.body.error?.message,
        ]
      },
      { concurrency: AT_ONCE },
    )
    expect(answers).toEqual(
      each.map(({ listed, name }) => {
        const help = name === 'domain' ? 'use domain, one name' : `did you mean ${name}?`
        const message = `is not a known parameter; ${help}`
        return [
          nameOf(listed),
          { path: `${name}s`, message, suggestion: name },
          422,
          `${name}: must be given only once`,
        ]
      }),
    )
  })

  test('an unknown one changes nothing on a route without a credential', async () => {
    const open = operations.filter((listed) => listed.method === 'get' && !isCredentialed(listed))
    expect(open.length).toBeGreaterThan(10)
    const statuses = (query: string) =>
      pMap(open, async (each) => (await ask(each, pathOf(each) + query)).status, {
        concurrency: AT_ONCE,
      })
    expect(await statuses('?utm_source=mail')).toEqual(await statuses(''))
  })

  test('a page of history with a misspelled cursor is refused', async () => {
    const { status, body } = await account.request(
      'GET',
      '/domains/fennandoakbakery.com/history?befor=2020-01-01T00:00:00Z',
    )
    expect([status, body.error?.details]).toEqual([
      422,
      [
        {
          path: 'befor',
          message: 'is not a known parameter; did you mean before?',
          suggestion: 'before',
        },
      ],
    ])
  })
})

describe('ids and domains', () => {
  const BODIES: Record<string, unknown> = {
    'POST /jobs/{job_id}/feedback': { verdict: 'right' },
    'PATCH /monitors/{monitor_id}': { label: 'changed' },
    'POST /changes/{change_id}/acknowledge': { verdict: 'expected' },
  }
  const withId = operations.filter(
    (listed) => isCredentialed(listed) && parametersOf(listed, 'path').some((name) => name in IDS),
  )

  test.each([
    ['nonsense', () => 'nonsense'],
    ['an id in capitals', (prefix: IdentifierPrefix) => newIdentifier(prefix).toUpperCase()],
    [
      'an id with a letter too few',
      (prefix: IdentifierPrefix) => newIdentifier(prefix).slice(0, -1),
    ],
    ['a blank after an id', (prefix: IdentifierPrefix) => `${newIdentifier(prefix)} `],
  ])('%s as an id is 404 on GET, and 422 that names it otherwise', async (_, idOf) => {
    expect(withId.length).toBeGreaterThan(15)
    const answers = await pMap(
      withId,
      async (listed) => {
        const name = nameOf(listed)
        const { status, body } = await ask(listed, pathOf(listed, idOf), BODIES[name])
        return [name, status, body.error?.details?.[0]?.path]
      },
      { concurrency: AT_ONCE },
    )
    expect(answers).toEqual(
      withId.map((listed) =>
        listed.method === 'get'
          ? [nameOf(listed), 404, undefined]
          : [nameOf(listed), 422, parametersOf(listed, 'path')[0]],
      ),
    )
  })

  test.each(['localhost', 'https://example.com/', 'exam ple.com', 'x'.repeat(900), ''])(
    'the filter domain=%j is 422 on every list',
    async (text) => {
      const lists = operations.filter((listed) => parametersOf(listed, 'query').includes('domain'))
      expect(lists.map(nameOf)).toEqual(
        expect.arrayContaining(['GET /jobs', 'GET /monitors', 'GET /changes']),
      )
      for (const listed of lists) {
        const { status, body } = await ask(
          listed,
          `${pathOf(listed)}?domain=${encodeURIComponent(text)}`,
        )
        expect([nameOf(listed), status, body.error?.details?.[0]?.path]).toEqual([
          nameOf(listed),
          422,
          'domain',
        ])
      }
    },
  )

  test('a filter by an id that is none is 422', async () => {
    const { status, body } = await account.request('GET', '/feedback?job_id=nonsense')
    expect([status, body.error?.message]).toEqual([422, 'job_id: is not the id of a job'])
  })

  test('a domain in a path that is none is 422 on every route', async () => {
    const paths = operations.filter((listed) => parametersOf(listed, 'path').includes('domain'))
    expect(paths.length).toBeGreaterThan(1)
    for (const listed of paths) {
      const { status, body } = await ask(listed, listed.path.replace('{domain}', 'localhost'))
      expect([status, body.error?.code]).toEqual([422, 'INVALID_DOMAIN'])
    }
  })
})
