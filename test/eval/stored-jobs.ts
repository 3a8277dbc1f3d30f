import pg from 'pg'
import { linesOf } from './feedback-report.ts'

/**
 * A job that is not parsed yet. `text` is its JSON, and the process that scores the job parses it.
 * `name` is shown if the text cannot be read.
 */
export interface JobText {
  name: string
  text: string
}

export interface JobPage {
  jobs: JobText[]
  /** Number of sandbox jobs on this page. Their answers are fixed, so they are not scored. */
  sandbox: number
}

const PAGE_JOBS = 40

/**
 * Reads all finished jobs, page by page. Each page is a read-only transaction of its own, so the
 * database need not keep old rows for the whole run. `url` is a PostgreSQL address.
 */
export async function* jobsOfDatabase(url: string): AsyncGenerator<JobPage> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    for (let after = ''; ; ) {
      const rows = await pageAfter(client, after)
      const last = rows.at(-1)
      if (last === undefined) return
      after = last.name
      const jobs = rows.flatMap(({ name, text }) => (text === null ? [] : [{ name, text }]))
      yield { jobs, sandbox: rows.length - jobs.length }
    }
  } finally {
    await client.end()
  }
}

async function pageAfter(
  client: pg.Client,
  after: string,
): Promise<{ name: string; text: string | null }[]> {
  await client.query('begin transaction read only')
  const { rows } = await client.query<{ name: string; text: string | null }>(
    `select job_results.job_id as name, case when not jobs.sandbox then jsonb_build_object(
       'job_id', jobs.id, 'domain', jobs.domain, 'registrable_domain', jobs.registrable_domain,
       'evidence', job_results.evidence, 'result', job_results.result, 'signals', job_results.signals)::text end as text
     from job_results join jobs on jobs.id = job_results.job_id
     where job_results.job_id > $1 order by job_results.job_id limit $2`,
    [after, PAGE_JOBS],
  )
  await client.query('commit')
  return rows
}

export async function* jobsOfFile(file: string): AsyncGenerator<JobPage> {
  let jobs: JobText[] = []
  for await (const { line, number } of linesOf(file)) {
    jobs.push({ name: `line ${number}`, text: line })
    if (jobs.length < PAGE_JOBS) continue
    yield { jobs, sandbox: 0 }
    jobs = []
  }
  if (jobs.length > 0) yield { jobs, sandbox: 0 }
}
