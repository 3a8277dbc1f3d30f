import { z } from 'zod'
import { Ed25519Key } from './ed25519.ts'
import { fromLooseBase64, parseJson } from './encodings.ts'

const HMAC_KEY_BYTES = 32
const KEYS_MAX = 50

export interface HmacKey {
  keyId: string
  secret: Uint8Array<ArrayBuffer>
}

const addIssue = (context: z.RefinementCtx, message: string) => {
  context.addIssue({ code: 'custom', message })
  return z.NEVER
}

/**
 * JSON { "<key_id>": "<base64 of 32 bytes>" }, the current key first. The order is read from the
 * text, because JavaScript objects move keys that look like integers to the front.
 */
export const HmacKeysText = z.string().transform((text, context): HmacKey[] => {
  const parsed = z
    .record(z.string().regex(/^[A-Za-z0-9._-]{1,64}$/), z.string())
    .safeParse(parseJson(text))
  if (!parsed.success)
    return addIssue(context, 'must be JSON { "<key_id>": "<base64 of 32 bytes>" }')
  const names = Object.keys(parsed.data).sort(
    (a, b) => text.indexOf(`"${a}"`) - text.indexOf(`"${b}"`),
  )
  if (names.length === 0 || names.length > KEYS_MAX)
    return addIssue(context, `must contain 1 to ${KEYS_MAX} keys`)
  const keys = names.map((keyId) => ({
    keyId,
    secret: fromLooseBase64(parsed.data[keyId] ?? ''),
  }))
  const wrong = keys.find(({ secret }) => secret.byteLength !== HMAC_KEY_BYTES)
  return wrong === undefined
    ? keys
    : addIssue(context, `must contain only base64 of ${HMAC_KEY_BYTES} bytes`)
})

/**
 * JSON list of JWKs. The first key signs and needs the private member `d`; the others only verify.
 */
export const SigningKeysText = z.string().transform((text, context): Ed25519Key[] => {
  const parsed = z.array(Ed25519Key).min(1).max(KEYS_MAX).safeParse(parseJson(text))
  if (!parsed.success)
    return addIssue(context, 'must be a JSON list of Ed25519 JWKs, each with a kid')
  if (parsed.data[0]?.d === undefined) return addIssue(context, 'must begin with a private key')
  const kids = new Set(parsed.data.map(({ kid }) => kid))
  return kids.size === parsed.data.length
    ? parsed.data
    : addIssue(context, 'must not contain the same kid twice')
})
