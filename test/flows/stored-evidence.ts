import type { JobAnswer, Service } from '../platform/service.ts'

export interface StoredEvidence {
  status: string
  source: string
  detail: string | null
  collected_at: string
}

/** Evidence of one collector. `Evidence` names the fields of its data that the test reads. */
export async function storedEvidence<Evidence extends StoredEvidence = StoredEvidence>(
  { platform }: Service,
  { job_id: id }: Pick<JobAnswer, 'job_id'>,
  collector: string,
): Promise<Evidence> {
  const { rows } = await platform.pool.query<{ evidence: Evidence }>(
    `select e as evidence from job_results r, json_array_elements(r.evidence) e
      where r.job_id = $1 and e->>'collector' = $2`,
    [id, collector],
  )
  const [row] = rows
  if (row === undefined) throw new Error(`${id} has no evidence of ${collector}`)
  return row.evidence
}
