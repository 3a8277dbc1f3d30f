/** Public key of a certificate, from /.well-known/attribution-keys.json. */
export interface PublishedKey {
  kid: string
  x: string
}

/** Record of the service about a certificate, from /certificates/{certificate_id}. */
export interface IssuedRecord {
  certificate_id: string
  evidence_root: string
  signatures: unknown[]
}

export interface Check {
  name: string
  /** Null if this browser cannot check it. */
  isGood: boolean | null
  detail: string
}

export interface CheckedFile {
  isValid: boolean
  checks: Check[]
  /** Content that the signature covers. Null if the file is not a certificate. */
  certificate: Record<string, unknown> | null
}

const NO_DIGEST = '0'.repeat(64)
const ENTRIES_MAX = 200

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** RFC 8785: sorted names, and numbers and texts as JSON.stringify writes them. */
export function canonicalText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalText).join(',')}]`
  if (!isObject(value)) return JSON.stringify(value)
  const members = Object.keys(value)
    .sort()
    .map((name) => `${JSON.stringify(name)}:${canonicalText(value[name])}`)
  return `{${members.join(',')}}`
}

const utf8 = (text: string) => new TextEncoder().encode(text)

async function digestOf(value: unknown): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', utf8(canonicalText(value))))
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

function bytesOfBase64url(text: string): Uint8Array<ArrayBuffer> | null {
  if (!/^[A-Za-z0-9_-]*$/.test(text)) return null
  try {
    const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
    return Uint8Array.from(binary, (character) => character.charCodeAt(0))
  } catch {
    return null
  }
}

const good = (name: string, detail: string): Check => ({ name, isGood: true, detail })
const bad = (name: string, detail: string): Check => ({ name, isGood: false, detail })

/** Checks the text of a certificate file. `issued` is the record of the certificate's number. */
export async function checkCertificate(
  text: string,
  keys: readonly PublishedKey[],
  issued: IssuedRecord,
): Promise<CheckedFile> {
  const file = parsed(text)
  if (file === null) {
    const detail = 'The file is not a certificate of this service.'
    return { isValid: false, checks: [bad('File', detail)], certificate: null }
  }
  const { certificate, signatures } = file
  const checks = [
    numberCheck(certificate, issued),
    await signatureCheck(certificate, signatures, keys),
    await chainCheck(certificate),
    recordCheck(certificate, signatures, issued),
  ]
  return { isValid: checks.every(({ isGood }) => isGood === true), checks, certificate }
}

function parsed(text: string) {
  try {
    const file: unknown = JSON.parse(text)
    if (!isObject(file) || !isObject(file.certificate) || !Array.isArray(file.signatures))
      return null
    if (Object.keys(file).length !== 2 || !isReadAlike(text, file)) return null
    // Deeply nested values would overflow the stack later.
    canonicalText(file)
    return { certificate: file.certificate, signatures: file.signatures as unknown[] }
  } catch {
    return null
  }
}

const MEMBER_NAME = /"(?:[^"\\]|\\.|\\$)*(?:"(\s*:)?|$)/gsu

// A forger could hide a changed value in a member that is given twice (RFC 7493 section 2.3) or is
// named `__proto__`: one program reads the first value, another one the last.
function isReadAlike(text: string, file: object): boolean {
  let written = 0
  for (const [, colon] of text.matchAll(MEMBER_NAME)) if (colon !== undefined) written += 1
  let read = 0
  const open: unknown[] = [file]
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    if (typeof value !== 'object' || value === null) continue
    if (!Array.isArray(value)) read += Object.keys(value).length
    if (Object.hasOwn(value, '__proto__')) return false
    open.push(...Object.values(value))
  }
  return written === read
}

function numberCheck({ certificate_id: id }: Record<string, unknown>, issued: IssuedRecord): Check {
  const name = 'Number'
  return id === issued.certificate_id
    ? good(name, `The file is the certificate ${issued.certificate_id}.`)
    : bad(name, `The file has another number than this page, ${issued.certificate_id}.`)
}

const ED25519 = 'Ed25519'

async function signatureCheck(
  certificate: Record<string, unknown>,
  signatures: readonly unknown[],
  keys: readonly PublishedKey[],
): Promise<Check> {
  const name = 'Signature'
  const own = signatures.filter(isObject).filter(({ alg }) => alg === 'EdDSA')
  const [signature] = own
  if (signature === undefined || own.length > 1)
    return bad(name, 'The file does not have exactly one signature of the published kind.')
  const key = keys.find(({ kid }) => kid === signature.key_id)
  if (key === undefined) return bad(name, 'It is signed with a key that is not ours.')
  const value = bytesOfBase64url(String(signature.value))
  if (value === null) return bad(name, 'The signature cannot be read.')
  try {
    const jwk = { kty: 'OKP', crv: ED25519, x: key.x }
    const imported = await crypto.subtle.importKey('jwk', jwk, ED25519, false, ['verify'])
    const message = utf8(canonicalText(certificate))
    return (await crypto.subtle.verify(ED25519, imported, value, message))
      ? good(name, `Our key ${key.kid} signed exactly this content.`)
      : bad(name, 'The content was changed after we signed it.')
  } catch {
    const detail = 'This browser cannot check it. Chrome 137, Firefox 129 and Safari 17 can.'
    return { name, isGood: null, detail }
  }
}

async function chainCheck({ evidence, evidence_root: root }: Record<string, unknown>) {
  const name = 'Evidence'
  if (!Array.isArray(evidence) || evidence.length > ENTRIES_MAX)
    return bad(name, 'The list of evidence cannot be read.')
  let previous = NO_DIGEST
  for (const [place, entry] of evidence.entries()) {
    if (!isObject(entry) || entry.seq !== place + 1 || entry.prev_digest !== previous)
      return bad(name, `Entry ${place + 1} does not follow the entry before it.`)
    previous = await digestOf(entry)
  }
  return previous === root
    ? good(name, `All ${evidence.length} pieces of evidence are in their order.`)
    : bad(name, 'The list of evidence was changed.')
}

function recordCheck(
  { evidence_root: root }: Record<string, unknown>,
  signatures: readonly unknown[],
  issued: IssuedRecord,
): Check {
  const name = 'Our record'
  const isSame =
    root === issued.evidence_root && canonicalText(signatures) === canonicalText(issued.signatures)
  return isSame
    ? good(name, 'The evidence and the signatures are those that we issued.')
    : bad(name, 'We issued other evidence or signatures with this number.')
}
