import { z } from 'zod'
import type { Fetch } from '../platform/net/fetch.ts'
import { discard, readBounded } from '../platform/net/response-body.ts'

/** A mail as it goes out. */
export interface OutgoingEmail {
  from: string
  to: string
  subject: string
  text: string
  html: string
  headers: Record<string, string>
}

/** The provider's answer: `refused` means that sending the mail again unchanged would not help. */
export type EmailSent =
  | { then: 'sent'; providerId: string }
  | { then: 'retry'; because: string }
  | { then: 'refused'; because: string }

const URL_EMAILS = 'https://api.resend.com/emails'
const TIMEOUT_MS = 10_000
const ANSWER_BYTES_MAX = 16 * 1024
const REASON_CHARACTERS_MAX = 300
/** Statuses after which the same mail may pass: too many requests, the same key at this moment, trouble there. */
const RETRIED = (status: number) => status === 429 || status === 409 || status >= 500
/** Statuses that mean that our key is wrong, not the mail: mails wait until the key is replaced. */
const KEY_REFUSED = [401, 403]

const Accepted = z.object({ id: z.string().max(200) })

/**
 * Sends one mail with Resend (POST /emails, resend.com/docs/api-reference/emails/send-email). Mails of one `key` are sent once: Resend keeps
 * Idempotency-Key for 24 hours. Never throws.
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

function judge(status: number, text: string): EmailSent {
  const because = `Resend answered ${status}: ${text.slice(0, REASON_CHARACTERS_MAX)}`
  if (status >= 200 && status < 300) {
    const accepted = Accepted.safeParse(parsed(text))
    // Without an id nobody knows whether it was taken; the key makes asking again safe.
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
