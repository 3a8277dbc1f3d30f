import type { LinkSettings } from '../bulk/export-links.ts'
import * as outbox from '../outbox/queries.ts'
import type { Database } from '../platform/db/client.ts'
import { log } from '../platform/log.ts'
import { EmailPayload, emailContentOf } from './email-contents.ts'
import { type EmailContent, oneLine, renderHtml, renderText } from './email-layout.ts'
import * as emails from './queries.ts'
import { type EmailSent, type OutgoingEmail, sendWithResend } from './resend.ts'

export interface SendEmailDependencies {
  db: Database
  settings: LinkSettings & { EMAIL_FROM: string; RESEND_API_KEY?: string | undefined }
  fetch: (url: string, init: RequestInit) => Promise<Response>
}

export type EmailOutcome = { then: 'done' } | { then: 'retry'; because: string }

/**
 * Sends one mail that the outbox owes, unless it was sent or is not wanted any more, and settles its row. Safe to repeat and to run twice at
 * once: the mail has one name, under which the provider takes it once.
 */
export async function sendEmail(deps: SendEmailDependencies, outboxId: string): Promise<EmailOutcome> {
  const owed = await emails.read(deps.db, outboxId)
  switch (owed.outcome) {
    case 'unknown':
    case 'sent':
      return { then: 'done' }
    case 'not_wanted':
      return settled(deps, outboxId, 'not wanted')
    case 'send':
      return send(deps, outboxId, owed)
    default:
      return owed satisfies never
  }
}

async function settled({ db }: SendEmailDependencies, outboxId: string, because?: string): Promise<EmailOutcome> {
  await outbox.finishRow(db, { id: outboxId, ...(because === undefined ? {} : { because }) })
  log({ event: 'email.settled', request_id: db.requestId, outbox_id: outboxId, because })
  return { then: 'done' }
}

async function send(
  deps: SendEmailDependencies,
  outboxId: string,
  owed: { key: string; account_id: string; to: string; payload: unknown },
): Promise<EmailOutcome> {
  const { EMAIL_FROM, RESEND_API_KEY } = deps.settings
  const payload = EmailPayload.safeParse(owed.payload)
  if (!payload.success) return settled(deps, outboxId, `unreadable payload: ${payload.error.issues[0]?.message}`)
  if (RESEND_API_KEY === undefined) return settled(deps, outboxId, 'no mail service is configured')
  const letter = await emailContentOf(owed.account_id, payload.data, deps.settings)
  const email = composed(letter, EMAIL_FROM, owed.to)
  const answer = await sendWithResend({ fetch: deps.fetch, apiKey: RESEND_API_KEY }, email, owed.key)
  log({
    event: 'email.attempted',
    request_id: deps.db.requestId,
    outbox_id: outboxId,
    account_id: owed.account_id,
    template: payload.data.template,
    then: answer.then,
    because: answer.then === 'sent' ? undefined : answer.because,
  })
  return afterwards(deps, outboxId, answer)
}

async function afterwards(deps: SendEmailDependencies, outboxId: string, answer: EmailSent): Promise<EmailOutcome> {
  switch (answer.then) {
    case 'sent':
      return settled(deps, outboxId)
    case 'refused':
      return settled(deps, outboxId, answer.because)
    case 'retry':
      return answer
    default:
      return answer satisfies never
  }
}

/** The mail of a letter. What a customer may switch off carries one-click unsubscribing (RFC 8058). */
export function composed(letter: EmailContent, from: string, to: string): OutgoingEmail {
  const { unsubscribeUrl } = letter
  return {
    from,
    to,
    subject: oneLine(letter.subject),
    text: renderText(letter),
    html: renderHtml(letter),
    headers:
      unsubscribeUrl === undefined
        ? {}
        : { 'List-Unsubscribe': `<${unsubscribeUrl}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
  }
}
