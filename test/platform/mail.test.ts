import { beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { callOf } from './calls-for-tests.ts'
import { createOutbox, type Outbox } from './mail.ts'

let at: Date
let outbox: Outbox

beforeEach(() => {
  at = new Date('2026-11-20T12:00:00Z')
  outbox = createOutbox(() => at)
})

const MAIL = {
  from: 'Service <service@tests.example>',
  to: ['One <one@tests.example>', 'two@tests.example'],
  subject: 'Hello',
  html: '<p>Hi</p>',
}
const HEADERS = {
  authorization: 'Bearer re_key',
  'user-agent': 'tests/1.0',
  'idempotency-key': 'k',
}
const { subject: _, ...withoutSubject } = MAIL
const { html: __, ...withoutContent } = MAIL

async function post(body: unknown, headers: Record<string, string> = {}, method = 'POST') {
  const { 'user-agent': userAgent, ...others } = { ...HEADERS, ...headers }
  const call = callOf('https://api.resend.com/emails', {
    method,
    headers: others,
    body: JSON.stringify(body),
  })
  const answer = await outbox.answer({
    ...call,
    headers: { ...call.headers, 'user-agent': userAgent },
  })
  const text = String(answer.body)
  return {
    status: answer.status,
    text,
    name: z.object({ name: z.string() }).safeParse(text.startsWith('{') ? JSON.parse(text) : null)
      .data?.name,
    headers: answer.headers,
  }
}

test('one idempotency key sends one email to each recipient', async () => {
  const first = await post(MAIL)
  expect(first.status).toBe(200)
  expect(await post(MAIL)).toEqual(first)
  expect(outbox.list()).toHaveLength(2)
  expect(outbox.list('ONE@tests.example')).toEqual([
    {
      to: 'one@tests.example',
      subject: 'Hello',
      text: '',
      html: '<p>Hi</p>',
      headers: { from: MAIL.from },
      at: at.toISOString(),
    },
  ])
  expect(await post({ ...MAIL, subject: 'Other' })).toMatchObject({
    status: 409,
    name: 'invalid_idempotent_request',
  })
})

test.each([
  ['without an API key', MAIL, { authorization: '' }, 401, 'missing_api_key'],
  ['with an unknown API key', MAIL, { authorization: 'Bearer key' }, 403, 'invalid_api_key'],
  [
    'with a long idempotency key',
    MAIL,
    { 'idempotency-key': 'k'.repeat(257) },
    400,
    'invalid_idempotency_key',
  ],
  ['without a subject', withoutSubject, {}, 422, 'missing_required_field'],
  ['without a content', withoutContent, {}, 422, 'missing_required_field'],
  ['with an unknown field', { ...MAIL, replyTo: 'a@b.example' }, {}, 422, 'validation_error'],
  ['from no address', { ...MAIL, from: 'Service' }, {}, 422, 'invalid_from_address'],
  ['from a domain of others', { ...MAIL, from: 'a@gmail.com' }, {}, 403, 'validation_error'],
  ['to no address', { ...MAIL, to: 'somebody' }, {}, 422, 'validation_error'],
])('a request %s is refused', async (_what, body, headers, status, name) => {
  expect(await post(body, headers)).toMatchObject({ status, name })
  expect(outbox.list()).toEqual([])
})

test('a request without a User-Agent is refused before it reaches the service', async () => {
  expect(await post(MAIL, { 'user-agent': '' })).toMatchObject({
    status: 403,
    text: 'error code: 1010',
  })
})

test('the sixth request of a second is refused with the time to wait', async () => {
  const answers = []
  for (let n = 0; n < 6; n++) answers.push(await post(MAIL, { 'idempotency-key': `k${n}` }))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 429])
  expect(answers.at(-1)).toMatchObject({
    name: 'rate_limit_exceeded',
    headers: { 'retry-after': '1' },
  })
  at = new Date(at.getTime() + 1_000)
  expect((await post(MAIL, { 'idempotency-key': 'k6' })).status).toBe(200)
  expect(outbox.limited()).toBe(1)
})
