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

/** Emulates the email provider Resend (REST call POST /emails). Emails are kept in memory for tests and are never sent. */
export type Outbox = {
  readonly host: string
  add(mail: Mail): void
  list(to?: string): Mail[]
  answer(call: OutgoingCall): Promise<Answer>
}

const HOST = 'api.resend.com'
const BODY_BYTES_MAX = 4 * 1024 * 1024
const MAILS_MAX = 10_000
const RECIPIENTS_MAX = 50

const Recipients = z.union([z.string(), z.array(z.string()).min(1).max(RECIPIENTS_MAX)])

const EmailRequest = z.object({
  from: z.string().min(1),
  to: Recipients,
  subject: z.string().min(1),
  text: z.string().optional(),
  html: z.string().optional(),
  reply_to: Recipients.optional(),
  headers: z.record(z.string(), z.string()).optional(),
})

export function createOutbox(now: () => Date): Outbox {
  let mails: Mail[] = []
  const answered = new Map<string, { body: string; id: string }>()
  const add = (mail: Mail) => {
    if (mails.length >= MAILS_MAX) mails = mails.slice(MAILS_MAX / 2)
    mails.push(mail)
  }
  return {
    host: HOST,
    add,
    list: (to) => mails.filter((mail) => to === undefined || mail.to.toLowerCase() === to.toLowerCase()),
    async answer(call) {
      if (call.method !== 'POST' || call.url.pathname !== '/emails')
        return failed(404, 'not_found', 'There is no such endpoint.')
      const authorization = call.headers.authorization ?? ''
      if (!/^Bearer \S+$/.test(authorization))
        return failed(401, 'missing_api_key', 'Missing API key in the authorization header.')
      const body = (await call.body(BODY_BYTES_MAX)).toString('utf8')
      const parsed = EmailRequest.safeParse(parseJson(body))
      if (!parsed.success) return failed(422, 'validation_error', z.prettifyError(parsed.error))
      const key = call.headers['idempotency-key']
      const before = typeof key === 'string' ? answered.get(key) : undefined
      if (before !== undefined) {
        return before.body === body
          ? jsonAnswer(200, { id: before.id })
          : failed(409, 'invalid_idempotent_request', 'The idempotency key was used with another body.')
      }
      const id = randomUUID()
      if (typeof key === 'string') answered.set(key, { body, id })
      const { from, to, subject, text = '', html = '', headers = {}, reply_to: replyTo } = parsed.data
      const shown = { from, ...(replyTo === undefined ? {} : { 'reply-to': [replyTo].flat().join(', ') }), ...headers }
      for (const recipient of [to].flat()) {
        add({ to: addressOf(recipient), subject, text, html, headers: shown, at: now().toISOString() })
      }
      return jsonAnswer(200, { id })
    },
  }
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

function failed(status: number, name: string, message: string): Answer {
  return jsonAnswer(status, { statusCode: status, name, message })
}
