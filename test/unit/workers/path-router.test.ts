import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { PathRouter } from '../../../workers/path-router.ts'

const app = new Hono({ router: new PathRouter() })
  .use(async (c, next) => {
    await next()
    c.header('x-seen', c.req.path)
  })
  .get('/monitors/feed', (c) => c.text('feed'))
  .get('/monitors/:monitor_id', (c) => c.text(`monitor ${c.req.param('monitor_id')}`))
  .post('/monitors/feed', (c) => c.text('new feed'))
  .notFound((c) => c.text('nothing', 404))

test.each([
  ['GET', '/monitors/feed', 'feed'],
  ['POST', '/monitors/feed', 'new feed'],
  ['GET', '/monitors/mon_1', 'monitor mon_1'],
  ['GET', '/monitors/mon_2', 'monitor mon_2'],
  ['PUT', '/monitors/feed', 'nothing'],
  ['GET', '/monitors/feed/', 'nothing'],
])('%s %s gets the same answer each time: %s', async (method, path, text) => {
  for (const _time of ['first', 'second']) {
    const answer = await app.request(path, { method })
    expect(await answer.text()).toBe(text)
    expect(answer.headers.get('x-seen')).toBe(path)
  }
})

test('a route that is added after the first request belongs to the answer of its path', () => {
  const router = new PathRouter<string>()
  router.add('GET', '/jobs', 'jobs')
  expect(router.match('GET', '/jobs')[0]).toHaveLength(1)
  router.add('ALL', '*', 'later')
  expect(router.match('GET', '/jobs')[0].map(([handler]) => handler)).toEqual(['jobs', 'later'])
})
