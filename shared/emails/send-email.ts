import type { OutboxHandlers } from '../outbox/dispatch-outbox.ts'
import * as outbox from '../outbox/queries.ts'
import { DAY_SECONDS } from '../platform/clock.ts'
import { log } from '../platform/log.ts'
import type { Services } from '../platform/services/index.ts'
import { emailContentOf } from './email-contents.ts'
import { type EmailContent, oneLine, renderHtml, renderText } from './email-layout.ts'
import { EmailPayload } from './email-payload.ts'
import * as emails from './queries.ts'
import { type EmailSent, type OutgoingEmail, sendWithResend } from './resend.ts'

type SendServices = Pick<Services, 'db' | 'env' | 'fetch' | 'now'>

export type EmailOutcome =
  | { then: 'done' }
  | { then: 'retry'; because: string; afterSeconds: number }

const RETRY_SECONDS = 30
/** If the provider asks for a longer pause than this, the email goes back to the outbox. */
const QUEUE_PAUSE_SECONDS_MAX = 60
/** Highest number of attempts. The pauses between them grow, so all together take most of a day. */
const SENDS_MAX = 24

/**
 * Sends a queue message for each email, and sends it again if the email is not finished in time.
 */
export function emailHandlers(services: Pick<Services, 'enqueue'>): OutboxHandlers {
  return {
    async email({ id, attempts }) {
      if (attempts > SENDS_MAX) {
        log({ event: 'email.given_up', outbox_id: id, attempts })
        return { then: 'done' }
      }
      await services.enqueue('emails', [id])
      return { then: 'retry', because: 'enqueued' }
    },
  }
}

/**
 * Sends one email. Repeated and concurrent calls are safe, because the provider sends only one
 * email for each idempotency key.
 */
export async function sendEmail(services: SendServices, outboxId: string): Promise<EmailOutcome> {
  const pending = await emails.read(services.db, outboxId)
  switch (pending.outcome) {
    case 'unknown':
    case 'sent':
      return { then: 'done' }
    case 'not_wanted':
      return finishEmail(services, outboxId, 'not wanted')
    case 'send':
      return send(services, outboxId, pending)
    default:
      return pending satisfies never
  }
}

async function finishEmail(
  { db }: SendServices,
  outboxId: string,
  because: string | null,
): Promise<EmailOutcome> {
  await outbox.finishRow(db, outboxId, because)
  log({
    event: 'email.finished',
    request_id: db.requestId,
    outbox_id: outboxId,
    because: because ?? undefined,
  })
  return { then: 'done' }
}

async function send(
  services: SendServices,
  outboxId: string,
  pending: { key: string; account_id: string; to: string; payload: unknown },
): Promise<EmailOutcome> {
  const { EMAIL_FROM, RESEND_API_KEY, USER_AGENT } = services.env
  const payload = EmailPayload.safeParse(pending.payload)
  if (!payload.success)
    return finishEmail(
      services,
      outboxId,
      `unreadable payload: ${payload.error.issues[0]?.message}`,
    )
  if (RESEND_API_KEY === undefined)
    return finishEmail(services, outboxId, 'no email provider is configured')
  const content = await emailContentOf(pending.account_id, payload.data, services.env)
  const email = composed(content, EMAIL_FROM, pending.to)
  const provider = {
    fetch: services.fetch,
    apiKey: RESEND_API_KEY,
    userAgent: USER_AGENT,
    now: services.now,
  }
  const answer = await sendWithResend(provider, email, pending.key)
  const attempt = {
    request_id: services.db.requestId,
    outbox_id: outboxId,
    account_id: pending.account_id,
    template: payload.data.template,
    because: answer.then === 'sent' ? undefined : answer.because,
  }
  log({ event: 'email.attempted', ...attempt, then: answer.then })
  if (answer.then === 'refused') log({ event: 'email.refused', ...attempt })
  return finishSend(services, outboxId, answer)
}

async function finishSend(
  services: SendServices,
  outboxId: string,
  answer: EmailSent,
): Promise<EmailOutcome> {
  switch (answer.then) {
    case 'sent':
      return finishEmail(services, outboxId, null)
    case 'refused':
      return finishEmail(services, outboxId, `mail refused: ${answer.because}`)
    case 'retry':
      return retryEmail(services, outboxId, answer)
    default:
      return answer satisfies never
  }
}

async function retryEmail(
  { db }: SendServices,
  outboxId: string,
  { because, afterSeconds: asked }: Extract<EmailSent, { then: 'retry' }>,
): Promise<EmailOutcome> {
  const afterSeconds = Math.min(Math.ceil(asked ?? RETRY_SECONDS), DAY_SECONDS)
  if (afterSeconds <= QUEUE_PAUSE_SECONDS_MAX) return { then: 'retry', because, afterSeconds }
  await outbox.retryRow(db, outboxId, afterSeconds, because)
  return { then: 'done' }
}

/** The headers are those for one-click unsubscribe (RFC 8058). */
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
        : {
            'List-Unsubscribe': `<${unsubscribeUrl}>`,
            'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          },
  }
}
