import { fromBase64, toBase64 } from '../platform/crypto/encodings.ts'
import { hmacSha256 } from '../platform/crypto/hashes.ts'
import { open, type RandomBytes, type SealKeys, seal } from '../platform/crypto/seal.ts'

/**
 * Prefix of each webhook signing secret (Standard Webhooks 1.0, "Signature scheme"). The prefix is
 * followed by 24 to 64 bytes in base64.
 */
const SECRET_PREFIX = 'whsec_'
const SECRET_BYTES = 32
const HINT_CHARACTERS = 8

export interface SealedSecret {
  sealed: string
  /**
   * The first characters of the secret, which identify the secret without revealing it. After the
   * secret was created, the API shows only these characters.
   */
  hint: string
}

/**
 * Returns the additional authenticated data (input that is not encrypted but must be equal for
 * decryption) for an account's webhook secret. It contains the account id, so a secret that was
 * encrypted for one account cannot be decrypted for another account.
 */
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

/** Decrypts the account's webhook signing secret. Throws SealBroken if the decryption fails. */
export function openWebhookSecret(
  keys: SealKeys,
  accountId: string,
  sealed: string,
): Promise<string> {
  return open(keys, secretOwner(accountId), sealed)
}

/**
 * Returns the HTTP headers of one webhook attempt (Standard Webhooks 1.0). `id` is the same for all
 * attempts of a delivery, and `at` is the time of this attempt. The signature is the HMAC-SHA-256
 * of the text `id.timestamp.body`.
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
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${signature}`,
  }
}

/**
 * Returns the signed headers of one webhook attempt. Rejects with SealBroken if the secret of the
 * account cannot be decrypted.
 */
export type Signer = (
  accountId: string,
  sealed: string,
  id: string,
  at: Date,
  body: string,
) => Promise<Record<string, string>>

/**
 * Returns a signer that decrypts each secret once. It keeps the secrets in memory, so it must not
 * live longer than an invocation.
 */
export function createSigner(keys: SealKeys): Signer {
  const secrets = new Map<string, Promise<string>>()
  return async (accountId, sealed, id, at, body) => {
    // The account is a part of the key, because a text that was copied from another account must
    // not open.
    const key = `${accountId} ${sealed}`
    const secret = secrets.get(key) ?? openWebhookSecret(keys, accountId, sealed)
    secrets.set(key, secret)
    return signedHeaders(await secret, id, at, body)
  }
}
