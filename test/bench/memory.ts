import { setTimeout as delay } from 'node:timers/promises'
import { queueMessage } from '../../shared/platform/queue-messages.ts'
import { HOSTILE_PAGES, LARGEST_PAGE, siteOf } from '../internet/hostile-pages.ts'
import { createInternet } from '../internet/internet.ts'
import { type Heap, type Isolate, inspectIsolate } from '../platform/isolate.ts'
import { type Service, type ServiceAccount, startService } from '../platform/service.ts'
import { seedEnded } from './bulk.ts'
import { type BenchRow, bounded } from './row.ts'

/**
 * Limit for the measured heap. Cloudflare ends a Worker at 128 MB. The other 32 MB are for memory
 * that the inspector does not count.
 */
const HEAP_MB_MAX = 96
/**
 * V8 heap limit. Without a limit, the local V8 collects garbage late, and its heap grows to a
 * multiple of the memory in use.
 * The limit is below HEAP_MB_MAX, because array buffers count there and are outside of V8's heap.
 */
const V8_HEAP_MB = 84
const ANALYSES = 100
const LINES = 10_000
const CORRELATED = 100
const POLL_MS = 100
const LIMIT_MS = 300_000
const PAGES = ['short paragraphs', 'links', 'one giant text', 'company footers'] as const

/**
 * Measures the peak heap of the one local isolate that runs requests, queue batches and Durable
 * Objects. It includes garbage that V8 has not collected yet.
 * If the heap needs more than V8_HEAP_MB, V8 ends the runtime and the work fails.
 */
export async function benchMemory(): Promise<BenchRow[]> {
  const internet = await createInternet()
  const pages = PAGES.map(largestPage)
  for (let n = 0; n < 2 * ANALYSES; n += 1)
    internet.add(siteOf(domainOf(n), pages[n % pages.length] ?? ''))
  const service = await startService({
    internet,
    inspector: true,
    v8Flags: [`--max-heap-size=${V8_HEAP_MB}`],
    env: {
      ANALYSES_IN_FLIGHT: '{"free":1000,"pro":1000,"team":1000}',
      BULK_LINES_PER_DAY: '{"free":1e8,"pro":1e8,"team":1e8}',
      QUOTA_TEAM: '1000000',
    },
  })
  const isolate = await inspectIsolate(service.platform)
  try {
    const account = await service.account({
      tier: 'team',
      email: 'memory-bench@tests.example',
      credits: 10_000,
    })
    await account.request('POST', '/analyze', { domain: 'fennandoakbakery.com', depth: 'quick' })
    return [
      await row(isolate, `export of ${LINES} lines`, await exporting(service, account)),
      await row(isolate, `correlation of ${CORRELATED} domains that were not analysed before`, () =>
        correlating(account),
      ),
      await row(isolate, `correlation of ${CORRELATED} analysed domains`, () =>
        correlating(account),
      ),
      await row(isolate, `${ANALYSES} deep analyses at once, pages of 2 MiB`, () =>
        analyzing(service, account, 0),
      ),
      bounded(
        '  the same without garbage, MiB',
        (await isolate.peakUsedHeap(() => analyzing(service, account, ANALYSES))).totalMb,
        { most: HEAP_MB_MAX },
      ),
      await row(isolate, `submission of ${LINES} lines`, () => submitting(account)),
    ]
  } finally {
    isolate.close()
    await service.stop()
    await internet.close()
  }
}

const domainOf = (n: number): string => `large-${n}.example.com`

function largestPage(kind: (typeof PAGES)[number]): string {
  const page = HOSTILE_PAGES[kind]
  if (page === undefined) throw new Error('a kind of page is missing')
  return page(LARGEST_PAGE)
}

async function row(
  isolate: Isolate,
  what: string,
  work: () => Promise<unknown>,
): Promise<BenchRow> {
  const before = await isolate.restingHeap()
  const peak = await isolate.peakHeap(work)
  const after = await isolate.restingHeap()
  const text = ({ usedMb, outsideMb }: Heap) => `${usedMb.toFixed(0)} + ${outsideMb.toFixed(0)}`
  return bounded(
    `${what}: peak heap of the isolate, MiB`,
    peak.totalMb,
    { most: HEAP_MB_MAX },
    `V8 + buffers ${text(peak)}; before ${text(before)}, after ${text(after)}; ${peak.samples} samples`,
  )
}

async function exporting(service: Service, account: ServiceAccount): Promise<() => Promise<void>> {
  const id = await seedEnded(service, account, LINES)
  return async () => {
    await service.platform.runtime().deliver('exports', [{ body: queueMessage('exports', id) }])
    const { rows } = await service.platform.pool.query(
      'select status from bulk_jobs where id = $1',
      [id],
    )
    if (rows[0].status !== 'completed') throw new Error(`the export is ${rows[0].status}`)
  }
}

async function correlating(account: ServiceAccount): Promise<void> {
  const domains = Array.from({ length: CORRELATED }, (_, n) => `listed-${70_000 + n}.com`)
  const { status, body } = await account.request('POST', '/correlate', { domains })
  if (status !== 202) throw new Error(`POST /correlate answered ${status}`)
  await until(async () => {
    const answer = await account.request('GET', `/correlate/${body.data?.correlation_id}`)
    return answer.body.data?.status === 'completed'
  })
}

async function analyzing(service: Service, account: ServiceAccount, first: number): Promise<void> {
  const answers = await Promise.all(
    Array.from({ length: ANALYSES }, (_, n) =>
      account.request('POST', '/analyze', { domain: domainOf(first + n) }),
    ),
  )
  const ids = answers.map(({ body }) => body.data?.job_id)
  await until(async () => {
    const text =
      'select count(*)::integer as left from jobs where id = any($1) and completed_at is null'
    const { rows } = await service.platform.pool.query(text, [ids])
    return rows[0].left === 0
  })
  const text =
    "select count(*)::integer as failed from jobs where id = any($1) and status = 'failed'"
  const { rows } = await service.platform.pool.query(text, [ids])
  // Here one thread does the work of many machines, so the DNS lookups of a few analyses take too
  // long, and these analyses fail. Their memory was measured before they failed.
  if (rows[0].failed > ANALYSES / 4) throw new Error(`${rows[0].failed} analyses failed`)
}

async function submitting(account: ServiceAccount): Promise<void> {
  const domains = Array.from({ length: LINES }, (_, n) => `listed-${100_000 + n}.com`)
  const { status } = await account.request('POST', '/analyze/bulk', { domains, depth: 'deep' })
  if (status !== 202) throw new Error(`POST /analyze/bulk answered ${status}`)
}

async function until(isDone: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + LIMIT_MS
  while (!(await isDone())) {
    if (Date.now() > deadline) throw new Error('the measured work has not ended')
    await delay(POLL_MS)
  }
}
