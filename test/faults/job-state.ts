import type { Service } from '../platform/service.ts'

export async function jobState({ platform }: Service, jobId: string) {
  const { rows } = await platform.pool.query(
    `select j.status, c.state as charge, (select count(*)::integer from job_results where job_id = j.id) as results,
       (select count(*)::integer from domain_runs where job_id = j.id) as runs_of_domain
     from jobs j left join charges c on c.subject = 'job:' || j.id where j.id = $1`,
    [jobId],
  )
  return rows[0]
}
