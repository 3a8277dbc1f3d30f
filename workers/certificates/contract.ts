import { z } from '@hono/zod-openapi'
import { Certificate, SignedCertificate } from '../../shared/certificates/certificate.ts'
import { CERTIFICATE_FORMATS } from '../../shared/certificates/formats/choose-format.ts'
import { CHECKS, PresentedCertificate } from '../../shared/certificates/verify-certificate.ts'
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

const signed = body(SignedCertificate, 'The certificate; the same bytes at every request.')

export const getCertificate = endpoint({
  method: 'get',
  path: '/jobs/{job_id}/certificate',
  credential: 'key',
  tags,
  summary: 'The signed certificate of a finished analysis, as JSON, CSV or PDF',
  description:
    'Made and stored at the first request. `format` wins over `Accept`. The CSV has one row for the certificate, one a candidate, signal and piece of evidence, one for the root of the chain, then one a signature (signal: algorithm, collector: key id, observed: value).',
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

export const getKeys = endpoint({
  method: 'get',
  path: '/.well-known/attribution-keys.json',
  credential: 'none',
  tags,
  summary: 'The public keys of certificates, as a JWK set (RFC 7517), retired ones too',
  responses: {
    200: body(z.object({ keys: z.array(PublicKey) }).openapi('CertificateKeySet'), 'The keys, the current one first.'),
  },
})

const Check = z.object({ name: z.enum(CHECKS), ok: z.boolean(), detail: z.string() }).openapi('CertificateCheck')

const Verification = z.object({ valid: z.boolean(), checks: z.array(Check) }).openapi('CertificateVerification')

export const verifyCertificate = endpoint({
  method: 'post',
  path: '/certificates/verify',
  credential: 'none',
  tags,
  summary: 'Checks a JSON certificate: its form, its chain of evidence and both signatures',
  request: { body: jsonBody(PresentedCertificate) },
  responses: { 200: enveloped(Verification, 'How each check went.') },
})

/** The public part of a certificate: enough to see that a copy is ours, and nothing of the answer. */
const CertificateSummary = Certificate.pick({ certificate_id: true, issued_at: true, evidence_root: true })
  .extend({ signatures: SignedCertificate.shape.signatures })
  .openapi('CertificateSummary')

export const lookUpCertificate = endpoint({
  method: 'get',
  path: '/certificates/{certificate_id}',
  credential: 'none',
  tags,
  summary: 'Whether a certificate was issued, with its signatures and nothing of the answer',
  request: { params: z.object({ certificate_id: z.string() }) },
  responses: { 200: enveloped(CertificateSummary, 'The certificate in few words.') },
  refuses: ['NOT_FOUND'],
})
