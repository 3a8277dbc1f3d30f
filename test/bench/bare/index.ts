import { neon } from '@neondatabase/serverless'

/**
 * Minimal Worker without the code of the service, for comparison. `GET /query` reads one row. `GET
 * /query?job=<id>` reads a job and its result in one statement.
 */
export default {
  async fetch(request: Request, environment: { DATABASE_URL: string }): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url)
    if (pathname !== '/query') return Response.json({ status: 'ok' })
    const ask = neon(environment.DATABASE_URL)
    const jobId = searchParams.get('job')
    if (jobId === null)
      return Response.json({
        rows: (await ask`select to_jsonb(j) as job from jobs j limit 1`).length,
      })
    const [row] = await ask`select to_jsonb(j) as job, r.result
      from jobs j left join job_results r on r.job_id = j.id where j.id = ${jobId}`
    return Response.json(row ?? null)
  },
}
