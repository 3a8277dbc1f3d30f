import { z } from 'zod'
import type { Fetch } from '../platform/net/fetch.ts'
import { readBounded } from '../platform/net/response-body.ts'

/**
 * Connection to the identity provider, which has the API of Supabase Auth (github.com/supabase/auth): URL paths below `/auth/v1`, the
 * header `apikey` on each call, and the service key as bearer token on admin calls.
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

export class IdentityUnavailable extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'IdentityUnavailable'
  }
}

/** Returns the issuer of the identity provider's tokens, which is also the base URL of the provider's API. */
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
    return { status: response.status, headers: response.headers, body: parsed(new TextDecoder().decode(bytes)) }
  } catch (error) {
    throw new IdentityUnavailable(`no answer from ${new URL(url).hostname}`, { cause: error })
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const KeySet = z.object({ keys: z.array(z.record(z.string(), z.unknown())) })
export type JsonWebKeys = z.infer<typeof KeySet>['keys']

/** Fetches the identity provider's public keys (JSON Web Key set, RFC 7517). Throws IdentityUnavailable, at the latest after 5 s. */
export async function fetchKeySet({ url, fetch }: KeySetSource): Promise<JsonWebKeys> {
  const { status, body } = await call(
    fetch,
    `${issuerOf(url)}/.well-known/jwks.json`,
    { method: 'GET', headers: { accept: 'application/json' } },
    KEY_SET_TIMEOUT_MS,
  )
  const set = KeySet.safeParse(body)
  if (status !== 200 || !set.success) throw new IdentityUnavailable(`the answer is not a key set (status ${status})`)
  return set.data.keys
}

const Session = z.object({
  access_token: z.string().min(1),
  refresh_token: z.string().min(1),
  expires_in: z.number().int().nonnegative(),
  user: z.object({ id: z.string(), email: z.string().nullish() }),
})
export type Session = z.infer<typeof Session>

export interface MagicLink {
  token: string
  type: 'email' | 'magiclink'
}

export type SignIn =
  | { outcome: 'signed in'; session: Session }
  | { outcome: 'refused' }
  | { outcome: 'limited'; retryAfterSeconds: number }

const RETRY_AFTER_SECONDS = 60

/**
 * HTTP statuses of Supabase Auth for a malformed, expired or used magic link. Every other 4xx status means that the request of this service
 * is wrong.
 */
const LINK_REFUSED = new Set([400, 403, 422])

/**
 * Exchanges the `token_hash` of a magic link for a session (POST /verify of Supabase Auth). The call is never repeated, because a
 * `token_hash` works only once. Throws IdentityUnavailable.
 */
export async function exchangeMagicLink(
  { url, publishableKey, fetch }: Omit<IdentityService, 'serviceKey'>,
  link: MagicLink,
): Promise<SignIn> {
  const { status, body } = await call(
    fetch,
    `${issuerOf(url)}/verify`,
    {
      method: 'POST',
      headers: { apikey: publishableKey, 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify({ type: link.type, token_hash: link.token }),
    },
    CALL_TIMEOUT_MS,
  )
  if (status === 429) return { outcome: 'limited', retryAfterSeconds: RETRY_AFTER_SECONDS }
  if (LINK_REFUSED.has(status)) return { outcome: 'refused' }
  const session = Session.safeParse(body)
  if (status !== 200 || !session.success) throw new IdentityUnavailable(`verify answered ${status}`)
  return { outcome: 'signed in', session: session.data }
}

/**
 * Soft-deletes a user at the identity provider: all sessions end, the email address can sign up again, and the user's id stays reserved.
 * Succeeds also for a user that does not exist, so the call can be repeated. Throws IdentityUnavailable.
 */
export async function deleteUser(
  { url, serviceKey, fetch }: Omit<IdentityService, 'publishableKey'>,
  subject: string,
): Promise<void> {
  const { status } = await call(
    fetch,
    `${issuerOf(url)}/admin/users/${encodeURIComponent(subject)}`,
    {
      method: 'DELETE',
      headers: { apikey: serviceKey, authorization: `Bearer ${serviceKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ should_soft_delete: true }),
    },
    CALL_TIMEOUT_MS,
  )
  if (status !== 200 && status !== 204 && status !== 404) throw new IdentityUnavailable(`delete answered ${status}`)
}
