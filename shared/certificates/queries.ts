import { eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { EntitySignals } from '../attribution/scoring/scoring-result.ts'
import { JobState } from '../jobs/job.ts'
import { jobResults, jobs } from '../jobs/tables.ts'
import { callFunction, type Database, rows } from '../platform/db/client.ts'
import { rowOf } from '../platform/db/columns.ts'
import { CertifiableResult } from './certificate.ts'
import { CollectedEvidenceRow } from './evidence-chain.ts'
import { certificates } from './tables.ts'

const Certifiable = z.object({
  job: rowOf(jobs),
  /** Null if no certificate has been issued. If one has been issued, the fields below are null. */
  body: z.string().nullable(),
  result: CertifiableResult.nullable(),
  signals: z.array(EntitySignals).nullable(),
  evidence: z.array(CollectedEvidenceRow).nullable(),
})
type Certifiable = z.infer<typeof Certifiable>

export async function findCertifiable(
  db: Database,
  accountId: string,
  jobId: string,
): Promise<Certifiable | null> {
  const isNew = sql`${certificates.jobId} is null`
  const query = sql`select to_jsonb(${jobs}) as job, ${certificates.body} as body,
      case when ${isNew} then ${jobResults.result} end as result,
      case when ${isNew} then ${jobResults.signals} end as signals,
      case when ${isNew} then ${jobResults.evidence} end as evidence
    from ${jobs} left join ${certificates} on ${certificates.jobId} = ${jobs.id}
      left join ${jobResults} on ${jobResults.jobId} = ${jobs.id}
    where ${jobs.id} = ${jobId} and ${jobs.accountId} = ${accountId}`
  const [row] = await rows(db, query, Certifiable)
  return row ?? null
}

const EvidencePage = z.object({
  status: JobState,
  evidence: z.array(CollectedEvidenceRow).nullable(),
})

/**
 * Returns at most `limit` + 1 entries in the stored order. The additional entry shows that more
 * entries exist. `evidence` is null for a job without a result.
 */
export async function evidencePage(
  db: Database,
  accountId: string,
  jobId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<z.infer<typeof EvidencePage> | null> {
  const query = sql`select ${jobs.status} as status, (
      select json_agg(entry order by seq)
        from json_array_elements(${jobResults.evidence}) with ordinality as stored(entry, seq)
        where seq > ${offset} and seq <= ${offset + limit + 1}
    ) as evidence
    from ${jobs} left join ${jobResults} on ${jobResults.jobId} = ${jobs.id}
    where ${jobs.id} = ${jobId} and ${jobs.accountId} = ${accountId}`
  const [row] = await rows(db, query, EvidencePage)
  return row ?? null
}

/** An existing certificate, for example of a concurrent call, is kept and returned. */
export async function store(
  db: Database,
  certificate: { id: string; job_id: string; body: string },
): Promise<{ body: string }> {
  return callFunction(db, 'store_certificate', certificate, z.object({ body: z.string() }))
}

export async function findById(db: Database, certificateId: string): Promise<string | null> {
  const [row] = await db
    .select({ body: certificates.body })
    .from(certificates)
    .where(eq(certificates.id, certificateId))
  return row?.body ?? null
}
