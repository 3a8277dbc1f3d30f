import { sendEmail } from '../../shared/emails/send-email.ts'
import type { Fetch } from '../../shared/platform/net/fetch.ts'
import { EmailMessage } from '../../shared/platform/queue-messages.ts'
import { consumer } from './consumer.ts'

const PACE_MS = 1_000

/**
 * Batches run one after the other (`wrangler.toml`), so the batch size limits the requests to the
 * email provider per second.
 */
export const emails = consumer(EmailMessage, async ({ id }, { db, env, now, fetch }) => {
  let pace: Promise<unknown> | null = null
  const paced: Fetch = (url, init) => {
    pace = new Promise((resolve) => setTimeout(resolve, PACE_MS))
    return fetch(url, init)
  }
  const sent = await sendEmail({ db, env, now, fetch: paced }, id)
  await pace
  return sent
})
