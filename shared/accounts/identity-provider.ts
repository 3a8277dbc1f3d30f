import { z } from 'zod'
import type { Fetch } from '../platform/net/fetch.ts'
import { readBounded } from '../platform/net/response-body.ts'

/**
 * The identity provider, shaped like Supabase Auth (supabase/auth): `<url>/auth/v1`, header `apikey` on every call, admin calls with
 * the service key as bearer.
 */
export interface IdentityService {
  url: string
  publishableKey: string
  serviceKey: string
  fetch: Fetch
}

/** What of the provider a caller of one call needs. */
export type KeySetSource = Pick<IdentityService, 'url' | 'fetch'>

const KEY_SET_TIMEOUT_MS = 5_000
const CALL_TIMEOUT_MS = 8_000
const ANSWER_BYTES_MAX = 64 * 1024

/** The provider answered something else than its interface says, or did not answer. */
export class IdentityUnavailable extends Error {
  constructor(what: string, options?: ErrorOptions) {
    super(what, options)
    this.name = 'IdentityUnavailable'
  }
}

/** The issuer of the provider's tokens, and the base of its interface. */
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

/** Null stands for what is no JSON: every schema here refuses it. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const KeySet = z.object({ keys: z.array(z.record(z.string(), z.unknown())) })
export type JsonWebKeys = z.infer<typeof KeySet>['keys']

/** The public keys of the provider (RFC 7517), as it publishes them. Throws IdentityUnavailable after 5 s. */
export async function fetchKeySet({ url, fetch }: KeySetSource): Promise<JsonWebKeys> {
  const { status, body } = await call(
    fetch,
    `${issuerOf(url)}/.well-known/jwks.json`,
    { method: 'GET', headers: { accept: 'application/json' } },
    KEY_SET_TIMEOUT_MS,
  )
  const set = KeySet.safeParse(body)
  if (status !== 200 || !set.success) throw new IdentityUnavailable(`the key set is not one (status ${status})`)
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

/** How Supabase Auth says that a link is malformed, or expired or used. Any other 4xx is about our own key or address. */
const LINK_REFUSED = new Set([400, 403, 422])

/**
 * Exchanges the token_hash of a magic link, which works once: so the call is never repeated. `type` and `token_hash` are the only
 * fields that POST /verify takes. Throws IdentityUnavailable.
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
 * Soft-deletes a user: sessions end, the address is free for a new sign-up, the id stays. Doing it again, or to a user who is not
 * there any more, is as good. Throws IdentityUnavailable.
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
