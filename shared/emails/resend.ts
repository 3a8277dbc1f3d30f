import type { CreateEmailOptions, CreateEmailResponseSuccess, ErrorResponse } from 'resend'
import { z } from 'zod'
import { parseJson } from '../platform/crypto/encodings.ts'
import type { Fetch } from '../platform/net/fetch.ts'
import { discard, readBounded } from '../platform/net/response-body.ts'
import { retryAfterSeconds } from '../platform/net/retry-after.ts'

export interface OutgoingEmail {
  from: string
  to: string
  subject: string
  text: string
  html: string
  headers: Record<string, string>
}

/** `refused` is final: the provider would refuse the same email again. */
export type EmailSent =
  | { then: 'sent'; providerId: string }
  | { then: 'retry'; because: string; afterSeconds: number | null }
  | { then: 'refused'; because: string }

export interface EmailProvider {
  fetch: Fetch
  apiKey: string
  userAgent: string
  now(): Date
}

const URL_EMAILS = 'https://api.resend.com/emails'
const TIMEOUT_MS = 10_000
const ANSWER_BYTES_MAX = 16 * 1024
/**
 * Rate limit of Resend. All API keys of a team share it (Resend documentation, page Usage Limits).
 */
export const RESEND_REQUESTS_PER_SECOND = 5

const Accepted = z.object({
  id: z.string().max(200),
}) satisfies z.ZodType<CreateEmailResponseSuccess>

const TOO_MANY_REQUESTS = 429
const CONFLICT = 409
// After a conflict with this name, the email can be sent again later. All other conflicts are
// final.
const IN_PROGRESS = 'concurrent_idempotent_requests' satisfies ErrorResponse['name']

/**
 * Sends an email with Resend. Never throws.
 * Resend sends one email for each `key` within 24 hours, and refuses requests without a User-Agent
 * header (Resend documentation, pages Send Email, Errors and Introduction).
 */
export async function sendWithResend(
  { fetch, apiKey, userAgent, now }: EmailProvider,
  email: OutgoingEmail,
  key: string,
): Promise<EmailSent> {
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  try {
    const response = await fetch(URL_EMAILS, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${apiKey}`,
        'content-type': 'application/json',
        'idempotency-key': key,
        'user-agent': userAgent,
      },
      body: JSON.stringify(email satisfies CreateEmailOptions),
      redirect: 'manual',
      signal,
    })
    if (response.status >= 500 || (response.status >= 300 && response.status < 400)) {
      discard(response)
      return { then: 'retry', because: `Resend answered ${response.status}`, afterSeconds: null }
    }
    const { bytes } = await readBounded(response, ANSWER_BYTES_MAX, signal)
    return judge(response, new TextDecoder().decode(bytes), now())
  } catch (error) {
    return {
      then: 'retry',
      because: error instanceof Error ? error.name : 'unknown',
      afterSeconds: null,
    }
  }
}

/** Of an error, only the name is kept, because the message can contain the customer's address. */
const Refusal = z.object({ name: z.string().regex(/^[a-z_]{1,64}$/) })

function judge({ status, headers }: Response, text: string, now: Date): EmailSent {
  const body = parseJson(text)
  const refusal = Refusal.safeParse(body)
  const because = `Resend answered ${status}${refusal.success ? `: ${refusal.data.name}` : ''}`
  if (status >= 200 && status < 300) {
    const accepted = Accepted.safeParse(body)
    // A response without an id does not prove that Resend has accepted the email.
    return accepted.success
      ? { then: 'sent', providerId: accepted.data.id }
      : { then: 'retry', because, afterSeconds: null }
  }
  if (status === TOO_MANY_REQUESTS) {
    const asked = retryAfterSeconds(
      headers.get('retry-after') ?? headers.get('ratelimit-reset'),
      now,
    )
    return { then: 'retry', because, afterSeconds: asked }
  }
  if (status === CONFLICT && refusal.data?.name === IN_PROGRESS)
    return { then: 'retry', because, afterSeconds: null }
  return { then: 'refused', because }
}
