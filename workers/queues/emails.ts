import { slice, vars } from '../../shared/config.ts'
import { connect } from '../../shared/db/client.ts'
import { sendOwedEmail } from '../../shared/email/send-owed.ts'
import { newIdentifier } from '../../shared/identifiers.ts'
import { EmailMessage } from '../../shared/messages.ts'
import { fetchOutside } from '../../shared/platform.ts'
import { consumer } from './consumer.ts'

const needs = vars('DATABASE_URL', 'PUBLIC_URL', 'EXPORT_LINK_KEY', 'EMAIL_FROM', 'RESEND_API_KEY')

const RETRY_SECONDS = 30

/** Sends one mail that is owed. */
export const emails = consumer(EmailMessage, async ({ id }, environment) => {
  const { DATABASE_URL, ...settings } = slice(environment, needs)
  const db = connect(DATABASE_URL, newIdentifier('req'))
  const sent = await sendOwedEmail({ db, settings, fetch: fetchOutside }, id)
  return sent.then === 'retry' ? { ...sent, afterSeconds: RETRY_SECONDS } : sent
})
