import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Answer, OutgoingCall } from './egress.ts'
import { jsonAnswer, parseJson } from './json.ts'

export type Mail = {
  to: string
  subject: string
  text: string
  html: string
  headers: Record<string, string>
  at: string
}

/**
 * An emulation of Resend: POST /emails with the same errors (Resend documentation, pages Errors and
 * Usage Limits). Emails are kept in memory and never sent.
 */
export type Outbox = {
  readonly host: string
  add(mail: Mail): void
  list(to?: string): Mail[]
  /**
   * Number of requests that got status 429, because more than five requests arrived within a
   * second.
   */
  limited(): number
  /**
   * Uses up the quota of emails. After this number of seconds, the whole quota is available again.
   * Null makes it available at once.
   */
  useUpQuota(seconds: number | null): void
  answer(call: OutgoingCall): Promise<Answer>
}

const HOST = 'api.resend.com'
const BODY_BYTES_MAX = 4 * 1024 * 1024
const MAILS_MAX = 10_000
const RECIPIENTS_MAX = 50
const KEY_CHARACTERS_MAX = 256
const REQUESTS_PER_SECOND = 5
const SECOND_MS = 1_000
/** Domains that no customer of Resend owns, so they can never be verified as a sender's domain. */
const NEVER_VERIFIED = new Set(['gmail.com', 'outlook.com', 'yahoo.com', 'resend.dev'])

const Recipients = z.union([z.string(), z.array(z.string()).min(1).max(RECIPIENTS_MAX)])

const EmailRequest = z.strictObject({
  from: z.string(),
  to: Recipients,
  subject: z.string().min(1),
  text: z.string().optional(),
  html: z.string().optional(),
  reply_to: Recipients.optional(),
  headers: z.record(z.string(), z.string()).optional(),
})
type EmailRequest = z.infer<typeof EmailRequest>

const Address = z.email()

export function createOutbox(now: () => Date): Outbox {
  let mails: Mail[] = []
  let arrivals: number[] = []
  let limited = 0
  let quotaSeconds: number | null = null
  const answered = new Map<string, { body: string; id: string }>()
  const add = (mail: Mail) => {
    if (mails.length >= MAILS_MAX) mails = mails.slice(MAILS_MAX / 2)
    mails.push(mail)
  }
  return {
    host: HOST,
    add,
    list: (to) =>
      mails.filter((mail) => to === undefined || mail.to.toLowerCase() === to.toLowerCase()),
    limited: () => limited,
    useUpQuota(seconds) {
      quotaSeconds = seconds
    },
    async answer(call) {
      // Cloudflare refuses a request without a User-Agent before it reaches Resend. So the body is
      // text and not Resend's JSON.
      if ((call.headers['user-agent'] ?? '') === '')
        return { status: 403, headers: { 'content-type': 'text/plain' }, body: 'error code: 1010' }
      const since = now().getTime() - SECOND_MS
      arrivals = [...arrivals.filter((at) => at > since), now().getTime()]
      if (arrivals.length > REQUESTS_PER_SECOND) {
        limited += 1
        return failed(429, 'rate_limit_exceeded', 'Too many requests.', {
          'retry-after': '1',
          'ratelimit-reset': '1',
        })
      }
      const refused = refusalOf(call)
      if (refused !== null) return refused
      const body = (await call.body(BODY_BYTES_MAX)).toString('utf8')
      const email = readEmail(parseJson(body))
      if ('status' in email) return email
      const key = call.headers['idempotency-key']
      const before = typeof key === 'string' ? answered.get(key) : undefined
      if (before !== undefined) {
        return before.body === body
          ? jsonAnswer(200, { id: before.id })
          : failed(
              409,
              'invalid_idempotent_request',
              'The idempotency key was used with another body.',
            )
      }
      if (quotaSeconds !== null)
        return failed(429, 'daily_quota_exceeded', 'Daily quota reached.', {
          'retry-after': String(quotaSeconds),
        })
      const id = randomUUID()
      if (typeof key === 'string') answered.set(key, { body, id })
      const { from, to, subject, text = '', html = '', headers = {}, reply_to: replyTo } = email
      const shown = {
        from,
        ...(replyTo === undefined ? {} : { 'reply-to': [replyTo].flat().join(', ') }),
        ...headers,
      }
      for (const recipient of [to].flat()) {
        add({
          to: addressOf(recipient),
          subject,
          text,
          html,
          headers: shown,
          at: now().toISOString(),
        })
      }
      return jsonAnswer(200, { id })
    },
  }
}

function refusalOf({ method, url, headers }: OutgoingCall): Answer | null {
  if (url.pathname !== '/emails')
    return failed(404, 'not_found', 'The requested endpoint does not exist.')
  if (method !== 'POST')
    return failed(405, 'method_not_allowed', 'Method is not allowed for the requested path.')
  const token = /^Bearer (\S+)$/.exec(headers.authorization ?? '')?.[1]
  if (token === undefined)
    return failed(401, 'missing_api_key', 'Missing API key in the authorization header.')
  if (!token.startsWith('re_')) return failed(403, 'invalid_api_key', 'API key is invalid.')
  const key = headers['idempotency-key']
  if (key !== undefined && (key.length < 1 || key.length > KEY_CHARACTERS_MAX))
    return failed(400, 'invalid_idempotency_key', 'The key must be between 1-256 chars.')
  return null
}

function readEmail(body: unknown): EmailRequest | Answer {
  const fields = z.record(z.string(), z.unknown()).safeParse(body)
  if (!fields.success) return failed(400, 'validation_error', 'The body is not a JSON object.')
  const missing = ['from', 'to', 'subject'].filter((name) => fields.data[name] === undefined)
  if (missing.length > 0)
    return failed(422, 'missing_required_field', `Missing ${missing.join(', ')}.`)
  const parsed = EmailRequest.safeParse(body)
  if (!parsed.success) return failed(422, 'validation_error', z.prettifyError(parsed.error))
  const { from, to, text, html } = parsed.data
  if (text === undefined && html === undefined)
    return failed(422, 'missing_required_field', 'Missing html or text field.')
  if (!Address.safeParse(addressOf(from)).success)
    return failed(
      422,
      'invalid_from_address',
      'Invalid from field. Use email@example.com or Name <email@example.com>.',
    )
  if ([to].flat().some((recipient) => !Address.safeParse(addressOf(recipient)).success))
    return failed(422, 'validation_error', 'Invalid to field.')
  const domain = addressOf(from).split('@')[1]?.toLowerCase() ?? ''
  if (NEVER_VERIFIED.has(domain))
    return failed(403, 'validation_error', `The ${domain} domain is not verified.`)
  return parsed.data
}

function addressOf(recipient: string): string {
  const open = recipient.lastIndexOf('<')
  return open === -1
    ? recipient.trim()
    : recipient
        .slice(open + 1)
        .replace('>', '')
        .trim()
}

function failed(
  status: number,
  name: string,
  message: string,
  headers: Record<string, string> = {},
): Answer {
  return jsonAnswer(status, { statusCode: status, name, message }, headers)
}
