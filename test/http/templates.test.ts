import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Service, type ServiceAccount, startService } from '../platform/service.ts'

let service: Service
let account: ServiceAccount

beforeAll(async () => {
  service = await startService({ env: { SCHEMA_MUTATIONS_PER_HOUR: '6' } })
  account = await service.account()
})
afterAll(() => service.stop())

const FIELDS = ['domain', 'scoring_result.candidates[].entity']

test('a template is created, listed, read, used by name and by id, and deleted', async () => {
  const { status, body } = await account.request('POST', '/schemas/templates', {
    name: 'short',
    fields: FIELDS,
  })
  expect(status).toBe(200)
  const template = body.data as { template_id: string }
  expect(template).toMatchObject({
    template_id: expect.stringMatching(/^tpl_/),
    name: 'short',
    fields: FIELDS,
    created_at: expect.stringMatching(/Z$/),
  })
  const list = await account.request('GET', '/schemas/templates')
  expect([list.body.data, list.body.meta]).toEqual([
    { templates: [template] },
    { limit: 20, offset: 0, has_more: false },
  ])
  expect(
    (await account.request('GET', `/schemas/templates/${template.template_id}`)).body.data,
  ).toEqual(template)

  const made = await account.request('POST', '/analyze?template=short', {
    domain: 'test-corp.sandbox.example',
    depth: 'quick',
  })
  expect(made.body.data).toEqual({
    domain: 'test-corp.sandbox.example',
    scoring_result: { candidates: [{ entity: 'Test Corporation' }] },
  })
  const whole = await account.request('POST', '/analyze', {
    domain: 'test-corp.sandbox.example',
    depth: 'quick',
  })
  const read = await account.request(
    'GET',
    `/jobs/${whole.body.data?.job_id}?template=${template.template_id}`,
  )
  expect(read.body.data).toEqual(made.body.data)

  const gone = await account.request('DELETE', `/schemas/templates/${template.template_id}`)
  expect([gone.status, gone.body.data]).toEqual([
    200,
    { template_id: template.template_id, deleted: true },
  ])
  expect((await account.request('GET', `/schemas/templates/${template.template_id}`)).status).toBe(
    404,
  )
})

test('an unknown template answers 404 before anything is analyzed or charged', async () => {
  const { status, body } = await account.request('POST', '/analyze?template=nowhere', {
    domain: 'fennandoakbakery.com',
    depth: 'quick',
  })
  expect([status, body.error?.code]).toEqual([404, 'NOT_FOUND'])
  const { rows } = await service.platform.pool.query(
    `select count(*)::integer as n from jobs where domain = 'fennandoakbakery.com'`,
  )
  expect(rows).toEqual([{ n: 0 }])
})

test.each([
  [
    'an unknown field',
    { name: 'x', fields: ['domain', 'colour'] },
    /fields\.1: 'colour' has no field 'colour'/,
  ],
  ['no fields', { name: 'x', fields: [] }, /fields/],
  ['51 fields', { name: 'x', fields: Array(51).fill('domain') }, /fields/],
  ['no name', { name: '', fields: FIELDS }, /name/],
  ['a name of spaces', { name: '  ', fields: FIELDS }, /name/],
  ['a name that Postgres cannot store', { name: 'n\u0000', fields: FIELDS }, /name/],
  ['a name with half a surrogate pair', { name: 'n\ud800', fields: FIELDS }, /name/],
  ['a name of 65 characters', { name: 'n'.repeat(65), fields: FIELDS }, /name/],
])('a template with %s is refused', async (_, wanted, message) => {
  const { status, body } = await account.request('POST', '/schemas/templates', wanted)
  expect([status, body.error?.code]).toEqual([422, 'VALIDATION_ERROR'])
  expect(body.error?.message).toMatch(message)
})

test("a template name is unique per account, another account's template looks unknown, and changes are limited per hour", async () => {
  const stranger = await service.account()
  const mine = await stranger.request('POST', '/schemas/templates', {
    name: 'mine',
    fields: FIELDS,
  })
  const again = await stranger.request('POST', '/schemas/templates', {
    name: 'mine',
    fields: ['domain'],
  })
  expect([again.status, again.body.error?.code]).toEqual([409, 'TEMPLATE_EXISTS'])
  const theirs = `/schemas/templates/${mine.body.data?.template_id}`
  expect((await account.request('GET', theirs)).text).toBe(
    (await account.request('GET', '/schemas/templates/tpl_01h455vb4pex5vsknk084sn02q')).text,
  )
  expect((await account.request('DELETE', theirs)).status).toBe(404)
  expect((await account.request('DELETE', '/schemas/templates/nonsense')).status).toBe(422)
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, n) =>
      stranger.request('POST', '/schemas/templates', { name: `many-${n}`, fields: FIELDS }),
    ),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(4)
  const refused = answers.filter(({ status }) => status === 429)
  expect(refused).toHaveLength(4)
  expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0)
})
