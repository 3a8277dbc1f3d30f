import { decode } from '@toon-format/toon'
import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { negotiate } from '../../../../shared/platform/http/negotiation.ts'

const value = {
  data: {
    jobs: [
      { id: 1, name: 'a, b' },
      { id: 2, name: 'ü' },
    ],
  },
  error: null,
  meta: null,
}
const app = new Hono()
  .use(async (c, next) => {
    await next()
    await negotiate(c)
  })
  .get('/', (c) => c.json(value, 202))
  .get('/file', (c) => c.body('a,b', 200, { 'content-type': 'text/csv' }))
  .get('/bundle', (c) =>
    c.json(value, 200, { 'content-disposition': 'attachment; filename="a.json"' }),
  )

const ask = (path: string, accept: string | null) =>
  app.request(path, { headers: accept === null ? {} : { accept } })

test.each([
  [null, false],
  ['*/*', false],
  ['application/json', false],
  ['application/toon', true],
  ['Application/TOON', true],
  ['application/toon, application/json', true],
  ['application/json, application/toon', false],
  ['application/json;q=0.5, application/toon;q=0.5', false],
  ['*/*, application/toon', true],
  ['application/json, application/toon;q=0.5', false],
  ['application/json;q=0.4, application/toon;q=0.5', true],
  ['application/toon;q=0', false],
  ['text/html, application/toon;q=0.3, */*;q=0.2', true],
  ['application/toon;q=0.1, */*;q=0.9', false],
  ['application/*;q=0.9, application/toon;q=0.8', false],
])('the Accept header %j selects TOON: %s', async (accept, toon) => {
  const { headers } = await ask('/', accept)
  expect(headers.get('content-type')).toBe(
    toon ? 'application/toon' : 'application/json; charset=utf-8',
  )
  expect(headers.get('vary')).toBe('Accept')
})

test('a TOON response has the same content and status as the JSON response', async () => {
  const answer = await ask('/', 'application/toon')
  expect(answer.status).toBe(202)
  expect(decode(await answer.text())).toEqual(value)
})

test.each([
  ['/file', 'text/csv', 'a,b'],
  ['/bundle', 'application/json', JSON.stringify(value)],
])('the file %s is never converted to TOON', async (path, type, text) => {
  const answer = await ask(path, 'application/toon')
  expect(answer.headers.get('content-type')).toBe(type)
  expect(await answer.text()).toBe(text)
})
