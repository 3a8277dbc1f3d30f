import {
  createHash,
  createHmac,
  createPublicKey,
  type JsonWebKey,
  timingSafeEqual,
  verify,
} from 'node:crypto'

/**
 * Keys with which a third party verifies certificates. This file uses no code of the service, so it
 * can detect errors in that code.
 */
export interface KnownKeys {
  hmac: Record<string, Uint8Array>
  jwks: { kid: string; [field: string]: unknown }[]
}

type Json = string | number | boolean | null | Json[] | { [member: string]: Json }
type Members = { [member: string]: Json }

const isMembers = (value: Json | undefined): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Writes JSON as RFC 8785 requires, so that equal data always gives the same bytes to sign. Members
 * are sorted by UTF-16 code units.
 */
export function canonicalJson(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (!isMembers(value)) return JSON.stringify(value)
  const names = Object.keys(value).sort()
  return `{${names.map((name) => `${JSON.stringify(name)}:${canonicalJson(value[name] ?? null)}`).join(',')}}`
}

const sha256 = (value: Json) => createHash('sha256').update(canonicalJson(value)).digest('hex')

function holds(signature: Json, certificate: Json, keys: KnownKeys): boolean {
  if (!isMembers(signature)) return false
  const { alg, key_id: keyId, canonicalization, value } = signature
  if (
    canonicalization !== 'RFC8785' ||
    typeof value !== 'string' ||
    Object.keys(signature).length !== 4
  )
    return false
  const bytes = Buffer.from(value, 'base64url')
  if (bytes.toString('base64url') !== value) return false
  const message = Buffer.from(canonicalJson(certificate))
  if (alg === 'HMAC-SHA256') {
    const secret = keys.hmac[String(keyId)]
    if (secret === undefined || bytes.length !== 32) return false
    return timingSafeEqual(createHmac('sha256', secret).update(message).digest(), bytes)
  }
  const jwk = keys.jwks.find(({ kid }) => kid === keyId)
  if (alg !== 'EdDSA' || jwk === undefined) return false
  return verify(null, message, createPublicKey({ key: jwk as JsonWebKey, format: 'jwk' }), bytes)
}

/** True if `text` is unchanged since it was signed and its signatures match the keys. */
export function isGenuine(text: string, keys: KnownKeys): boolean {
  let document: Json
  try {
    document = JSON.parse(text)
  } catch {
    return false
  }
  if (!isMembers(document) || Object.keys(document).sort().join() !== 'certificate,signatures')
    return false
  const { certificate, signatures } = document
  if (!isMembers(certificate) || !Array.isArray(signatures) || !Array.isArray(certificate.evidence))
    return false
  let previous = '0'.repeat(64)
  for (const [index, entry] of certificate.evidence.entries()) {
    if (!isMembers(entry) || entry.seq !== index + 1 || entry.prev_digest !== previous) return false
    previous = sha256(entry)
  }
  if (certificate.evidence_root !== previous || signatures.length !== 2) return false
  const algorithms = signatures.map((signature) => (isMembers(signature) ? signature.alg : null))
  if (new Set(algorithms).size !== 2) return false
  return signatures.every((signature) => holds(signature, certificate, keys))
}
