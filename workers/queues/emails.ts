import { sendEmail } from '../../shared/emails/send-email.ts'
import { EmailMessage } from '../../shared/platform/queue-messages.ts'
import { consumer } from './consumer.ts'

const RETRY_SECONDS = 30

export const emails = consumer(EmailMessage, async ({ id }, services) => {
  const sent = await sendEmail(services, id)
  return sent.then === 'retry' ? { ...sent, afterSeconds: RETRY_SECONDS } : sent
})
