import { fromBase64, toBase64 } from '../platform/crypto/encodings.ts'
import { hmacSha256 } from '../platform/crypto/hashes.ts'
import { type RandomBytes, type SealKeys, seal, unseal } from '../platform/crypto/seal.ts'

// Prefix of a secret. After it come 24 to 64 bytes in base64 (Standard Webhooks 1.0, "Signature
// scheme").
const SECRET_PREFIX = 'whsec_'
const SECRET_BYTES = 32
const HINT_CHARACTERS = 8

export interface SealedSecret {
  sealed: string
  /** The first characters of the secret, the only part that the API shows later. */
  hint: string
}

/** Owner of a sealed secret: a secret that was copied to another account does not open. */
export const secretOwner = (accountId: string) => `webhook_secret|${accountId}`

export function newWebhookSecret(randomBytes: RandomBytes): string {
  return SECRET_PREFIX + toBase64(randomBytes(SECRET_BYTES))
}

export async function sealWebhookSecret(
  keys: SealKeys,
  accountId: string,
  secret: string,
): Promise<SealedSecret> {
  return {
    sealed: await seal(keys, secretOwner(accountId), secret),
    hint: secret.slice(0, HINT_CHARACTERS),
  }
}

/** Throws SealBroken if the secret cannot be decrypted. */
export function openWebhookSecret(
  keys: SealKeys,
  accountId: string,
  sealed: string,
): Promise<string> {
  return unseal(keys, secretOwner(accountId), sealed)
}

/**
 * Opens the secrets that sign an account's webhooks, the newest first. Throws SealBroken if the
 * newest cannot be decrypted. An older one that cannot be decrypted is left out.
 */
export async function openSigningSecrets(
  keys: SealKeys,
  accountId: string,
  [newest = '', ...before]: readonly string[],
): Promise<string[]> {
  const opened = await Promise.all(
    before.map((sealed) => openWebhookSecret(keys, accountId, sealed).catch(() => [])),
  )
  return [await openWebhookSecret(keys, accountId, newest), ...opened.flat()]
}

/**
 * Headers of Standard Webhooks 1.0. `id` is the same for all attempts, `at` is the time of this
 * attempt. Each secret signs once: the HMAC-SHA-256 of the text `id.timestamp.body`.
 */
export async function signedHeaders(
  secrets: readonly string[],
  id: string,
  at: Date,
  body: string,
): Promise<Record<string, string>> {
  const timestamp = String(Math.floor(at.getTime() / 1_000))
  const signatures = secrets.map(async (secret) => {
    const key = fromBase64(secret.slice(SECRET_PREFIX.length))
    return `v1,${toBase64(await hmacSha256(key, `${id}.${timestamp}.${body}`))}`
  })
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': (await Promise.all(signatures)).join(' '),
  }
}
