import { isTerminal, resultForTier } from '../jobs/job.ts'
import { noSuchJob } from '../jobs/read-job.ts'
import type { Caller } from '../platform/caller.ts'
import { isoTime } from '../platform/db/client.ts'
import { PublicError } from '../platform/http/errors.ts'
import { isIdentifier } from '../platform/identifiers.ts'
import type { Services } from '../platform/services/index.ts'
import { canonicalBytes, canonicalText } from './canonical-json.ts'
import { type Certificate, FORMAT_VERSION, SignedCertificate } from './certificate.ts'
import { chainEvidence } from './evidence-chain.ts'
import * as certificates from './queries.ts'
import { sign } from './signatures.ts'

/** A certificate as it is handed out: its bytes as text, and what they say. */
export interface IssuedCertificate {
  body: string
  signed: SignedCertificate
}

/** A job's certificate is named after the job, so that making it again makes the same one. */
export function certificateIdOf(jobId: string): string {
  return `crt_${jobId.slice('job_'.length)}`
}

/**
 * The certificate of the caller's finished job: made and stored at the first call, the same bytes ever after. It shows what the
 * owner's tier showed at that moment. Throws PublicError NOT_FOUND (also for a job without an answer) or JOB_IN_PROGRESS.
 */
export async function issueCertificate(
  { db, env }: Pick<Services, 'db' | 'env'>,
  caller: Caller,
  jobId: string,
): Promise<IssuedCertificate> {
  const found = isIdentifier('job', jobId) ? await certificates.findCertifiable(db, caller.accountId, jobId) : null
  if (found === null) throw noSuchJob()
  if (found.body !== null) return read(found.body)
  const { job, result, evidence } = found
  if (!isTerminal(job.status)) throw new PublicError('JOB_IN_PROGRESS', 'The analysis has not finished yet.')
  if (job.status === 'failed' || job.completed_at === null || result === null) {
    throw new PublicError('NOT_FOUND', 'The analysis failed, so there is nothing to certify.')
  }
  const chain = await chainEvidence(evidence ?? [])
  const certificate: Certificate = {
    format_version: FORMAT_VERSION,
    certificate_id: certificateIdOf(job.id),
    issuer: env.PUBLIC_URL.replace(/\/$/, ''),
    job_id: job.id,
    domain: job.domain,
    issued_at: isoTime(job.completed_at),
    result: resultForTier(result, caller.tier),
    evidence: chain.entries,
    evidence_root: chain.root,
    scorer_version: result.scorer_version,
  }
  const signatures = await sign(env, canonicalBytes(certificate))
  const made = { id: certificate.certificate_id, job_id: job.id, body: canonicalText({ certificate, signatures }) }
  return read((await certificates.store(db, made)).body)
}

/** Stored bytes, read. Throws on bytes that are no certificate: corrupt is refused, never mended. */
function read(body: string): IssuedCertificate {
  return { body, signed: SignedCertificate.parse(JSON.parse(body)) }
}
