import { mailboxDigests } from '../accounts/accept-subject.ts'
import { sendMagicLink } from '../accounts/identity-provider.ts'
import { digestText } from '../accounts/key-tokens.ts'
import { HOUR_SECONDS } from '../platform/clock.ts'
import { PublicError, rateLimited } from '../platform/http/errors.ts'
import { addressOfNetwork } from '../platform/http/request-id.ts'
import { takePermit } from '../platform/limits/queries.ts'
import { describeError, log } from '../platform/log.ts'
import type { Services } from '../platform/services/index.ts'

const ADDRESS_LEASE_SECONDS = 60
/** Highest number of requests for a link from one client network within a minute. */
const LINKS_PER_ADDRESS = 5
/** Highest number of emails with a link to one mailbox within an hour, counted over all clients. */
const MAILS_PER_MAILBOX = 5

/**
 * Sends a magic link. The response is the same if the address is unknown, is refused by the
 * provider, or got its five emails of the hour. So a caller learns nothing about the address.
 * Throws PublicError RATE_LIMITED (more than five requests a minute from one client network) or
 * UNAVAILABLE.
 */
export async function requestMagicLink(
  services: Pick<Services, 'db' | 'env' | 'fetch' | 'requestId'>,
  email: string,
  clientNetwork: string,
): Promise<void> {
  const { db, env, fetch, requestId } = services
  const asked = await takePermit(db, {
    limitName: 'session-link',
    holder: await digestText(env.API_KEY_PEPPER, `address:${clientNetwork}`),
    limit: LINKS_PER_ADDRESS,
    leaseSeconds: ADDRESS_LEASE_SECONDS,
  })
  if (!asked.taken)
    throw rateLimited('Too many links were asked for. Wait a little.', asked.retry_after_seconds)
  const [mailbox = ''] = await mailboxDigests(env.API_KEY_PEPPER, email)
  const mailed = await takePermit(db, {
    limitName: 'session-mail',
    holder: mailbox,
    limit: MAILS_PER_MAILBOX,
    leaseSeconds: HOUR_SECONDS,
  })
  if (!mailed.taken) return log({ event: 'session.link_limited', request_id: requestId })
  const service = {
    url: env.IDP_URL,
    publishableKey: env.IDP_PUBLISHABLE_KEY,
    serviceKey: env.IDP_SERVICE_KEY,
    fetch,
  }
  try {
    const answer = await sendMagicLink(service, email, addressOfNetwork(clientNetwork))
    if (answer.outcome === 'not sent')
      log({ event: 'session.link_not_sent', request_id: requestId, because: answer.because })
  } catch (error) {
    log({ event: 'session.link_failed', request_id: requestId, error: describeError(error) })
    throw new PublicError(
      'UNAVAILABLE',
      'Signing in is not possible right now; try again shortly.',
      {
        headers: { 'retry-after': '5' },
      },
    )
  }
}
