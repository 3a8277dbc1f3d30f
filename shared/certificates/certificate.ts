import { Candidate, EntitySignals, ScoringResult } from '../attribution/scoring/scoring-result.ts'
import { z } from '../platform/http/zod-openapi.ts'

export const FORMAT_VERSION = '1'
export const CANONICALIZATION = 'RFC8785'
/**
 * Maximum size of a signed certificate. A larger one would be refused by POST /certificates/verify.
 */
export const CERTIFICATE_BYTES_MAX = 256 * 1024

const Digest = z
  .string()
  .regex(/^[0-9a-f]{64}$/, 'must be 64 hexadecimal digits')
  .openapi({ description: 'SHA-256 in lower-case hexadecimal.' })

/**
 * One entry in the evidence list of a certificate (signed result of an analysis). The entry
 * contains only a digest of the evidence, so the certificate proves which evidence was used without
 * showing the evidence itself.
 */
export const EvidenceEntry = z
  .strictObject({
    seq: z.number().int().min(1),
    collector: z.string(),
    source: z.string(),
    collected_at: z.string(),
    /** SHA-256 of the canonical JSON (RFC 8785) of the stored evidence. */
    digest: Digest,
    /**
     * SHA-256 of the canonical JSON (RFC 8785) of the previous evidence entry in the certificate.
     * 64 zeros in the first entry.
     */
    prev_digest: Digest,
  })
  .openapi('CertificateEvidence')
export type EvidenceEntry = z.infer<typeof EvidenceEntry>

/**
 * A stored result without defaults for `basis` and `warnings`. A result that was stored without
 * them is certified without them, because a job has the same certificate at any time.
 */
export const CertifiableResult = ScoringResult.extend({
  basis: ScoringResult.shape.basis.unwrap().optional(),
  warnings: ScoringResult.shape.warnings.unwrap().optional(),
  candidates: z.array(Candidate.extend({ basis: Candidate.shape.basis.unwrap().optional() })),
})
export type CertifiableResult = z.infer<typeof CertifiableResult>

/**
 * The whole result of an analysis: all candidates and their signals, independent of the tier of the
 * account. Older certificates contain no `basis`, `warnings` or `entities`; the oldest ones only
 * the candidates that the tier of their first reader allowed.
 */
const CertifiedResult = z
  .object({ ...CertifiableResult.shape, entities: z.array(EntitySignals).optional() })
  .openapi('CertifiedResult', {
    description:
      'All candidates, with all their signals in `entities`. The tier of the account does not limit them.',
  })

export const Certificate = z
  .strictObject({
    format_version: z.literal(FORMAT_VERSION),
    certificate_id: z.string(),
    issuer: z.string(),
    job_id: z.string(),
    domain: z.string(),
    issued_at: z.string(),
    result: CertifiedResult,
    evidence: z.array(EvidenceEntry),
    /**
     * SHA-256 of the canonical JSON (RFC 8785) of the last evidence entry. 64 zeros if the
     * certificate has no evidence.
     */
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
