import { z } from '../platform/http/zod-openapi.ts'
import { canonicalBytes } from './canonical-json.ts'
import { Certificate, type EvidenceEntry, Signature } from './certificate.ts'
import { chainFault, rootOf } from './evidence-chain.ts'
import { type CertificateKeys, signatureFault } from './signatures.ts'

export const CHECKS = ['format', 'evidence_chain', 'evidence_root', 'hmac_signature', 'eddsa_signature'] as const

interface Check {
  name: (typeof CHECKS)[number]
  ok: boolean
  detail: string
}

/** What may be handed in: a certificate of any state of repair. */
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

/**
 * Checks a certificate, `text` as it was handed in and `presented` as it reads, against itself and against our keys. Says of each check
 * how it went; valid when all went well.
 */
export async function verify(
  text: string,
  presented: PresentedCertificate,
  keys: CertificateKeys,
): Promise<{ valid: boolean; checks: Check[] }> {
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

const MEMBER_NAME = /"(?:[^"\\]|\\.)*"(\s*:)?/gu

/**
 * Why the members of a JSON text cannot be taken at their word: one name given twice, of which readers take the first or the last
 * (RFC 7493 section 2.3), or a name that parsers treat as their own.
 */
function memberFault(text: string): string | null {
  let written = 0
  for (const [, colon] of text.matchAll(MEMBER_NAME)) if (colon !== undefined) written += 1
  let read = 0
  // By hand and not by recursion, which a deep text would bring to its end.
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
    // Lone surrogates have no UTF-8 form, so nothing can have been signed.
    return null
  }
}

function formatFault(
  certificate: z.ZodSafeParseResult<Certificate>,
  signatures: z.ZodSafeParseResult<Signature[]>,
): string | null {
  if (!certificate.success) return firstIssue('certificate', certificate.error)
  if (!signatures.success) return firstIssue('signatures', signatures.error)
  if (signatures.data.length !== 2) return `A certificate carries two signatures, this one ${signatures.data.length}.`
  return null
}

function firstIssue(where: string, error: z.ZodError): string {
  const [issue] = error.issues
  const path = [where, ...(issue?.path ?? [])].map(String).join('.')
  return `${path}: ${issue?.message ?? 'is not valid'}`.slice(0, 300)
}

const NOT_READABLE = 'The evidence cannot be read.'

async function evidenceCheck(entries: EvidenceEntry[] | null): Promise<Check> {
  const fault = entries === null ? NOT_READABLE : await chainFault(entries)
  return check('evidence_chain', fault, `Every entry of ${entries?.length ?? 0} follows the one before it.`)
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
  const own = signatures.flatMap((one) => {
    const parsed = Signature.safeParse(one)
    return parsed.success && parsed.data.alg === alg ? [parsed.data] : []
  })
  const [signature] = own
  if (signature === undefined || own.length > 1) return check(name, `There is not exactly one ${alg} signature.`, '')
  if (message === null) return check(name, 'The certificate has no canonical form.', '')
  return check(name, await signatureFault(keys, signature, message), `It holds under the key ${signature.key_id}.`)
}
