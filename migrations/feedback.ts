import { open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { z } from 'zod'
import { FEEDBACK_STATUSES, FEEDBACK_VERDICTS, RELATIONS } from '../shared/feedback/feedback.ts'
import { printable, printableLines } from '../shared/platform/printable.ts'
import { BadUsage, EXIT, parseArguments, runMain } from './command.ts'

const USAGE = `Reviews what customers say about answers. DATABASE_URL names the database.

  npm run feedback -- list                  reports that are not decided, oldest first
  npm run feedback -- list FEEDBACK_ID…     these reports with the stored evidence; they are then "reviewing"
  npm run feedback -- accept FEEDBACK_ID… [--note TEXT]
  npm run feedback -- decline FEEDBACK_ID… [--note TEXT]
                                            decides; the customer can read the note
  npm run feedback -- labels --out FILE     accepted reports with their evidence, for npm run eval -- --cases FILE`

const DATABASE_TIMEOUT_MS = 20_000
const LISTED_MAX = 10_000
const NOTE_CHARACTERS_MAX = 1_000
/**
 * The evidence of one report has at most a few megabytes, so a page of this size fits into memory.
 */
const LABELS_PER_PAGE = 20
const PRIVATE = 0o600

const ReportToReview = z.object({
  feedback_id: z.string(),
  job_id: z.string(),
  domain: z.string(),
  verdict: z.enum(FEEDBACK_VERDICTS),
  correct_entity: z.string().nullable(),
  relation: z.enum(RELATIONS).nullable(),
  evidence_urls: z.array(z.string()),
  note: z.string().nullable(),
  status: z.enum(FEEDBACK_STATUSES),
  created_at: z.string(),
  outcome: z.string().nullable(),
  entity: z.string().nullable(),
  confidence: z.number().nullable(),
  evidence: z.unknown(),
})
type ReportToReview = z.infer<typeof ReportToReview>

const Decided = z.object({ outcome: z.string(), superseded: z.array(z.string()).optional() })

async function main(args: string[]): Promise<number> {
  const { values: options, positionals } = read(args)
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
    switch (action) {
      case 'list':
        return await list(client, ids)
      case 'accept':
        return await decide(client, ids, 'accepted', options.note)
      case 'decline':
        return await decide(client, ids, 'declined', options.note)
      case 'labels':
        return await writeLabels(client, options.out)
      default:
        throw new BadUsage(`There is no action "${action}".`)
    }
  } finally {
    await client.end()
  }
}

const read = (args: string[]) =>
  parseArguments({
    args,
    allowPositionals: true,
    options: {
      note: { type: 'string' },
      out: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  })

async function list(client: pg.Client, ids: readonly string[]): Promise<number> {
  const { rows } = await client.query('select feedback_to_review($1, $2) as report', [
    ids,
    LISTED_MAX,
  ])
  const reports = rows.map(({ report }) => ReportToReview.parse(report))
  for (const report of reports) console.log(`${describe(report)}\n`)
  console.log(`reports: ${reports.length}`)
  const missing = ids.find((id) => reports.every((report) => report.feedback_id !== id))
  return missing === undefined ? EXIT.done : unknown(missing)
}

function describe(report: ReportToReview): string {
  const { relation, correct_entity: name, note, outcome, entity, confidence, evidence } = report
  const answer =
    outcome === null
      ? 'failed'
      : `${outcome} ${printable(entity ?? '-')} (${Math.round((confidence ?? 0) * 100)} %)`
  return [
    `${report.feedback_id} ${report.status} ${report.created_at.slice(0, 10)}`,
    `  ${report.domain}: ${report.verdict}${relation === null ? '' : ` (${relation})`}${name === null ? '' : ` -> ${printable(name)}`}`,
    `  our answer (${report.job_id}): ${answer}`,
    ...(note === null ? [] : [`  note: ${printable(note)}`]),
    ...report.evidence_urls.map((url) => `  link: ${printable(url)}`),
    ...(evidence === null ? [] : [printableLines(JSON.stringify(evidence, null, 2))]),
  ].join('\n')
}

async function decide(
  client: pg.Client,
  ids: readonly string[],
  status: 'accepted' | 'declined',
  note: string | undefined,
): Promise<number> {
  if (ids.length === 0) throw new BadUsage('The id of a report is missing.')
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

async function writeLabels(client: pg.Client, out: string | undefined): Promise<number> {
  if (out === undefined) throw new BadUsage('labels needs --out FILE.')
  let count = 0
  async function* lines(): AsyncGenerator<string> {
    for (let after = ''; ; ) {
      const { rows } = await client.query('select accepted_feedback($1, $2) as report', [
        after,
        LABELS_PER_PAGE,
      ])
      for (const { report } of rows) {
        yield `${JSON.stringify(report)}\n`
        after = report.feedback_id
        count += 1
      }
      if (rows.length < LABELS_PER_PAGE) return
    }
  }
  const file = await open(out, 'w', PRIVATE)
  // An existing file may have a wider mode.
  await file.chmod(PRIVATE)
  await pipeline(Readable.from(lines()), file.createWriteStream())
  console.log(`labels: ${count}`)
  return EXIT.done
}

await runMain(main, USAGE)
