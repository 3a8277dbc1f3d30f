import { createHmac, randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { z } from 'zod'
import { FEEDBACK_STATUSES } from '../shared/feedback/feedback.ts'
import { groupReports, ReportToReview } from '../shared/feedback/group-reports.ts'
import { describeGroup, describeReport, StoredAnswer } from './feedback/describe-report.ts'

const USAGE = `Reviews what customers say about answers. DATABASE_URL names the database.

  npm run feedback -- list                    open reports, the most trusted first
      [--status STATUS] [--limit N] [--json]  of one status: ${FEEDBACK_STATUSES.join(', ')}; reports to read; as JSON
  npm run feedback -- show FEEDBACK_ID        one report beside the stored answer and evidence; it is then "reviewing"
      [--evidence]                            with all stored evidence, as JSON
  npm run feedback -- accept FEEDBACK_ID… [--note TEXT]
  npm run feedback -- decline FEEDBACK_ID… [--note TEXT]
                                              decides; the customer can read the note
  npm run feedback -- export [--out FILE]     accepted reports with their evidence, for npm run eval -- --feedback FILE`

const EXIT = { done: 0, failed: 1, usage: 2 } as const
const DATABASE_TIMEOUT_MS = 20_000
const LISTED_MAX = 10_000
const NOTE_CHARACTERS_MAX = 1_000
/** Reports with their evidence in one answer of the database. One has at most a few megabytes. */
const EXPORTED_PER_PAGE = 20

const Decided = z.object({ outcome: z.string(), superseded: z.array(z.string()).optional() })

class BadUsage extends Error {}

async function main(): Promise<number> {
  const { values: options, positionals } = read(process.argv.slice(2))
  const [action, ...ids] = positionals
  if (options.help || action === undefined) {
    console.log(USAGE)
    return options.help ? EXIT.done : EXIT.usage
  }
  const connectionString = process.env.DATABASE_URL
  if (connectionString === undefined || connectionString === '')
    throw new BadUsage('The environment variable DATABASE_URL is not set.')
  const client = new pg.Client({
    connectionString,
    connectionTimeoutMillis: DATABASE_TIMEOUT_MS,
    query_timeout: DATABASE_TIMEOUT_MS,
  })
  await client.connect()
  try {
    if (action === 'list') return await list(client, options)
    if (action === 'export') return await exportAccepted(client, options.out)
    if (ids.length === 0) throw new BadUsage(`${action} needs the id of a report.`)
    if (action === 'show') return await show(client, ids, options.evidence)
    if (action === 'accept') return await decide(client, ids, 'accepted', options.note)
    if (action === 'decline') return await decide(client, ids, 'declined', options.note)
    throw new BadUsage(`There is no action "${action}".`)
  } finally {
    await client.end()
  }
}

function read(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        status: { type: 'string' },
        limit: { type: 'string', default: String(LISTED_MAX) },
        json: { type: 'boolean', default: false },
        evidence: { type: 'boolean', default: false },
        note: { type: 'string' },
        out: { type: 'string' },
        help: { type: 'boolean', default: false },
      },
    })
  } catch (error) {
    throw new BadUsage((error as Error).message)
  }
}

async function reportsOf(client: pg.Client, input: object): Promise<ReportToReview[]> {
  const { rows } = await client.query('select feedback_to_review($1) as report', [
    JSON.stringify(input),
  ])
  return rows.map(({ report }) => ReportToReview.parse(report))
}

async function list(
  client: pg.Client,
  { status, limit, json }: { status?: string | undefined; limit: string; json: boolean },
): Promise<number> {
  if (status !== undefined && !FEEDBACK_STATUSES.some((known) => known === status))
    throw new BadUsage(`--status must be one of ${FEEDBACK_STATUSES.join(', ')}, not "${status}".`)
  if (!/^[1-9]\d{0,4}$/.test(limit))
    throw new BadUsage(`--limit must be a whole number from 1 to 99999, not "${limit}".`)
  const statuses = status === undefined ? ['received', 'reviewing'] : [status]
  const reports = await reportsOf(client, { statuses, limit: Number(limit) })
  const groups = groupReports(reports)
  if (json) console.log(JSON.stringify(groups, null, 2))
  else {
    for (const group of groups) console.log(`${describeGroup(group)}\n`)
    console.log(`reports: ${reports.length}, groups: ${groups.length}`)
  }
  return EXIT.done
}

async function show(
  client: pg.Client,
  ids: readonly string[],
  withEvidence: boolean,
): Promise<number> {
  for (const id of ids) {
    await client.query('select review_feedback($1)', [id])
    const [report] = await reportsOf(client, { feedback_id: id, limit: 1 })
    if (report === undefined) return unknown(id)
    const { rows } = await client.query(
      'select result, signals, evidence from job_results where job_id = $1',
      [report.job_id],
    )
    const answer = rows[0] === undefined ? null : StoredAnswer.parse(rows[0])
    console.log(describeReport(report, answer))
    if (withEvidence) console.log(JSON.stringify(answer?.evidence ?? [], null, 2))
  }
  return EXIT.done
}

async function decide(
  client: pg.Client,
  ids: readonly string[],
  status: 'accepted' | 'declined',
  note: string | undefined,
): Promise<number> {
  if (note !== undefined && (note === '' || note.length > NOTE_CHARACTERS_MAX))
    throw new BadUsage(`--note must have 1 to ${NOTE_CHARACTERS_MAX} characters.`)
  for (const id of ids) {
    const input = JSON.stringify({ feedback_id: id, status, note: note ?? null })
    const { rows } = await client.query('select resolve_feedback($1) as answer', [input])
    const { outcome, superseded = [] } = Decided.parse(rows[0]?.answer)
    if (outcome === 'unknown') return unknown(id)
    console.log(`${id} is ${status}${outcome === 'already' ? ' already' : ''}.`)
    for (const older of superseded) console.log(`${older} is superseded by it.`)
  }
  return EXIT.done
}

function unknown(id: string): number {
  console.error(`There is no report ${JSON.stringify(id)}.`)
  return EXIT.failed
}

async function exportAccepted(client: pg.Client, out: string | undefined): Promise<number> {
  // With a random key for each file, the pseudonyms show which reports are of one account, and
  // nothing about the account.
  const key = randomBytes(32)
  let count = 0
  async function* lines(): AsyncGenerator<string> {
    for (let after = ''; ; ) {
      const { rows } = await client.query('select accepted_feedback($1, $2) as report', [
        after,
        EXPORTED_PER_PAGE,
      ])
      for (const { report } of rows) {
        const account = createHmac('sha256', key)
          .update(String(report.account))
          .digest('hex')
          .slice(0, 16)
        yield `${JSON.stringify({ ...report, account })}\n`
        after = report.feedback_id
        count += 1
      }
      if (rows.length < EXPORTED_PER_PAGE) return
    }
  }
  if (out === undefined) for await (const line of lines()) process.stdout.write(line)
  else await pipeline(Readable.from(lines()), createWriteStream(out, { mode: 0o600 }))
  console.error(`accepted reports: ${count}`)
  return EXIT.done
}

try {
  process.exitCode = await main()
} catch (error) {
  const isUsage = error instanceof BadUsage
  console.error(isUsage ? `${error.message}\n\n${USAGE}` : error)
  process.exitCode = isUsage ? EXIT.usage : EXIT.failed
}
