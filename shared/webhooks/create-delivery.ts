import type { Environment } from '../platform/environment.ts'
import { validationError } from '../platform/http/validation.ts'
import { newIdentifier } from '../platform/identifiers.ts'
import { type CallbackRules, parseCallbackUrl } from './callback-url.ts'
import { newWebhookSecret, sealWebhookSecret } from './webhook-secret.ts'

export interface NewDelivery {
  id: string
  url: string
  origin: string
  /** New webhook secret, encrypted. Stored only if the account has no secret yet. */
  secret_sealed: string
  secret_hint: string
}

export function callbackRules(
  env: Pick<Environment, 'ALLOW_INSECURE_CALLBACKS' | 'PUBLIC_URL'>,
): CallbackRules {
  return {
    allowInsecure: env.ALLOW_INSECURE_CALLBACKS,
    ownHosts: [new URL(env.PUBLIC_URL).hostname],
  }
}

const randomBytes = (count: number) => crypto.getRandomValues(new Uint8Array(count))

/** Parses callback_url. Throws PublicError VALIDATION_ERROR if it is not valid. */
export async function requireCallback(
  text: string,
  env: Pick<Environment, 'ALLOW_INSECURE_CALLBACKS' | 'PUBLIC_URL' | 'SEAL_KEYS'>,
  accountId: string,
): Promise<NewDelivery> {
  const parsed = parseCallbackUrl(text, callbackRules(env))
  if (!parsed.ok) throw validationError([{ path: ['callback_url'], message: parsed.message }])
  const { sealed, hint } = await sealWebhookSecret(
    env.SEAL_KEYS,
    accountId,
    newWebhookSecret(randomBytes),
  )
  const { url, origin } = parsed
  return { id: newIdentifier('dlv'), url, origin, secret_sealed: sealed, secret_hint: hint }
}
