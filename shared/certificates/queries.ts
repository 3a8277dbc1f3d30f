import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { ScoringResult } from '../attribution/scoring/scoring-result.ts'
import { JobRow } from '../jobs/job.ts'
import { callFunction, type Database, rows } from '../platform/db/client.ts'
import { CollectedEvidenceRow } from './evidence-chain.ts'

const Certifiable = z.object({
  job: JobRow,
  /** The certificate's bytes when one was issued; then there is nothing else to read. */
  body: z.string().nullable(),
  result: ScoringResult.nullable(),
  evidence: z.array(CollectedEvidenceRow).nullable(),
})
export type Certifiable = z.infer<typeof Certifiable>

/** The account's job with its certificate or, before the first issue, with what one is made of. Null: not there or not theirs. */
export async function findCertifiable(db: Database, accountId: string, jobId: string): Promise<Certifiable | null> {
  const query = sql`select to_jsonb(j) as job, c.body,
      case when c.job_id is null then r.result end as result, case when c.job_id is null then r.evidence end as evidence
    from jobs j left join certificates c on c.job_id = j.id left join job_results r on r.job_id = j.id
    where j.id = ${jobId} and j.account_id = ${accountId}`
  const [row] = await rows(db, query, Certifiable)
  return row ?? null
}

/** Keeps a job's certificate unless it has one; returns the one that it has. Whoever comes first among many decides for all. */
export async function store(
  db: Database,
  certificate: { id: string; job_id: string; body: string },
): Promise<{ body: string }> {
  return callFunction(db, 'store_certificate', certificate, z.object({ body: z.string() }))
}

/** The bytes of a certificate, whoever's it is, or null. */
export async function findById(db: Database, certificateId: string): Promise<string | null> {
  const query = sql`select body from certificates where id = ${certificateId}`
  const [row] = await rows(db, query, z.object({ body: z.string() }))
  return row?.body ?? null
}
