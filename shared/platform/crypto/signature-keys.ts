import { z } from 'zod'
import { Ed25519Key } from './ed25519.ts'
import { fromLooseBase64 } from './encodings.ts'

const HMAC_KEY_BYTES = 32
const KEYS_MAX = 50

export interface HmacKey {
  keyId: string
  secret: Uint8Array<ArrayBuffer>
}

const refused = (context: z.RefinementCtx, message: string) => {
  context.addIssue({ code: 'custom', message })
  return z.NEVER
}

/**
 * The text of CERTIFICATE_HMAC_KEYS: JSON { "<key_id>": "<base64 of 32 bytes>" }, first current. The order is read from the text,
 * since a JavaScript object sorts names that look like numbers.
 */
export const HmacKeysText = z.string().transform((text, context): HmacKey[] => {
  const parsed = z.record(z.string().regex(/^[A-Za-z0-9._-]{1,64}$/), z.string()).safeParse(jsonOf(text))
  if (!parsed.success) return refused(context, 'must be JSON { "<key_id>": "<base64 of 32 bytes>" }')
  const names = Object.keys(parsed.data).sort((a, b) => text.indexOf(`"${a}"`) - text.indexOf(`"${b}"`))
  if (names.length === 0 || names.length > KEYS_MAX) return refused(context, `must hold 1 to ${KEYS_MAX} keys`)
  const keys = names.map((keyId) => ({
    keyId,
    secret: fromLooseBase64(parsed.data[keyId] ?? ''),
  }))
  const wrong = keys.find(({ secret }) => secret.byteLength !== HMAC_KEY_BYTES)
  return wrong === undefined ? keys : refused(context, `${wrong.keyId} is not base64 of ${HMAC_KEY_BYTES} bytes`)
})

/** The text of CERTIFICATE_SIGNING_KEYS: a JSON list of Ed25519 JWKs with `kid`, first current and private; retired ones may lack `d`. */
export const SigningKeysText = z.string().transform((text, context): Ed25519Key[] => {
  const parsed = z.array(Ed25519Key).min(1).max(KEYS_MAX).safeParse(jsonOf(text))
  if (!parsed.success) return refused(context, 'must be a JSON list of Ed25519 JWKs, each with a kid')
  if (parsed.data[0]?.d === undefined) return refused(context, 'must begin with a private key')
  const kids = new Set(parsed.data.map(({ kid }) => kid))
  return kids.size === parsed.data.length ? parsed.data : refused(context, 'must not name two keys alike')
})

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
