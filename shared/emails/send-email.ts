import * as outbox from '../outbox/queries.ts'
import { log } from '../platform/log.ts'
import type { Services } from '../platform/services/index.ts'
import { EmailPayload, emailContentOf } from './email-contents.ts'
import { type EmailContent, oneLine, renderHtml, renderText } from './email-layout.ts'
import * as emails from './queries.ts'
import { type EmailSent, type OutgoingEmail, sendWithResend } from './resend.ts'

type SendServices = Pick<Services, 'db' | 'env' | 'fetch'>

export type EmailOutcome = { then: 'done' } | { then: 'retry'; because: string }

/**
 * Sends one pending mail, unless it was sent or is not wanted any more, and finishes its row. Safe to repeat and to run twice at
 * once: the mail has one name, under which the provider takes it once.
 */
export async function sendEmail(services: SendServices, outboxId: string): Promise<EmailOutcome> {
  const pending = await emails.read(services.db, outboxId)
  switch (pending.outcome) {
    case 'unknown':
    case 'sent':
      return { then: 'done' }
    case 'not_wanted':
      return finished(services, outboxId, 'not wanted')
    case 'send':
      return send(services, outboxId, pending)
    default:
      return pending satisfies never
  }
}

async function finished({ db }: SendServices, outboxId: string, because?: string): Promise<EmailOutcome> {
  await outbox.finishRow(db, { id: outboxId, ...(because === undefined ? {} : { because }) })
  log({ event: 'email.settled', request_id: db.requestId, outbox_id: outboxId, because })
  return { then: 'done' }
}

async function send(
  services: SendServices,
  outboxId: string,
  pending: { key: string; account_id: string; to: string; payload: unknown },
): Promise<EmailOutcome> {
  const { EMAIL_FROM, RESEND_API_KEY } = services.env
  const payload = EmailPayload.safeParse(pending.payload)
  if (!payload.success) return finished(services, outboxId, `unreadable payload: ${payload.error.issues[0]?.message}`)
  if (RESEND_API_KEY === undefined) return finished(services, outboxId, 'no mail service is configured')
  const content = await emailContentOf(pending.account_id, payload.data, services.env)
  const email = composed(content, EMAIL_FROM, pending.to)
  const answer = await sendWithResend({ fetch: services.fetch, apiKey: RESEND_API_KEY }, email, pending.key)
  log({
    event: 'email.attempted',
    request_id: services.db.requestId,
    outbox_id: outboxId,
    account_id: pending.account_id,
    template: payload.data.template,
    then: answer.then,
    because: answer.then === 'sent' ? undefined : answer.because,
  })
  return afterwards(services, outboxId, answer)
}

async function afterwards(services: SendServices, outboxId: string, answer: EmailSent): Promise<EmailOutcome> {
  switch (answer.then) {
    case 'sent':
      return finished(services, outboxId)
    case 'refused':
      return finished(services, outboxId, answer.because)
    case 'retry':
      return answer
    default:
      return answer satisfies never
  }
}

/** The mail of a content. One that a customer may switch off carries one-click unsubscribing (RFC 8058). */
export function composed(content: EmailContent, from: string, to: string): OutgoingEmail {
  const { unsubscribeUrl } = content
  return {
    from,
    to,
    subject: oneLine(content.subject),
    text: renderText(content),
    html: renderHtml(content),
    headers:
      unsubscribeUrl === undefined
        ? {}
        : { 'List-Unsubscribe': `<${unsubscribeUrl}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
  }
}
