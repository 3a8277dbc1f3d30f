import { type Platform, startPlatform } from './platform.ts'

/** Domains for which the analysis in the demo must find an operator. For the domains in UNCLEAR, the analysis must find no operator. */
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

const WATCH_LIMIT_MS = 45_000

interface Job {
  job_id: string
  domain: string
  depth: string
  status: string
  duration_ms: number
  progress: { percent: number; stage: string; collectors: { name: string; status: string }[] }
  scoring_result?: { outcome: string; entity: string | null; confidence: number }
}

interface Row {
  domain: string
  depth: string
  operator: string
  confidence: string
  signals: string
  time: string
}

async function call<Data>(platform: Platform, method: string, path: string, body?: object): Promise<Data> {
  const response = await fetch(platform.baseUrl + path, {
    method,
    headers: { 'x-api-key': platform.apiKey, 'content-type': 'application/json' },
    signal: AbortSignal.timeout(WATCH_LIMIT_MS),
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`)
  return (JSON.parse(text) as { data: Data }).data
}

async function describe(platform: Platform, job: Job): Promise<Row> {
  if (job.status === 'failed' || job.scoring_result === undefined)
    throw new Error(`the analysis of ${job.domain} ended ${job.status}`)
  const { entities } = await call<{ entities: { signals: { signal: string; contribution: number }[] }[] }>(
    platform,
    'GET',
    `/jobs/${job.job_id}/signals`,
  )
  const { outcome, entity, confidence } = job.scoring_result
  const top = [...(entities[0]?.signals ?? [])].sort((a, b) => b.contribution - a.contribution).slice(0, 3)
  return {
    domain: job.domain,
    depth: job.depth,
    operator: entity ?? (outcome === 'ambiguous' ? '(ambiguous)' : '(no clear entity)'),
    confidence: confidence.toFixed(2),
    signals: top.map(({ signal }) => signal).join(', '),
    time: `${job.duration_ms} ms`,
  }
}

async function watch(platform: Platform, domain: string): Promise<Job> {
  const { job_id: jobId } = await call<{ job_id: string }>(platform, 'POST', '/analyze', { domain })
  const response = await fetch(`${platform.baseUrl}/jobs/${jobId}/events`, {
    headers: { 'x-api-key': platform.apiKey },
    signal: AbortSignal.timeout(WATCH_LIMIT_MS),
  })
  let buffer = ''
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    buffer += new TextDecoder().decode(chunk)
    const blocks = buffer.split('\n\n')
    buffer = blocks.pop() ?? ''
    for (const block of blocks) {
      const event = /^event: (.*)$/m.exec(block)?.[1]
      const data = /^data: (.*)$/m.exec(block)?.[1]
      if (data === undefined) continue
      if (event === 'done') return JSON.parse(data) as Job
      showProgress(JSON.parse(data) as Job['progress'])
    }
  }
  throw new Error(`the event stream of ${domain} ended before its job`)
}

function showProgress({ percent, stage, collectors }: Job['progress']): void {
  const bar = '█'.repeat(Math.round(percent / 5)).padEnd(20, '·')
  const states = collectors.map(({ name, status }) => `${name} ${status}`).join(' · ')
  console.log(`  ${bar} ${String(percent).padStart(3)} %  ${stage.padEnd(10)} ${states}`)
}

const cells = (text: string) =>
  [...text].reduce(
    (sum, letter) => sum + (/[\u1100-\u11ff\u2e80-\u9fff\uac00-\ud7af\uff00-\uff60]/.test(letter) ? 2 : 1),
    0,
  )

function showTable(rows: Row[]): void {
  const columns = ['domain', 'depth', 'operator', 'confidence', 'signals', 'time'] as const
  const titles: Row = {
    domain: 'Domain',
    depth: 'Depth',
    operator: 'Operator',
    confidence: 'Confidence',
    signals: 'Top signals',
    time: 'Time',
  }
  const width = (column: (typeof columns)[number]) => Math.max(...[titles, ...rows].map((row) => cells(row[column])))
  const widths = new Map(columns.map((column) => [column, width(column)]))
  const line = (row: Row) =>
    columns
      .map((column) => row[column] + ' '.repeat((widths.get(column) ?? 0) - cells(row[column])))
      .join('  ')
      .trimEnd()
  console.log(`\n${line(titles)}\n${columns.map((column) => '─'.repeat(widths.get(column) ?? 0)).join('  ')}`)
  for (const row of rows) console.log(line(row))
}

const platform = await startPlatform({ offline: true, schedules: false })
try {
  console.log(`The service runs at ${platform.baseUrl}, on the sample internet.\n\nDeep analysis of ${WATCHED}:`)
  const watched = await watch(platform, WATCHED)
  const quick = await Promise.all(
    [...OPERATED, ...UNCLEAR].map((domain) => call<Job>(platform, 'POST', '/analyze', { domain, depth: 'quick' })),
  )
  const rows = await Promise.all([watched, ...quick].map((job) => describe(platform, job)))
  showTable(rows)
  const unattributed = rows.filter(
    ({ domain, operator }) => [WATCHED, ...OPERATED].includes(domain) && operator.startsWith('('),
  )
  const invented = rows.filter(({ domain, operator }) => UNCLEAR.includes(domain) && !operator.startsWith('('))
  for (const { domain, operator } of [...unattributed, ...invented])
    console.error(`\n${domain}: ${operator} is not what the demo expects.`)
  if (unattributed.length + invented.length > 0) process.exitCode = 1
} finally {
  await platform.stop()
}
