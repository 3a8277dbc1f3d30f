import { isTerminal } from '../jobs/job.ts'
import { noSuchJob } from '../jobs/read-job.ts'
import type { Caller } from '../platform/caller.ts'
import { canonicalBytes, canonicalText } from '../platform/crypto/canonical-json.ts'
import { isoTime } from '../platform/db/client.ts'
import { PublicError } from '../platform/http/errors.ts'
import { isIdentifier } from '../platform/identifiers.ts'
import type { Services } from '../platform/services/index.ts'
import { unicodeOf } from '../platform/unicode-domain.ts'
import { type Certificate, FORMAT_VERSION, SignedCertificate } from './certificate.ts'
import { withSignals } from './certified-signals.ts'
import { chainEvidence } from './evidence-chain.ts'
import * as certificates from './queries.ts'
import { sign } from './signatures.ts'

export interface IssuedCertificate {
  accountId: string
  body: string
  signed: SignedCertificate
}

/** The certificate id comes from the job's id, so two concurrent requests get the same one. */
export function certificateIdOf(jobId: string): string {
  return `crt_${jobId.slice('job_'.length)}`
}

/**
 * The first call stores the certificate. Later calls return the same bytes. Throws PublicError
 * JOB_IN_PROGRESS, or NOT_FOUND if the job does not exist or has failed.
 */
export async function issueCertificate(
  { db, env }: Pick<Services, 'db' | 'env'>,
  caller: Caller,
  jobId: string,
): Promise<IssuedCertificate> {
  const found = isIdentifier('job', jobId)
    ? await certificates.findCertifiable(db, caller.accountId, jobId)
    : null
  if (found === null) throw noSuchJob()
  const { accountId } = caller
  if (found.body !== null) return { accountId, ...parse(found.body) }
  const { job, result, signals, evidence } = found
  if (!isTerminal(job.status))
    throw new PublicError('JOB_IN_PROGRESS', 'The analysis has not finished yet.')
  if (job.status === 'failed' || job.completedAt === null || result === null) {
    throw new PublicError('NOT_FOUND', 'The analysis failed, so there is nothing to certify.')
  }
  const chain = await chainEvidence(evidence ?? [])
  const content: Certificate = {
    format_version: FORMAT_VERSION,
    certificate_id: certificateIdOf(job.id),
    issuer: env.PUBLIC_URL.replace(/\/$/, ''),
    job_id: job.id,
    domain: job.domain,
    domain_unicode: unicodeOf(job.domain),
    issued_at: isoTime(job.completedAt),
    result,
    evidence: chain.entries,
    evidence_root: chain.root,
    scorer_version: result.scorer_version,
  }
  const certificate = withSignals(content, signals ?? [])
  const signatures = await sign(env, canonicalBytes(certificate))
  const created = {
    id: certificate.certificate_id,
    job_id: job.id,
    body: canonicalText({ certificate, signatures }),
  }
  return { accountId, ...parse((await certificates.store(db, created)).body) }
}

function parse(body: string): Omit<IssuedCertificate, 'accountId'> {
  return { body, signed: SignedCertificate.parse(JSON.parse(body)) }
}
