import { expect, test } from 'vitest'
import { sendWithResend } from '../../../shared/emails/resend.ts'

const EMAIL = {
  from: 'a@b.example',
  to: 'person@c.example',
  subject: 's',
  text: 't',
  html: '<p>t</p>',
  headers: {},
}
const NOW = new Date('2026-11-20T12:00:00Z')

async function sent(status: number, body: unknown, headers: Record<string, string> = {}) {
  const asked: Headers[] = []
  const fetch = async (_url: string, init: RequestInit) => {
    asked.push(new Headers(init.headers))
    return new Response(JSON.stringify(body), { status, headers })
  }
  const provider = { fetch, apiKey: 'k', userAgent: 'service/1.0', now: () => NOW }
  return { answer: await sendWithResend(provider, EMAIL, 'key'), asked }
}

test('a request names its program, because Resend refuses requests without a User-Agent', async () => {
  const { answer, asked } = await sent(200, { id: 'mail_1' })
  expect(answer).toEqual({ then: 'sent', providerId: 'mail_1' })
  expect(asked.map((headers) => headers.get('user-agent'))).toEqual(['service/1.0'])
})

test.each([
  [400, { name: 'validation_error' }, 'refused'],
  [401, { name: 'missing_api_key' }, 'refused'],
  [403, { name: 'invalid_api_key' }, 'refused'],
  [403, 'error code: 1010', 'refused'],
  [408, null, 'refused'],
  [409, { name: 'invalid_idempotent_request' }, 'refused'],
  [409, { name: 'concurrent_idempotent_requests' }, 'retry'],
  [422, { name: 'invalid_from_address' }, 'refused'],
  [429, { name: 'rate_limit_exceeded' }, 'retry'],
  [307, null, 'retry'],
  [500, { name: 'application_error' }, 'retry'],
  [200, { message: 'no id' }, 'retry'],
])('after status %i and body %j the email is: %s', async (status, body, then) => {
  expect((await sent(status, body)).answer.then).toBe(then)
})

test.each([
  [{ 'retry-after': '7' }, 7],
  [{ 'ratelimit-reset': '3' }, 3],
  [{ 'retry-after': '86400', 'ratelimit-reset': '1' }, 86_400],
  [{ 'retry-after': 'Fri, 20 Nov 2026 12:00:09 GMT' }, 9],
  [{ 'retry-after': 'soon' }, null],
  [{}, null],
])(
  'after too many requests with the headers %j, the email waits %s seconds',
  async (headers, afterSeconds) => {
    expect((await sent(429, { name: 'rate_limit_exceeded' }, headers)).answer).toMatchObject({
      afterSeconds,
    })
  },
)

test.each([
  [
    422,
    { name: 'validation_error', message: 'Invalid to: person@c.example' },
    'Resend answered 422: validation_error',
  ],
  [
    429,
    { name: 'rate_limit_exceeded', message: 'person@c.example' },
    'Resend answered 429: rate_limit_exceeded',
  ],
  [422, { name: 'person@c.example' }, 'Resend answered 422'],
  [400, 'person@c.example is wrong', 'Resend answered 400'],
  [200, { message: 'person@c.example' }, 'Resend answered 200'],
])(
  'the reason of a refusal with status %i and body %j does not name the recipient',
  async (status, body, because) => {
    expect((await sent(status, body)).answer).toMatchObject({ because })
  },
)
