import { isTerminal } from '../jobs/job.ts'
import { noSuchJob } from '../jobs/read-job.ts'
import type { Caller } from '../platform/caller.ts'
import { digestOf } from '../platform/crypto/canonical-json.ts'
import type { Database } from '../platform/db/client.ts'
import type { PageMeta } from '../platform/http/envelope.ts'
import { PublicError } from '../platform/http/errors.ts'
import { isIdentifier } from '../platform/identifiers.ts'
import type { CollectedEvidenceRow } from './evidence-chain.ts'
import * as certificates from './queries.ts'

export type NumberedEvidence = CollectedEvidenceRow & { seq: number; digest: string }

/** Entries have the digests of the certificate. Throws PublicError NOT_FOUND or JOB_IN_PROGRESS. */
export async function readEvidence(
  db: Database,
  caller: Caller,
  jobId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ evidence: NumberedEvidence[]; meta: PageMeta }> {
  const found = isIdentifier('job', jobId)
    ? await certificates.evidencePage(db, caller.accountId, jobId, { limit, offset })
    : null
  if (found === null) throw noSuchJob()
  if (!isTerminal(found.status))
    throw new PublicError('JOB_IN_PROGRESS', 'The analysis has not finished yet.')
  const stored = found.evidence ?? []
  const evidence = await Promise.all(
    stored.slice(0, limit).map(async (entry, index) => ({
      ...entry,
      seq: offset + index + 1,
      digest: await digestOf(entry),
    })),
  )
  return { evidence, meta: { limit, offset, has_more: stored.length > limit } }
}
