import type { Session as SupabaseSession, VerifyTokenHashParams } from '@supabase/auth-js'
import { z } from 'zod'
import { parseJson } from '../platform/crypto/encodings.ts'
import type { Fetch } from '../platform/net/fetch.ts'
import { readBounded } from '../platform/net/response-body.ts'

/**
 * Access to the API of Supabase Auth (github.com/supabase/auth). The service key is a secret key
 * or, in older projects, the key `service_role` (Supabase documentation, page API keys).
 */
export interface IdentityService {
  url: string
  publishableKey: string
  serviceKey: string
  fetch: Fetch
}

export type KeySetSource = Pick<IdentityService, 'url' | 'fetch'>

const KEY_SET_TIMEOUT_MS = 5_000
const CALL_TIMEOUT_MS = 8_000
const ANSWER_BYTES_MAX = 64 * 1024
// In this version of the API, the field `code` of an error contains its code as text. Without this
// header, `error_code` contains it.
const API_VERSION = { 'x-supabase-api-version': '2024-01-01' }
const SECRET_KEY = /^sb_secret_/

export class IdentityUnavailable extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'IdentityUnavailable'
  }
}

export const issuerOf = (url: string): string => `${url.replace(/\/$/, '')}/auth/v1`

async function call(
  fetch: Fetch,
  url: string,
  init: { method: string; headers: Record<string, string>; body?: string },
  timeoutMs: number,
): Promise<{ status: number; body: unknown; headers: Headers }> {
  const signal = AbortSignal.timeout(timeoutMs)
  try {
    const response = await fetch(url, { ...init, redirect: 'manual', signal })
    const { bytes, truncated } = await readBounded(response, ANSWER_BYTES_MAX, signal)
    if (truncated) throw new Error(`the answer is longer than ${ANSWER_BYTES_MAX} bytes`)
    return {
      status: response.status,
      headers: response.headers,
      body: parseJson(new TextDecoder().decode(bytes)),
    }
  } catch (error) {
    throw new IdentityUnavailable(`no answer from ${new URL(url).hostname}`, { cause: error })
  }
}

const KeySet = z.object({ keys: z.array(z.record(z.string(), z.unknown())) })
export type JsonWebKeys = z.infer<typeof KeySet>['keys']

/** JSON Web Key set, RFC 7517. Throws IdentityUnavailable, at the latest after 5 s. */
export async function fetchKeySet({ url, fetch }: KeySetSource): Promise<JsonWebKeys> {
  const { status, body } = await call(
    fetch,
    `${issuerOf(url)}/.well-known/jwks.json`,
    { method: 'GET', headers: { accept: 'application/json' } },
    KEY_SET_TIMEOUT_MS,
  )
  const set = KeySet.safeParse(body)
  if (status !== 200 || !set.success)
    throw new IdentityUnavailable(`the answer is not a key set (status ${status})`)
  return set.data.keys
}

// Format of an error in the new and the old version of the API. An older Supabase Auth ignores the
// version header and sends the old format.
const Failure = z
  .object({ code: z.string() })
  .or(z.object({ error_code: z.string() }).transform(({ error_code: code }) => ({ code })))
const ERROR_CODE = /^[a-z0-9_]{1,64}$/

function errorCodeOf(body: unknown): string | null {
  const failure = Failure.safeParse(body)
  return failure.success && ERROR_CODE.test(failure.data.code) ? failure.data.code : null
}

const Session = z.object({
  access_token: z.string().min(1),
  refresh_token: z.string().min(1),
  expires_in: z.number().int().nonnegative(),
  user: z.object({ id: z.string(), email: z.string().nullish() }),
}) satisfies z.ZodType<
  Pick<SupabaseSession, 'access_token' | 'refresh_token' | 'expires_in'> & {
    user: Pick<SupabaseSession['user'], 'id'>
  }
>
export type Session = z.infer<typeof Session>

export interface MagicLink {
  token: string
  type: 'email' | 'magiclink'
}

export type SignIn =
  | { outcome: 'signed in'; session: Session }
  | { outcome: 'refused' | 'limited'; because: string }

// HTTP statuses with which Supabase Auth refuses a malformed, expired or used magic link.
// Every other 4xx status means that this service has sent a wrong request. A response without an
// error code means the same, because it comes from the API gateway.
const LINK_REFUSED = new Set([400, 403, 422])
const TOO_MANY_REQUESTS = 429

/**
 * Exchanges the token of a magic link for a session (POST /verify of Supabase Auth). The call is
 * never repeated, because a `token_hash` works only once. Throws IdentityUnavailable.
 */
export async function exchangeMagicLink(
  service: IdentityService,
  link: MagicLink,
  clientAddress: string | null,
): Promise<SignIn> {
  const question = { type: link.type, token_hash: link.token } satisfies VerifyTokenHashParams
  const { status, body } = await post(service, '/verify', question, clientAddress)
  const code = errorCodeOf(body)
  const because = `verify answered ${status}${code === null ? '' : `: ${code}`}`
  if (status === TOO_MANY_REQUESTS) return { outcome: 'limited', because }
  if (LINK_REFUSED.has(status) && code !== null) return { outcome: 'refused', because }
  const session = Session.safeParse(body)
  if (status !== 200 || !session.success) throw new IdentityUnavailable(because)
  return { outcome: 'signed in', session: session.data }
}

export type Refresh =
  | { outcome: 'renewed'; session: Session }
  | { outcome: 'refused'; because: string }

/**
 * Exchanges a refresh token for a new one (POST /token of Supabase Auth). If the response is lost,
 * the call can be repeated: the provider accepts the old token until somebody uses the new one.
 * Throws IdentityUnavailable.
 */
export async function refreshSession(
  service: IdentityService,
  refreshToken: string,
): Promise<Refresh> {
  const { status, body } = await post(
    service,
    '/token?grant_type=refresh_token',
    { refresh_token: refreshToken },
    null,
  )
  const code = errorCodeOf(body)
  const because = `token answered ${status}${code === null ? '' : `: ${code}`}`
  if (LINK_REFUSED.has(status) && code !== null && !OWN_MISTAKES.has(code))
    return { outcome: 'refused', because }
  const session = Session.safeParse(body)
  if (status !== 200 || !session.success) throw new IdentityUnavailable(because)
  return { outcome: 'renewed', session: session.data }
}

// Error codes that mean that this service has sent a wrong request (Supabase documentation, page
// Error codes). They say nothing about the user.
const OWN_MISTAKES = new Set(['validation_failed', 'bad_json'])

export type LinkRequest = { outcome: 'sent' } | { outcome: 'not sent'; because: string }

/**
 * Asks Supabase Auth to send a magic link (POST /otp), even if the address has no user yet. The
 * provider refuses, for example, an address that got an email in the last minute. Throws
 * IdentityUnavailable.
 */
export async function sendMagicLink(
  service: IdentityService,
  email: string,
  clientAddress: string | null,
): Promise<LinkRequest> {
  const { status, body } = await post(service, '/otp', { email, create_user: true }, clientAddress)
  if (status === 200) return { outcome: 'sent' }
  const code = errorCodeOf(body)
  const because = `otp answered ${status}${code === null ? '' : `: ${code}`}`
  if (code === null || status >= 500 || status === 401) throw new IdentityUnavailable(because)
  return { outcome: 'not sent', because }
}

function post(
  service: IdentityService,
  path: string,
  question: object,
  clientAddress: string | null,
) {
  const headers = {
    ...callerHeaders(service, clientAddress),
    ...API_VERSION,
    'content-type': 'application/json',
    accept: 'application/json',
  }
  const init = { method: 'POST', headers, body: JSON.stringify(question) }
  return call(service.fetch, `${issuerOf(service.url)}${path}`, init, CALL_TIMEOUT_MS)
}

// Supabase Auth limits sign-ins by IP address. It sees only the address of this service, which all
// users share. With a secret key, this service can send the client's address instead, if the
// project allows it (Supabase documentation, page Rate limits, IP address forwarding).
function callerHeaders(
  { publishableKey, serviceKey }: Pick<IdentityService, 'publishableKey' | 'serviceKey'>,
  clientAddress: string | null,
): Record<string, string> {
  return clientAddress !== null && SECRET_KEY.test(serviceKey)
    ? { apikey: serviceKey, 'sb-forwarded-for': clientAddress }
    : { apikey: publishableKey }
}

/**
 * Deletes a user at the identity provider. All sessions of the user end. The email address can sign
 * up again, and the user's id is not used again. Also succeeds if the user does not exist, so the
 * call can be repeated. Throws IdentityUnavailable.
 */
export async function deleteUser(
  { url, serviceKey, fetch }: Omit<IdentityService, 'publishableKey'>,
  subject: string,
): Promise<void> {
  let refused = ''
  for (const headers of adminHeaders(serviceKey)) {
    const { status, body } = await call(
      fetch,
      `${issuerOf(url)}/admin/users/${encodeURIComponent(subject)}`,
      {
        method: 'DELETE',
        headers: { ...headers, ...API_VERSION, 'content-type': 'application/json' },
        body: JSON.stringify({ should_soft_delete: true }),
      },
      CALL_TIMEOUT_MS,
    )
    if (status === 200 || status === 204 || status === 404) return
    refused = `delete answered ${status}: ${errorCodeOf(body) ?? 'no error code'}`
    if (status !== 401 && status !== 403) break
  }
  throw new IdentityUnavailable(refused)
}

/**
 * Headers with the service key, in the order in which to try them. A new secret key is sent in
 * `apikey` only, because it is not a token (Supabase documentation, page Migrating to new API
 * keys). Older gateways also need it as a bearer token.
 */
export function adminHeaders(serviceKey: string): Record<string, string>[] {
  const both = { apikey: serviceKey, authorization: `Bearer ${serviceKey}` }
  return SECRET_KEY.test(serviceKey) ? [{ apikey: serviceKey }, both] : [both]
}
