import { decode } from '@toon-format/toon'
import { expect, test } from 'vitest'
import { negotiated, prefersToon } from '../../../../shared/platform/http/negotiation.ts'

test.each([
  [null, false],
  ['*/*', false],
  ['application/json', false],
  ['application/toon', true],
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
])('Accept %j prefers TOON: %s', (accept, toon) => {
  expect(prefersToon(accept)).toBe(toon)
})

test('a JSON answer becomes TOON with the same content, and says that it varies', async () => {
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
  const answer = await negotiated(Response.json(value, { status: 202 }), 'application/toon')
  expect(answer.status).toBe(202)
  expect(answer.headers.get('content-type')).toBe('application/toon')
  expect(answer.headers.get('vary')).toBe('Accept')
  expect(decode(await answer.text())).toEqual(value)
})

test('files are left alone', async () => {
  const answer = await negotiated(new Response('a,b', { headers: { 'content-type': 'text/csv' } }), 'application/toon')
  expect(answer.headers.get('content-type')).toBe('text/csv')
  expect(await answer.text()).toBe('a,b')
})
