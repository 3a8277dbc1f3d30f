import { sendEmail } from '../../shared/emails/send-email.ts'
import type { Fetch } from '../../shared/platform/net/fetch.ts'
import { EmailMessage } from '../../shared/platform/queue-messages.ts'
import { consumer } from './consumer.ts'

const MESSAGE_MS_MIN = 1_000

/**
 * A message that sends a request takes at least one second, and batches run one after the other. So
 * the batch size (`wrangler.toml`) limits the requests to the email provider per second.
 */
export const emails = consumer(EmailMessage, async ({ id }, { db, env, now, fetch }) => {
  let minimum: Promise<unknown> | null = null
  const counted: Fetch = (url, init) => {
    minimum = new Promise((resolve) => setTimeout(resolve, MESSAGE_MS_MIN))
    return fetch(url, init)
  }
  const sent = await sendEmail({ db, env, now, fetch: counted }, id)
  await minimum
  return sent
})
