import { sendEmail } from '../../shared/emails/send-email.ts'
import { connect } from '../../shared/platform/db/client.ts'
import { slice, vars } from '../../shared/platform/environment.ts'
import { newIdentifier } from '../../shared/platform/identifiers.ts'
import { fetchOutside } from '../../shared/platform/net/fetch.ts'
import { EmailMessage } from '../../shared/platform/queue-messages.ts'
import { consumer } from './consumer.ts'

const needs = vars('DATABASE_URL', 'PUBLIC_URL', 'EXPORT_LINK_KEY', 'EMAIL_FROM', 'RESEND_API_KEY')

const RETRY_SECONDS = 30

/** Sends one mail that is owed. */
export const emails = consumer(EmailMessage, async ({ id }, environment) => {
  const { DATABASE_URL, ...settings } = slice(environment, needs)
  const db = connect(DATABASE_URL, newIdentifier('req'))
  const sent = await sendEmail({ db, settings, fetch: fetchOutside }, id)
  return sent.then === 'retry' ? { ...sent, afterSeconds: RETRY_SECONDS } : sent
})
