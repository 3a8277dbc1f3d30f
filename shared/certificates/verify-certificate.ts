import { canonicalBytes } from '../platform/crypto/canonical-json.ts'
import { z } from '../platform/http/zod-openapi.ts'
import { Certificate, type EvidenceEntry, Signature } from './certificate.ts'
import { chainFault, rootOf } from './evidence-chain.ts'
import { type CertificateKeys, signatureFault } from './signatures.ts'

export const CHECKS = [
  'format',
  'evidence_chain',
  'evidence_root',
  'hmac_signature',
  'eddsa_signature',
] as const

interface Check {
  name: (typeof CHECKS)[number]
  ok: boolean
  detail: string
}

/** A caller's certificate may be damaged or forged, so only its outer structure is checked here. */
export const PresentedCertificate = z
  .strictObject({
    certificate: z.record(z.string(), z.unknown()),
    signatures: z.array(z.unknown()).max(10),
  })
  .openapi('PresentedCertificate')
export type PresentedCertificate = z.infer<typeof PresentedCertificate>

const check = (name: Check['name'], fault: string | null, good: string): Check => ({
  name,
  ok: fault === null,
  detail: fault ?? good,
})

/** `text` is the request body and `presented` its content; `keys` are those of this service. */
export async function verify(
  text: string,
  presented: PresentedCertificate,
  keys: CertificateKeys,
): Promise<{ valid: boolean; checks: Check[] }> {
  const excess = findExcess(presented.certificate)
  if (excess !== null) {
    return {
      valid: false,
      checks: CHECKS.map((name) => check(name, name === 'format' ? excess : NOT_CHECKED, '')),
    }
  }
  const certificate = Certificate.safeParse(presented.certificate)
  const entries = certificate.success ? certificate.data.evidence : null
  const signatures = z.array(Signature).safeParse(presented.signatures)
  const message = bytesOf(presented.certificate)
  const checks = [
    check(
      'format',
      memberFault(text) ?? formatFault(certificate, signatures),
      'The certificate has the form of version 1, with both signatures.',
    ),
    await evidenceCheck(entries),
    await rootCheck(entries, certificate.success ? certificate.data.evidence_root : null),
    await signatureCheck('hmac_signature', 'HMAC-SHA256', presented.signatures, message, keys),
    await signatureCheck('eddsa_signature', 'EdDSA', presented.signatures, message, keys),
  ]
  return { valid: checks.every(({ ok }) => ok), checks }
}

const VALUES_MAX = 10_000
const ENTRIES_MAX = 200
const DEPTH_MAX = 16

// Returns a fault if a certificate has more values, longer lists or deeper nesting than any that we
// issue. An attacker could send very many values, which would take seconds to sort or to report as
// faults.
function findExcess(certificate: unknown): string | null {
  let values = 0
  const open: { value: unknown; depth: number }[] = [{ value: certificate, depth: 1 }]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { value, depth } = next
    if (typeof value !== 'object' || value === null) continue
    const inner = Object.values(value)
    values += inner.length
    if (values > VALUES_MAX) return `A certificate has at most ${VALUES_MAX} values.`
    if (Array.isArray(value) && inner.length > ENTRIES_MAX)
      return `A list has at most ${ENTRIES_MAX} entries.`
    if (depth > DEPTH_MAX) return `Values are nested at most ${DEPTH_MAX} deep.`
    for (const nested of inner) open.push({ value: nested, depth: depth + 1 })
  }
  return null
}

const MEMBER_NAME = /"(?:[^"\\]|\\.|\\$)*(?:"(\s*:)?|$)/gsu

// Returns a fault if two JSON parsers could read the text differently: a name occurs twice in an
// object (RFC 7493 section 2.3) or is `__proto__`. An attacker could hide a changed value there.
function memberFault(text: string): string | null {
  let written = 0
  for (const [, colon] of text.matchAll(MEMBER_NAME)) if (colon !== undefined) written += 1
  let read = 0
  // A loop instead of recursion, because deeply nested JSON would overflow the stack.
  const open: unknown[] = [JSON.parse(text)]
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    if (typeof value !== 'object' || value === null) continue
    if (!Array.isArray(value)) read += Object.keys(value).length
    if (Object.hasOwn(value, '__proto__')) return 'A member is named "__proto__".'
    for (const inner of Object.values(value)) open.push(inner)
  }
  return written === read ? null : 'A member is given twice.'
}

function bytesOf(certificate: unknown): Uint8Array<ArrayBuffer> | null {
  try {
    return canonicalBytes(certificate)
  } catch {
    // Half of a surrogate pair cannot be written as UTF-8, so a certificate that contains one has
    // no valid signature.
    return null
  }
}

function formatFault(
  certificate: z.ZodSafeParseResult<Certificate>,
  signatures: z.ZodSafeParseResult<Signature[]>,
): string | null {
  if (!certificate.success) return firstIssue('certificate', certificate.error)
  if (!signatures.success) return firstIssue('signatures', signatures.error)
  if (signatures.data.length !== 2)
    return `A certificate carries two signatures, this one ${signatures.data.length}.`
  return null
}

function firstIssue(where: string, error: z.ZodError): string {
  const [issue] = error.issues
  const path = [where, ...(issue?.path ?? [])].map(String).join('.')
  return `${path}: ${issue?.message ?? 'is not valid'}`.slice(0, 300)
}

const NOT_READABLE = 'The evidence cannot be read.'
const NOT_CHECKED = 'It was not checked, because the format is not that of a certificate.'

async function evidenceCheck(entries: EvidenceEntry[] | null): Promise<Check> {
  const fault = entries === null ? NOT_READABLE : await chainFault(entries)
  return check(
    'evidence_chain',
    fault,
    `Every entry of ${entries?.length ?? 0} follows the one before it.`,
  )
}

async function rootCheck(entries: EvidenceEntry[] | null, root: string | null): Promise<Check> {
  const fault =
    entries === null || root === null
      ? NOT_READABLE
      : (await rootOf(entries)) === root
        ? null
        : 'The root is not the digest of the last entry.'
  return check('evidence_root', fault, 'The root is the digest of the last entry.')
}

async function signatureCheck(
  name: Check['name'],
  alg: Signature['alg'],
  signatures: readonly unknown[],
  message: Uint8Array<ArrayBuffer> | null,
  keys: CertificateKeys,
): Promise<Check> {
  const matching = signatures.flatMap((presented) => {
    const parsed = Signature.safeParse(presented)
    return parsed.success && parsed.data.alg === alg ? [parsed.data] : []
  })
  const [signature] = matching
  if (signature === undefined || matching.length > 1)
    return check(name, `There is not exactly one ${alg} signature.`, '')
  if (message === null) return check(name, 'The certificate has no canonical form.', '')
  return check(
    name,
    await signatureFault(keys, signature, message),
    `It holds under the key ${signature.key_id}.`,
  )
}
