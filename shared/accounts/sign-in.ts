import { PublicError } from '../platform/http/errors.ts'
import { z } from '../platform/http/zod-openapi.ts'
import { newIdentifier } from '../platform/identifiers.ts'
import { describeError, log } from '../platform/log.ts'
import type { Services } from '../platform/services/index.ts'
import { exchangeMagicLink } from './identity-provider.ts'
import { digestText } from './key-tokens.ts'
import { takeSlot } from './queries.ts'

/** Longer than any provider's token. */
const TOKEN_CHARACTERS_MAX = 512

export const VerifyTokenRequest = z
  .strictObject({
    token: z
      .string()
      .trim()
      .min(1, 'must not be empty')
      .max(TOKEN_CHARACTERS_MAX, `must have at most ${TOKEN_CHARACTERS_MAX} characters`)
      .openapi({ description: 'The token_hash of the magic link.' }),
    type: z.enum(['email', 'magiclink']).default('email'),
  })
  .openapi('VerifyTokenRequest')
export type VerifyTokenRequest = z.infer<typeof VerifyTokenRequest>

export const VerifyTokenResponse = z
  .object({
    access_token: z.string(),
    refresh_token: z.string(),
    token_type: z.literal('bearer'),
    expires_in: z.number().int(),
    user: z.object({ id: z.string(), email: z.string().nullable() }),
  })
  .openapi('VerifyTokenResponse')
export type VerifyTokenResponse = z.infer<typeof VerifyTokenResponse>

const WINDOW_SECONDS = 60
const ADDRESS_CHARACTERS_MAX = 64

const limited = (retryAfterSeconds: number) =>
  new PublicError('RATE_LIMITED', 'Too many attempts to sign in. Wait a little.', {
    headers: { 'retry-after': String(retryAfterSeconds) },
  })

/**
 * Exchanges a magic link's token for the provider's tokens. Attempts are counted by client address in Postgres, which keeps only a
 * keyed digest of it. Throws PublicError RATE_LIMITED, UNAUTHORIZED for a link that is not good, UNAVAILABLE.
 */
export async function signIn(
  services: Pick<Services, 'db' | 'env' | 'fetch'>,
  request: VerifyTokenRequest,
  clientAddress: string | null,
): Promise<VerifyTokenResponse> {
  const address = (clientAddress ?? 'unknown').slice(0, ADDRESS_CHARACTERS_MAX)
  const { db, env } = services
  const slot = await takeSlot(db, {
    slotId: newIdentifier('slt'),
    limitName: 'verify-token',
    holder: await digestText(env.API_KEY_PEPPER, `address:${address}`),
    limit: env.VERIFY_TOKEN_PER_MINUTE,
    windowSeconds: WINDOW_SECONDS,
  })
  if (!slot.taken) throw limited(slot.retry_after_seconds)
  const answer = await exchange(services, request)
  switch (answer.outcome) {
    case 'signed in': {
      const { access_token, refresh_token, expires_in, user } = answer.session
      const { id, email = null } = user
      return { access_token, refresh_token, token_type: 'bearer', expires_in, user: { id, email } }
    }
    case 'refused':
      throw new PublicError('UNAUTHORIZED', 'The link is not valid or has expired. Ask for a new one.')
    case 'limited':
      throw limited(answer.retryAfterSeconds)
    default:
      return answer satisfies never
  }
}

async function exchange({ db, env, fetch }: Pick<Services, 'db' | 'env' | 'fetch'>, request: VerifyTokenRequest) {
  const { IDP_URL: url, IDP_PUBLISHABLE_KEY: publishableKey } = env
  try {
    return await exchangeMagicLink({ url, publishableKey, fetch }, request)
  } catch (error) {
    log({ event: 'identity.verify_failed', request_id: db.requestId, error: describeError(error) })
    throw new PublicError('UNAVAILABLE', 'Signing in is not possible right now; try again shortly.', {
      headers: { 'retry-after': '5' },
    })
  }
}
