import { fromBase64, toBase64 } from '../platform/crypto/encodings.ts'
import { hmacSha256 } from '../platform/crypto/hashes.ts'
import { open, type RandomBytes, type SealKeys, seal } from '../platform/crypto/seal.ts'

/** Standard Webhooks 1.0, "Signature scheme": the secret is this prefix and base64 of 24 to 64 bytes. */
const SECRET_PREFIX = 'whsec_'
const SECRET_BYTES = 32
const HINT_CHARACTERS = 8

/** A signing secret as it is stored. */
export interface SealedSecret {
  sealed: string
  /** Its first characters, all that is ever shown again. */
  hint: string
}

/** The associated data under which an account's secret is sealed. */
export const ownedBy = (accountId: string) => `webhook_secret|${accountId}`

export function newWebhookSecret(randomBytes: RandomBytes): string {
  return SECRET_PREFIX + toBase64(randomBytes(SECRET_BYTES))
}

export async function sealWebhookSecret(keys: SealKeys, accountId: string, secret: string): Promise<SealedSecret> {
  return { sealed: await seal(keys, ownedBy(accountId), secret), hint: secret.slice(0, HINT_CHARACTERS) }
}

/** The account's secret in the clear. Throws SealBroken. */
export function openWebhookSecret(keys: SealKeys, accountId: string, sealed: string): Promise<string> {
  return open(keys, ownedBy(accountId), sealed)
}

/**
 * The headers of one attempt (Standard Webhooks 1.0): `id` is the same on every attempt, the time is this attempt's, the signature is
 * HMAC-SHA-256 over `id.timestamp.body` under the secret of this moment.
 */
export async function signedHeaders(
  secret: string,
  id: string,
  at: Date,
  body: string,
): Promise<Record<string, string>> {
  const timestamp = String(Math.floor(at.getTime() / 1_000))
  const key = fromBase64(secret.slice(SECRET_PREFIX.length))
  const signature = toBase64(await hmacSha256(key, `${id}.${timestamp}.${body}`))
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` }
}
