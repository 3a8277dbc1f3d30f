import { neon } from '@neondatabase/serverless'

/** `/` answers at once; `/query?job=<id>` reads that job with its answer in one query and answers it as it is. */
export default {
  async fetch(request: Request, environment: { DATABASE_URL: string }): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url)
    if (pathname !== '/query') return Response.json({ status: 'ok' })
    const [row] = await neon(environment.DATABASE_URL)`select to_jsonb(j) as job, r.result
      from jobs j left join job_results r on r.job_id = j.id where j.id = ${searchParams.get('job')}`
    return Response.json(row ?? null)
  },
}
