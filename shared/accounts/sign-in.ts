import { PublicError, rateLimited } from '../platform/http/errors.ts'
import { addressOfNetwork } from '../platform/http/request-id.ts'
import { takePermit } from '../platform/limits/queries.ts'
import { describeError, log } from '../platform/log.ts'
import type { Services } from '../platform/services/index.ts'
import { exchangeMagicLink, type MagicLink, type Session } from './identity-provider.ts'
import { digestText } from './key-tokens.ts'

const LEASE_SECONDS = 60
// Retry-After of our response when the provider answers 429, because Supabase Auth sends no
// Retry-After.
const PROVIDER_LIMIT_SECONDS = 60

const limited = (retryAfterSeconds: number) =>
  rateLimited('Too many attempts to sign in. Wait a little.', retryAfterSeconds)

/**
 * Signs a user in with a magic link. The attempts of each client network are limited
 * (`clientNetworkOf`); only a keyed digest of the network is stored.
 * Throws PublicError RATE_LIMITED, UNAUTHORIZED (invalid, used or expired link) or UNAVAILABLE.
 */
export async function signIn(
  services: Pick<Services, 'db' | 'env' | 'fetch'>,
  link: MagicLink,
  clientNetwork: string,
): Promise<Session> {
  const { db, env } = services
  const permit = await takePermit(db, {
    limitName: 'verify-token',
    holder: await digestText(env.API_KEY_PEPPER, `address:${clientNetwork}`),
    limit: env.VERIFY_TOKEN_PER_MINUTE,
    leaseSeconds: LEASE_SECONDS,
  })
  if (!permit.taken) throw limited(permit.retry_after_seconds)
  const answer = await exchange(services, link, addressOfNetwork(clientNetwork))
  if (answer.outcome !== 'signed in')
    log({
      event: `identity.link_${answer.outcome}`,
      request_id: db.requestId,
      because: answer.because,
    })
  switch (answer.outcome) {
    case 'signed in':
      return answer.session
    case 'refused':
      throw new PublicError(
        'UNAUTHORIZED',
        'The link is not valid or has expired. Ask for a new one.',
      )
    case 'limited':
      throw limited(PROVIDER_LIMIT_SECONDS)
    default:
      return answer satisfies never
  }
}

async function exchange(
  { db, env, fetch }: Pick<Services, 'db' | 'env' | 'fetch'>,
  link: MagicLink,
  clientAddress: string | null,
) {
  const { IDP_URL: url, IDP_PUBLISHABLE_KEY: publishableKey, IDP_SERVICE_KEY: serviceKey } = env
  try {
    return await exchangeMagicLink({ url, publishableKey, serviceKey, fetch }, link, clientAddress)
  } catch (error) {
    log({ event: 'identity.verify_failed', request_id: db.requestId, error: describeError(error) })
    throw new PublicError(
      'UNAVAILABLE',
      'Signing in is not possible right now; try again shortly.',
      {
        headers: { 'retry-after': '5' },
      },
    )
  }
}
