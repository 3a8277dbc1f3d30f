import { Candidate, EntitySignals, ScoringResult } from '../attribution/scoring/scoring-result.ts'
import { DomainUnicode } from '../platform/http/domain-unicode.ts'
import { Time } from '../platform/http/fields.ts'
import { z } from '../platform/http/zod-openapi.ts'

export const FORMAT_VERSION = '1'
export const CANONICALIZATION = 'RFC8785'
/** POST /certificates/verify refuses a larger certificate, so none may be issued. */
export const CERTIFICATE_BYTES_MAX = 256 * 1024

const Digest = z
  .string()
  .regex(/^[0-9a-f]{64}$/, 'must be 64 hexadecimal digits')
  .openapi({ description: 'SHA-256 in lower-case hexadecimal.' })

/** The digest proves which evidence was used without showing it. */
export const EvidenceEntry = z
  .strictObject({
    seq: z.number().int().min(1),
    collector: z.string(),
    source: z.string(),
    collected_at: Time,
    /** SHA-256 of the canonical JSON (RFC 8785) of the stored evidence. */
    digest: Digest,
    /** The `digest` of the previous entry. NO_DIGEST in the first entry. */
    prev_digest: Digest,
  })
  .openapi('CertificateEvidence')
export type EvidenceEntry = z.infer<typeof EvidenceEntry>

/**
 * `basis` and `warnings` have no default values here. A result that was stored without them is
 * certified without them, so that the certificate of a job never changes.
 */
export const CertifiableResult = ScoringResult.extend({
  basis: ScoringResult.shape.basis.unwrap().optional(),
  warnings: ScoringResult.shape.warnings.unwrap().optional(),
  candidates: z.array(Candidate.extend({ basis: Candidate.shape.basis.unwrap().optional() })),
})
export type CertifiableResult = z.infer<typeof CertifiableResult>

/** `basis`, `warnings` and `entities` are optional, because older certificates lack them. */
const CertifiedResult = z
  .object({ ...CertifiableResult.shape, entities: z.array(EntitySignals).optional() })
  .openapi('CertifiedResult', {
    description:
      'All candidates, with all their signals in `entities`. The tier of the account does ' +
      'not limit them.',
  })

/** `domain_unicode` is optional, because older certificates lack it. */
export const Certificate = z
  .strictObject({
    format_version: z.literal(FORMAT_VERSION),
    certificate_id: z.string(),
    issuer: z.string(),
    job_id: z.string(),
    domain: z.string(),
    domain_unicode: DomainUnicode.optional(),
    issued_at: Time,
    result: CertifiedResult,
    evidence: z.array(EvidenceEntry),
    /** The `digest` of the last entry. NO_DIGEST if there is no evidence. */
    evidence_root: Digest,
    scorer_version: z.string(),
  })
  .openapi('Certificate')
export type Certificate = z.infer<typeof Certificate>

export const Signature = z
  .strictObject({
    alg: z.enum(['HMAC-SHA256', 'EdDSA']),
    key_id: z.string(),
    canonicalization: z.literal(CANONICALIZATION),
    value: z.string().openapi({
      description: 'base64url without padding, over the RFC 8785 bytes of `certificate`.',
    }),
  })
  .openapi('CertificateSignature')
export type Signature = z.infer<typeof Signature>

export const SignedCertificate = z
  .strictObject({ certificate: Certificate, signatures: z.array(Signature) })
  .openapi('SignedCertificate')
export type SignedCertificate = z.infer<typeof SignedCertificate>
