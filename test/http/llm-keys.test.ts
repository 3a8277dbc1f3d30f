import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Service, type ServiceAccount, startService } from '../platform/service.ts'

let service: Service
let team: ServiceAccount

beforeAll(async () => {
  service = await startService({ env: { LLM_KEY_SAVES_PER_HOUR: '8' } })
  team = await service.account({ tier: 'team' })
})
afterAll(() => service.stop())

const call = (who: ServiceAccount, method: string, path: string, body?: unknown) =>
  service.request(method, path, body, { authorization: `Bearer ${who.bearerToken}` })
const save = (who: ServiceAccount, body: unknown) => call(who, 'POST', '/account/llm-keys', body)
const list = async (who: ServiceAccount) =>
  (await call(who, 'GET', '/account/llm-keys')).body.data?.keys

describe('saved model keys', () => {
  test('a model key is checked, saved, listed without its value, replaced and deleted', async () => {
    const saved = await save(team, {
      provider: 'anthropic',
      api_key: 'sk-ant-first-honest-1234',
      model: 'claude-x',
    })
    expect([saved.status, saved.body.data]).toEqual([
      200,
      {
        provider: 'anthropic',
        model: 'claude-x',
        key_hint: '1234',
        is_active: true,
        created_at: expect.stringMatching(/Z$/),
        updated_at: expect.stringMatching(/Z$/),
      },
    ])
    const replaced = await save(team, {
      provider: 'anthropic',
      api_key: 'sk-ant-second-honest-9876',
    })
    expect(replaced.body.data).toMatchObject({
      key_hint: '9876',
      created_at: saved.body.data?.created_at,
    })
    await save(team, { provider: 'google', api_key: 'AIza-honest-5555' })
    expect(await list(team)).toMatchObject([
      { provider: 'anthropic', key_hint: '9876' },
      { provider: 'google', key_hint: '5555' },
    ])
    expect((await call(team, 'DELETE', '/account/llm-keys/anthropic')).status).toBe(204)
    expect(await list(team)).toMatchObject([{ provider: 'google' }])
    const again = await call(team, 'DELETE', '/account/llm-keys/anthropic')
    expect([again.status, again.body.error?.code]).toEqual([404, 'NOT_FOUND'])
    const { rows } = await service.platform.pool.query(
      `select sealed, deleted_at is not null as gone from llm_keys where account_id = $1 and provider = 'anthropic'`,
      [team.userId],
    )
    expect(rows).toEqual([{ sealed: null, gone: true }])
  })

  test.each([
    [{ provider: 'openai', api_key: 'sk-invalid-key' }, 422, 'LLM_KEY_REJECTED'],
    [{ provider: 'google', api_key: 'AIza-invalid-key' }, 422, 'LLM_KEY_REJECTED'],
    [{ provider: 'openai', api_key: 'sk-refusing-key' }, 422, 'LLM_KEY_REJECTED'],
    [{ provider: 'openai', api_key: 'sk-limited-key' }, 503, 'UNAVAILABLE'],
    [{ provider: 'openai', api_key: 'sk-failing-key' }, 503, 'UNAVAILABLE'],
    [{ provider: 'mistral', api_key: 'sk-honest-key' }, 400, 'UNSUPPORTED_PROVIDER'],
    [{ provider: 'openai', api_key: 'with a space in it' }, 422, 'VALIDATION_ERROR'],
    [
      { provider: 'openai', api_key: 'sk-honest-key', model: '../models/x' },
      422,
      'VALIDATION_ERROR',
    ],
    [{ provider: 'openai', api_key: 'sk-honest-key', extra: 1 }, 422, 'VALIDATION_ERROR'],
    [{ provider: 'openai' }, 422, 'VALIDATION_ERROR'],
  ])('a model key %j is not saved: %i %s', async (body, status, code) => {
    const owner = await service.account({ tier: 'enterprise' })
    const answer = await save(owner, body)
    expect([answer.status, answer.body.error?.code]).toEqual([status, code])
    if ('api_key' in body) expect(answer.text).not.toContain(body.api_key)
    expect(await list(owner)).toEqual([])
  })

  test('saving a model key is limited per hour', async () => {
    const owner = await service.account({ tier: 'team' })
    for (let n = 0; n < 8; n++) await save(owner, { provider: 'openai', api_key: 'sk-invalid-key' })
    const { status, body, headers } = await save(owner, {
      provider: 'openai',
      api_key: 'sk-honest-key',
    })
    expect([status, body.error?.code, Number(headers.get('retry-after')) > 0]).toEqual([
      429,
      'RATE_LIMITED',
      true,
    ])
  })
})

describe('tiers below Team', () => {
  test.each(['free', 'pro'] as const)('a %s account cannot save a model key', async (tier) => {
    const owner = await service.account({ tier })
    const answers = [
      await call(owner, 'GET', '/account/llm-keys'),
      await save(owner, { provider: 'openai', api_key: 'sk-honest-key' }),
      await save(owner, {}),
      await call(owner, 'DELETE', '/account/llm-keys/openai'),
    ]
    expect(answers.map(({ status, body }) => [status, body.error?.code])).toEqual(
      answers.map(() => [403, 'TIER_REQUIRED']),
    )
  })
})

test('deleting the key of an unknown provider answers 422, a missing key 404', async () => {
  const unknown = await call(team, 'DELETE', '/account/llm-keys/mistral')
  expect([unknown.status, unknown.body.error?.details]).toEqual([
    422,
    [{ path: 'provider', message: 'must be one of anthropic, openai, google' }],
  ])
  expect((await call(team, 'DELETE', '/account/llm-keys/openai')).status).toBe(404)
})

test('the model keys of another account are not listed and cannot be deleted', async () => {
  const [one, other] = [
    await service.account({ tier: 'team' }),
    await service.account({ tier: 'team' }),
  ]
  await save(one, { provider: 'openai', api_key: 'sk-honest-mine' })
  expect(await list(other)).toEqual([])
  expect((await call(other, 'DELETE', '/account/llm-keys/openai')).status).toBe(404)
  expect(await list(one)).toMatchObject([{ provider: 'openai' }])
})

test('closing an account deletes its model keys', async () => {
  const owner = await service.account({ tier: 'team' })
  await save(owner, { provider: 'openai', api_key: 'sk-honest-closing' })
  expect((await call(owner, 'DELETE', '/auth/me')).status).toBe(200)
  const { rows } = await service.platform.pool.query(
    'select id from llm_keys where account_id = $1',
    [owner.userId],
  )
  expect(rows).toEqual([])
})
