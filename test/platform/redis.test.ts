import { Ratelimit } from '@upstash/ratelimit'
import { Redis } from '@upstash/redis'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { callOf, responseOf } from './calls-for-tests.ts'
import { startGuardian } from './guardian.ts'
import { startUpstash, type Upstash } from './redis.ts'

const guardian = startGuardian(null)
let upstash: Upstash
let redis: Redis

beforeAll(async () => {
  upstash = await startUpstash('secret', undefined, guardian)
  redis = new Redis({
    url: upstash.url,
    token: upstash.token,
    retry: false,
    enableTelemetry: false,
  })
})

beforeEach(async () => {
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) =>
    responseOf(await upstash.answer(callOf(url, init))),
  )
  await redis.flushall()
})

afterAll(async () => {
  await upstash.close()
  guardian.close()
})

test('stored text and JSON are returned unchanged', async () => {
  await redis.set('greeting', 'grüß dich 🙂')
  await redis.set('object', { nested: [1, 'two', null] })
  expect(await redis.get('greeting')).toBe('grüß dich 🙂')
  expect(await redis.mget('object', 'nothing')).toEqual([{ nested: [1, 'two', null] }, null])
  expect(await redis.get('nothing')).toBeNull()
})

test('options of a command reach Redis', async () => {
  expect(await redis.set('once', 1, { nx: true, px: 60_000 })).toBe('OK')
  expect(await redis.set('once', 2, { nx: true })).toBeNull()
  expect(await redis.pttl('once')).toBeGreaterThan(0)
})

test('replies of hash and sorted set commands keep their format', async () => {
  await redis.hset('hash', { a: '1', b: 'two' })
  await redis.zadd('scores', { score: 2, member: 'second' }, { score: 1, member: 'first' })
  expect(await redis.hgetall('hash')).toEqual({ a: 1, b: 'two' })
  expect(await redis.zrange('scores', 0, -1)).toEqual(['first', 'second'])
})

test('a pipeline answers every command, including the failed ones', async () => {
  const outcomes = await redis
    .pipeline()
    .set('n', 1)
    .evalsha('0'.repeat(40), [], [])
    .incr('n')
    .exec({ keepErrors: true })
  expect(outcomes.map(({ error }) => error === undefined)).toEqual([true, false, true])
  expect(outcomes[2]?.result).toBe(2)
})

test('a transaction answers all its commands', async () => {
  expect(await redis.multi().set('n', 5).incr('n').get('n').exec()).toEqual(['OK', 6, 6])
})

test('scripts run with keys and arguments, by text and by digest', async () => {
  const script = 'redis.call("SET", KEYS[1], ARGV[1]) return { redis.call("GET", KEYS[1]), 7 }'
  expect(await redis.eval(script, ['key'], ['value'])).toEqual(['value', 7])
  const digest = await redis.scriptLoad(script)
  expect(await redis.evalsha(digest, ['key'], ['other'])).toEqual(['other', 7])
  await expect(redis.evalsha('0'.repeat(40), [], [])).rejects.toThrow(/NOSCRIPT/)
})

test("Upstash's rate limiter works, although its scripts use a flag that Redis refuses", async () => {
  const limiter = new Ratelimit({
    redis,
    limiter: Ratelimit.tokenBucket(2, '1 h', 2),
    ephemeralCache: false,
  })
  const outcomes = [
    await limiter.limit('someone'),
    await limiter.limit('someone'),
    await limiter.limit('someone'),
  ]
  expect(outcomes.map(({ success }) => success)).toEqual([true, true, false])
  expect((await limiter.limit('someone else')).success).toBe(true)
  const window = new Ratelimit({
    redis,
    limiter: Ratelimit.slidingWindow(1, '1 h'),
    ephemeralCache: false,
  })
  expect([(await window.limit('x')).success, (await window.limit('x')).success]).toEqual([
    true,
    false,
  ])
})

test('two emulated Redis servers in one process share no data', async () => {
  const other = await startUpstash('secret', undefined, guardian)
  await redis.set('mine', 1)
  const answer = await other.answer(
    callOf(other.url, {
      method: 'POST',
      headers: { authorization: 'Bearer secret' },
      body: '["GET","mine"]',
    }),
  )
  expect(answer).toMatchObject({ status: 200, body: '{"result":null}' })
  await other.close()
})

const headers = { authorization: 'Bearer secret' }

test.each([
  ['a missing token', '/', '["PING"]', {}, 401],
  ['a wrong token', '/', '["PING"]', { authorization: 'Bearer other' }, 401],
  ['a body that is not JSON', '/', 'PING', headers, 400],
  ['a body that is not a list', '/', '{"a":1}', headers, 400],
  ['an empty list', '/', '[]', headers, 400],
  ['an unknown command', '/', '["NOSUCH"]', headers, 400],
  ['a pipeline that contains no lists', '/pipeline', '["PING"]', headers, 400],
  ['an unknown URL path', '/set/a/b', '', headers, 404],
])('a request with %s is refused', async (_what, path, body, sent, status) => {
  const answer = await upstash.answer(
    callOf(upstash.url + path, { method: 'POST', headers: sent, body }),
  )
  expect(answer.status).toBe(status)
  expect(JSON.parse(String(answer.body))).toHaveProperty('error')
})
