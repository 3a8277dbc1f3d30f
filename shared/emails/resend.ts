import { z } from 'zod'
import type { Fetch } from '../platform/net/fetch.ts'
import { discard, readBounded } from '../platform/net/response-body.ts'

export interface OutgoingEmail {
  from: string
  to: string
  subject: string
  text: string
  html: string
  headers: Record<string, string>
}

/**
 * Result of a request to the email provider. After `retry`, the provider may accept the same email later. After `refused`, the provider
 * would refuse the same email again.
 */
export type EmailSent =
  | { then: 'sent'; providerId: string }
  | { then: 'retry'; because: string }
  | { then: 'refused'; because: string }

const URL_EMAILS = 'https://api.resend.com/emails'
const TIMEOUT_MS = 10_000
const ANSWER_BYTES_MAX = 16 * 1024
/**
 * Status codes after which the email provider may accept the same email later: 429 (too many requests), 409 (a concurrent request with the
 * same idempotency key) and server errors.
 */
const RETRIED = (status: number) => status === 429 || status === 409 || status >= 500
/**
 * Status codes that report an invalid API key. The email itself is valid, so the service tries again later, when the key may have been
 * replaced.
 */
const KEY_REFUSED = [401, 403]

const Accepted = z.object({ id: z.string().max(200) })

/**
 * Sends one email with the email provider Resend (POST /emails, resend.com/docs/api-reference/emails/send-email). Resend sends only one
 * email for each `key` (Idempotency-Key header) within 24 hours. Never throws.
 */
export async function sendWithResend(
  { fetch, apiKey }: { fetch: Fetch; apiKey: string },
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
      },
      body: JSON.stringify(email),
      signal,
    })
    if (response.status >= 500) {
      discard(response)
      return { then: 'retry', because: `Resend answered ${response.status}` }
    }
    const { bytes } = await readBounded(response, ANSWER_BYTES_MAX, signal)
    return judge(response.status, new TextDecoder().decode(bytes))
  } catch (error) {
    return { then: 'retry', because: error instanceof Error ? error.name : 'unknown' }
  }
}

/**
 * Error in a response of Resend (resend.com/docs/api-reference/errors). Only its name is kept, because the message can contain the
 * customer's address.
 */
const Refusal = z.object({ name: z.string().regex(/^[a-z_]{1,64}$/) })

function judge(status: number, text: string): EmailSent {
  const refusal = Refusal.safeParse(parsed(text))
  const because = `Resend answered ${status}${refusal.success ? `: ${refusal.data.name}` : ''}`
  if (status >= 200 && status < 300) {
    const accepted = Accepted.safeParse(parsed(text))
    // A response without an id does not prove that Resend accepted the email. The email is sent again, which is safe because of the
    // idempotency key.
    return accepted.success ? { then: 'sent', providerId: accepted.data.id } : { then: 'retry', because }
  }
  return RETRIED(status) || KEY_REFUSED.includes(status) ? { then: 'retry', because } : { then: 'refused', because }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
