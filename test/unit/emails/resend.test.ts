import { expect, test } from 'vitest'
import { sendWithResend } from '../../../shared/emails/resend.ts'

const EMAIL = { from: 'a@b.example', to: 'person@c.example', subject: 's', text: 't', html: '<p>t</p>', headers: {} }
const sent = (status: number, body: string) =>
  sendWithResend({ fetch: async () => new Response(body, { status }), apiKey: 'k' }, EMAIL, 'key')

test.each([
  [422, { name: 'validation_error', message: 'Invalid to: person@c.example' }, 'Resend answered 422: validation_error'],
  [429, { name: 'rate_limit_exceeded', message: 'person@c.example' }, 'Resend answered 429: rate_limit_exceeded'],
  [422, { name: 'person@c.example' }, 'Resend answered 422'],
  [400, 'person@c.example is wrong', 'Resend answered 400'],
  [200, { message: 'person@c.example' }, 'Resend answered 200'],
])('the reason of a refusal with status %i and body %j does not name the recipient', async (status, body, because) => {
  expect(await sent(status, JSON.stringify(body))).toMatchObject({ because })
})
