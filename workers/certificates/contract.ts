import { z } from '@hono/zod-openapi'
import {
  CERTIFICATE_BYTES_MAX,
  Certificate,
  EvidenceEntry,
  SignedCertificate,
} from '../../shared/certificates/certificate.ts'
import { CollectedEvidenceRow } from '../../shared/certificates/evidence-chain.ts'
import { CERTIFICATE_FORMATS } from '../../shared/certificates/formats/choose-format.ts'
import { CHECKS, PresentedCertificate } from '../../shared/certificates/verify-certificate.ts'
import { queryNumber, queryOffset } from '../../shared/platform/http/query-parameters.ts'
import { body, enveloped, file, jsonBody } from '../../shared/platform/http/responses.ts'
import { endpoint } from '../endpoint.ts'

const tags = ['Certificates']

const PublicKey = z
  .object({
    kty: z.literal('OKP'),
    crv: z.literal('Ed25519'),
    kid: z.string(),
    x: z.string(),
    alg: z.literal('EdDSA'),
    use: z.literal('sig'),
  })
  .openapi('CertificateKey')

const signed = body(SignedCertificate, 'The certificate. Every request returns the same bytes.')

export const getCertificate = endpoint({
  method: 'get',
  path: '/jobs/{job_id}/certificate',
  operationId: 'getJobCertificate',
  credential: 'key',
  playgroundKeys: true,
  tags,
  summary: 'Get the signed certificate of a finished analysis as JSON, CSV or PDF',
  description:
    'The service creates and stores the certificate at the first request. It contains the ' +
    'whole result, for every tier: all candidates and their signals. A certificate has at ' +
    'most 256 KiB; beyond that, the weakest signals are left out. `format` takes precedence ' +
    'over `Accept`. The CSV contains one row for the certificate, one for each candidate, ' +
    'signal and piece of evidence, one for the root of the chain, and one for each signature ' +
    '(signal: algorithm, collector: key id, observed: value).',
  request: {
    params: z.object({ job_id: z.string() }),
    query: z.object({ format: z.enum(CERTIFICATE_FORMATS).optional() }),
  },
  responses: {
    200: file(signed.description, {
      ...signed.content,
      'text/csv': { schema: z.string() },
      'application/pdf': { schema: z.string().openapi({ format: 'binary' }) },
    }),
  },
  refuses: ['NOT_FOUND', 'JOB_IN_PROGRESS'],
})

const JobEvidence = CollectedEvidenceRow.extend({
  seq: EvidenceEntry.shape.seq,
  digest: EvidenceEntry.shape.digest,
}).openapi('JobEvidence')

export const getEvidence = endpoint({
  method: 'get',
  path: '/jobs/{job_id}/evidence',
  operationId: 'getJobEvidence',
  credential: 'key',
  playgroundKeys: true,
  tags,
  summary:
    'Get the evidence of a finished analysis, with the digests that its certificate contains',
  description:
    '`digest` is the SHA-256 of the RFC 8785 bytes of the entry without its `seq` and ' +
    '`digest`. `data` is what the collector found, unfiltered; a large site can have ' +
    'megabytes, so read it in pages if necessary. A failed job has no evidence. The evidence ' +
    'is deleted with its job, so keep a copy to check a certificate later.',
  request: {
    params: z.object({ job_id: z.string() }),
    query: z.object({ limit: queryNumber(1, 20, 20), offset: queryOffset() }),
  },
  responses: {
    200: enveloped(
      z
        .object({ job_id: z.string(), evidence: z.array(JobEvidence) })
        .openapi('JobEvidenceResponse'),
      'The evidence, in the order of the certificate.',
      'paged',
    ),
  },
  refuses: ['NOT_FOUND', 'JOB_IN_PROGRESS'],
})

export const getKeys = endpoint({
  method: 'get',
  path: '/.well-known/attribution-keys.json',
  operationId: 'getCertificateKeys',
  credential: 'none',
  tags,
  summary: 'Get all public keys of certificates, even retired keys, as a JWK set (RFC 7517)',
  description: 'With these keys anybody can verify the EdDSA signature of a certificate, offline.',
  responses: {
    200: body(
      z.object({ keys: z.array(PublicKey) }).openapi('CertificateKeySet'),
      'The keys, the current key first.',
    ),
  },
})

const Check = z
  .object({ name: z.enum(CHECKS), ok: z.boolean(), detail: z.string() })
  .openapi('CertificateCheck')

const Verification = z
  .object({ valid: z.boolean(), checks: z.array(Check) })
  .openapi('CertificateVerification')

export const verifyCertificate = endpoint({
  method: 'post',
  path: '/certificates/verify',
  operationId: 'verifyCertificate',
  credential: 'none',
  tags,
  summary: 'Verify a JSON certificate: its format, its chain of evidence and both signatures',
  description: 'The body has at most 256 KiB.',
  bodyBytesMax: CERTIFICATE_BYTES_MAX,
  request: { body: jsonBody(PresentedCertificate) },
  responses: { 200: enveloped(Verification, 'The result of each check.') },
})

/** Shows no result, only enough for the holder of a copy to compare the copy with the original. */
const CertificateSummary = Certificate.pick({
  certificate_id: true,
  issued_at: true,
  evidence_root: true,
})
  .extend({ signatures: SignedCertificate.shape.signatures })
  .openapi('CertificateSummary')

const summary = enveloped(CertificateSummary, 'The summary of the certificate.')

export const lookUpCertificate = endpoint({
  method: 'get',
  path: '/certificates/{certificate_id}',
  operationId: 'getCertificate',
  credential: 'none',
  tags,
  summary:
    'Check that a certificate was issued; the response contains its signatures, but not its result',
  description:
    'A certificate stays when its job is deleted, except the certificate of a sandbox job. ' +
    'Browsers (`Accept: text/html`) get a page that checks a PDF or JSON file with the published ' +
    'keys, without uploading it.',
  request: { params: z.object({ certificate_id: z.string() }) },
  responses: {
    200: { ...summary, content: { ...summary.content, 'text/html': { schema: z.string() } } },
  },
  refuses: ['NOT_FOUND'],
})
