import { neon } from '@neondatabase/serverless'

/** `/` answers at once; `/query` makes one query, as little as a read of one job can cost. */
export default {
  async fetch(request: Request, environment: { DATABASE_URL: string }): Promise<Response> {
    if (!request.url.endsWith('/query')) return Response.json({ status: 'ok' })
    const rows = await neon(environment.DATABASE_URL)`select to_jsonb(j) as job from jobs j limit 1`
    return Response.json({ rows: rows.length })
  },
}
