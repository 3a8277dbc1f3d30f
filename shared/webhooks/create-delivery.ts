import type { Environment } from '../platform/environment.ts'
import { PublicError } from '../platform/http/errors.ts'
import { newIdentifier } from '../platform/identifiers.ts'
import { type CallbackRules, parseCallbackUrl } from './callback-url.ts'
import { newWebhookSecret, type SealedSecret, sealWebhookSecret } from './webhook-secret.ts'

/** A delivery that becomes due at the end of a subject, as the function that creates the subject expects it. */
export interface NewDelivery {
  id: string
  url: string
  origin: string
  /** The account's signing secret if it has none yet. */
  secret: SealedSecret
}

export function callbackRules(env: Pick<Environment, 'ALLOW_INSECURE_CALLBACKS' | 'PUBLIC_URL'>): CallbackRules {
  return { allowInsecure: env.ALLOW_INSECURE_CALLBACKS, ownHosts: [new URL(env.PUBLIC_URL).hostname] }
}

const randomBytes = (count: number) => crypto.getRandomValues(new Uint8Array(count))

/** The delivery that a caller's callback_url makes due at the subject's end. Throws PublicError VALIDATION_ERROR. */
export async function requireCallback(
  text: string,
  env: Pick<Environment, 'ALLOW_INSECURE_CALLBACKS' | 'PUBLIC_URL' | 'SEAL_KEYS'>,
  accountId: string,
): Promise<NewDelivery> {
  const parsed = parseCallbackUrl(text, callbackRules(env))
  if (!parsed.ok) {
    const message = `callback_url ${parsed.message}.`
    throw new PublicError('VALIDATION_ERROR', message, { details: [{ path: 'callback_url', message }] })
  }
  const secret = await sealWebhookSecret(env.SEAL_KEYS, accountId, newWebhookSecret(randomBytes))
  return { id: newIdentifier('dlv'), url: parsed.url, origin: parsed.origin, secret }
}
