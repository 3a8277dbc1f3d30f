import type { RandomBytes, SealKeys } from '../platform/crypto/seal.ts'
import { PublicError } from '../platform/http/errors.ts'
import { newIdentifier } from '../platform/identifiers.ts'
import { type CallbackRules, parseCallbackUrl } from './callback-url.ts'
import { newWebhookSecret, type SealedSecret, sealWebhookSecret } from './webhook-secret.ts'

export interface CallbackSettings {
  ALLOW_INSECURE_CALLBACKS: boolean
  PUBLIC_URL: string
  SEAL_KEYS: SealKeys
}

/** A delivery that a subject will owe, as the function that takes the subject in expects it. */
export interface NewDelivery {
  id: string
  url: string
  origin: string
  /** What the account will sign with if it has no secret yet. */
  secret: SealedSecret
}

export function callbackRules(
  settings: Pick<CallbackSettings, 'ALLOW_INSECURE_CALLBACKS' | 'PUBLIC_URL'>,
): CallbackRules {
  return { allowInsecure: settings.ALLOW_INSECURE_CALLBACKS, ownHosts: [new URL(settings.PUBLIC_URL).hostname] }
}

const systemRandomBytes: RandomBytes = (count) => crypto.getRandomValues(new Uint8Array(count))

/** The delivery that a caller's callback_url makes due at the subject's end. Throws PublicError VALIDATION_ERROR. */
export async function requireCallback(
  text: string,
  settings: CallbackSettings,
  accountId: string,
): Promise<NewDelivery> {
  const parsed = parseCallbackUrl(text, callbackRules(settings))
  if (!parsed.ok) {
    const message = `callback_url ${parsed.message}.`
    throw new PublicError('VALIDATION_ERROR', message, { details: [{ path: 'callback_url', message }] })
  }
  const secret = await sealWebhookSecret(settings.SEAL_KEYS, accountId, newWebhookSecret(systemRandomBytes))
  return { id: newIdentifier('dlv'), url: parsed.url, origin: parsed.origin, secret }
}
