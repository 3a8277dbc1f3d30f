import { percentText } from '../../shared/attribution/answer/verdict.ts'
import { type Analysis, analyzeAll, type Depth } from './analyses.ts'
import {
  type AnalysisRecord,
  colorOf,
  lineOf,
  operatorOf,
  recordOf,
  type TableRow,
  tableOf,
} from './analysis-text.ts'
import { paintFor } from './colors.ts'
import { startPlatform } from './platform.ts'
import { startProgress } from './progress-line.ts'
import { EXIT, runCommand } from './run-command.ts'

/** Domains that must have an operator in the answer. The domains in UNCLEAR must have none. */
const OPERATED = [
  'haldensee.ch',
  'pellworth-ceramics.com',
  'quillonharbor.com',
  'fennandoakbakery.com',
  'otterbrookdental.com',
  'nordlyskraft.no',
  'thornfield.edu',
  'kazamori-kogyo.co.jp',
  'zephyrine.com',
  'lumenquay.com',
]
const UNCLEAR = ['mistlegrovecafe.com', 'morrowdalefoods-refund.top', 'never-registered-at-all.com']
const WATCHED = 'thorncastle-group.com'

const CONCURRENCY = 14
const TITLES = ['Domain', 'Operator', 'Confidence', 'Analysis']
const COLUMNS_DEFAULT = 100

const rowOf = (record: AnalysisRecord): TableRow => ({
  cells: [
    record.domain,
    operatorOf(record),
    record.outcome === 'attributed' ? percentText(record.confidence) : '',
    `${record.depth ?? ''}, ${record.duration_ms} ms`,
  ],
  color: colorOf(record),
  note: record.reasons[0] ?? '',
})

function surprises(records: readonly AnalysisRecord[]): string[] {
  const isExpected = ({ domain, outcome }: AnalysisRecord) =>
    UNCLEAR.includes(domain)
      ? outcome === 'no_clear_entity' || outcome === 'ambiguous'
      : outcome === 'attributed'
  return records
    .filter((record) => !isExpected(record))
    .map(
      (record) =>
        `${record.domain}: ${operatorOf(record)} is not what the demo expects. ${record.reasons[0] ?? ''}`,
    )
}

async function main(): Promise<number> {
  const progress = startProgress(process.stderr, Date.now)
  progress.update('starting the service')
  const platform = await startPlatform({ offline: true, schedules: false })
  try {
    const quick = [...OPERATED, ...UNCLEAR].map((domain) => ({ domain, depth: 'quick' as Depth }))
    const analyses: Analysis[] = await analyzeAll(
      platform,
      [{ domain: WATCHED, depth: 'deep' }, ...quick],
      CONCURRENCY,
      {
        onProgress: progress.update,
        onEnd: (analysis) => progress.ended(lineOf(recordOf(analysis))),
      },
    )
    progress.clear()
    const records = analyses.map(recordOf)
    console.log(`The service ran at ${platform.baseUrl}, on the sample internet.\n`)
    const width = process.stdout.columns || COLUMNS_DEFAULT
    const paint = paintFor(process.stdout, process.env)
    console.log(tableOf(TITLES, records.map(rowOf), { width, paint }))
    const unexpected = surprises(records)
    for (const sentence of unexpected) console.error(`\n${sentence}`)
    return unexpected.length === 0 ? EXIT.done : EXIT.failed
  } finally {
    progress.clear()
    await platform.stop()
  }
}

runCommand(main)
