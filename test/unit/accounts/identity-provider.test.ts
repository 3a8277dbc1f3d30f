import { expect, test } from 'vitest'
import {
  deleteUser,
  exchangeMagicLink,
  IdentityUnavailable,
} from '../../../shared/accounts/identity-provider.ts'

const LINK = { token: 'hash', type: 'email' } as const
const SESSION = {
  access_token: 'a',
  refresh_token: 'r',
  expires_in: 3_600,
  token_type: 'bearer',
  user: { id: 'u', email: 'a@b.example' },
}

async function exchange(
  status: number,
  body: unknown,
  serviceKey = 'sb_secret_x',
  address: string | null = '192.0.2.7',
) {
  const asked: Headers[] = []
  const fetch = async (_url: string, init: RequestInit) => {
    asked.push(new Headers(init.headers))
    return new Response(typeof body === 'string' ? body : JSON.stringify(body), { status })
  }
  const service = {
    url: 'https://idp.example',
    publishableKey: 'sb_publishable_x',
    serviceKey,
    fetch,
  }
  const answer = await exchangeMagicLink(service, LINK, address).catch((error: unknown) => error)
  return { answer, headers: asked[0] }
}

test.each([
  ['with a secret key', 'sb_secret_x', '192.0.2.7', 'sb_secret_x', '192.0.2.7'],
  [
    'not with a key of the old kind',
    'eyJhbGciOiJIUzI1NiJ9.e30.x',
    '192.0.2.7',
    'sb_publishable_x',
    null,
  ],
  ['not without an address', 'sb_secret_x', null, 'sb_publishable_x', null],
])("the client's address is named %s", async (_, serviceKey, address, apikey, forwarded) => {
  const { headers } = await exchange(200, SESSION, serviceKey, address)
  expect([headers?.get('apikey'), headers?.get('sb-forwarded-for')]).toEqual([apikey, forwarded])
  expect(headers?.get('x-supabase-api-version')).toBe('2024-01-01')
})

test.each([
  [403, { code: 'otp_expired', message: 'm' }, 'refused', 'verify answered 403: otp_expired'],
  [
    403,
    { code: 403, error_code: 'otp_expired', msg: 'm' },
    'refused',
    'verify answered 403: otp_expired',
  ],
  [
    400,
    { code: 'validation_failed', message: 'a@b.example' },
    'refused',
    'verify answered 400: validation_failed',
  ],
  [
    429,
    { code: 'over_request_rate_limit' },
    'limited',
    'verify answered 429: over_request_rate_limit',
  ],
  [
    429,
    { code: 429, error_code: 'over_request_rate_limit' },
    'limited',
    'verify answered 429: over_request_rate_limit',
  ],
  [429, '<html>', 'limited', 'verify answered 429'],
])(
  'status %i with the body %j is read in both formats of errors',
  async (status, body, outcome, because) => {
    expect((await exchange(status, body)).answer).toEqual({ outcome, because })
  },
)

test.each([
  [401, { message: 'Invalid API key' }],
  [403, '<html>'],
  [403, { code: 'a@b.example' }],
  [500, { code: 'unexpected_failure' }],
  [200, { ...SESSION, access_token: '' }],
])('status %i with the body %j is not the fault of the link', async (status, body) => {
  const { answer } = await exchange(status, body)
  expect(answer).toBeInstanceOf(IdentityUnavailable)
  expect(String(answer)).not.toContain('a@b.example')
})

test.each([
  ['a secret key', 'sb_secret_x', [200], [null]],
  [
    'a secret key that its gateway wants as bearer token',
    'sb_secret_x',
    [403, 200],
    [null, 'Bearer sb_secret_x'],
  ],
  [
    'a key of the old kind',
    'eyJhbGciOiJIUzI1NiJ9.e30.x',
    [204],
    ['Bearer eyJhbGciOiJIUzI1NiJ9.e30.x'],
  ],
  ['a secret key, for a user who is already deleted', 'sb_secret_x', [404], [null]],
])('a user is deleted with %s', async (_, serviceKey, statuses, credentials) => {
  const asked: (string | null)[] = []
  const fetch = async (_url: string, init: RequestInit) => {
    asked.push(new Headers(init.headers).get('authorization'))
    return new Response(null, { status: statuses[asked.length - 1] ?? 500 })
  }
  await deleteUser({ url: 'https://idp.example', serviceKey, fetch }, 'person-1')
  expect(asked).toEqual(credentials)
})

test.each([
  ['sb_secret_x', 403, 2],
  ['sb_secret_x', 500, 1],
  ['eyJhbGciOiJIUzI1NiJ9.e30.x', 401, 1],
])(
  'a refused deletion with the key %s and status %i fails after %i requests',
  async (serviceKey, status, count) => {
    let requests = 0
    const fetch = async () => {
      requests += 1
      return Response.json({ code: 'bad_jwt' }, { status })
    }
    const deleted = deleteUser({ url: 'https://idp.example', serviceKey, fetch }, 'person-1')
    await expect(deleted).rejects.toThrow(`delete answered ${status}: bad_jwt`)
    expect(requests).toBe(count)
  },
)
