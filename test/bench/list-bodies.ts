import { readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { type Service, type ServiceAccount, startService } from '../platform/service.ts'
import { type HostileList, hostileLists, readList } from '../unit/bulk/hostile-lists.ts'
import { type BenchRow, bounded, percentile, shown } from './row.ts'

/** The largest body that POST /analyze/bulk accepts, and an eighth of it. */
const BYTES = 4 * 1024 * 1024 - 1_024
const SMALL_BYTES = BYTES / 8
const ROUNDS = 3
/** Shorter times are not compared, because the clock and the compiler of V8 decide them. */
const COMPARED_MS_LEAST = 5
const HEALTH_PAUSE_MS = 20
const SHOWN_KINDS = 5

/**
 * Measures bodies of lists that an attacker could send: the CPU time to read each body, the growth
 * of this time with the size, the memory of the runtime while the bodies arrive, and the response
 * time of GET /health meanwhile.
 */
export async function benchListBodies(): Promise<BenchRow[]> {
  const cpu = cpuRows()
  const service = await startService({
    env: {
      RATE_LIMITS_PER_MINUTE: '{"free":1e8,"pro":1e8,"team":1e8,"enterprise":1e8}',
      BULK_LINES_PER_DAY: '{"free":1e8,"pro":1e8,"team":1e8}',
    },
  })
  try {
    return [...cpu, ...(await serviceRows(service))]
  } finally {
    await service.stop()
  }
}

function cpuRows(): BenchRow[] {
  for (const list of hostileLists(SMALL_BYTES)) readList(list)
  const small = hostileLists(SMALL_BYTES).map(cpuMs)
  const measured = hostileLists(BYTES).map((list, index) => {
    const ms = cpuMs(list)
    return { kind: `${list.kind} (${list.type})`, ms, ratio: ms / (small[index] ?? Number.NaN) }
  })
  const slowest = [...measured].sort((a, b) => b.ms - a.ms)
  const [worst] = slowest
  const [steepest] = measured
    .filter(({ ms }) => ms >= COMPARED_MS_LEAST)
    .sort((a, b) => b.ratio - a.ratio)
  if (worst === undefined || steepest === undefined) throw new Error('no list was measured')
  return [
    bounded(
      `worst of ${measured.length} bodies of 4 MiB, ms of CPU`,
      worst.ms,
      { most: 300 },
      worst.kind,
    ),
    bounded(
      'steepest growth of the time for 8 times the size',
      steepest.ratio,
      { most: 10 },
      steepest.kind,
    ),
    ...slowest
      .slice(1, SHOWN_KINDS)
      .map(({ kind, ms }) => shown(`  ${kind}`, `${ms.toFixed(0)} ms of CPU`)),
  ]
}

/**
 * Returns the least CPU time of some rounds, because other processes and the garbage collector only
 * add time.
 */
function cpuMs(list: HostileList): number {
  const samples = Array.from({ length: ROUNDS }, () => {
    const before = process.cpuUsage()
    readList(list)
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1_000
  })
  return Math.min(...samples)
}

const statusOf = (service: Service) =>
  readFileSync(`/proc/${service.platform.runtime().pid}/status`, 'utf8')
const rssMb = (service: Service) => Number(/VmRSS:\s+(\d+)/.exec(statusOf(service))?.[1]) / 1_024

/**
 * Returns the CPU time of the runtime process (workerd) since its start. /proc counts in ticks of
 * 10 ms.
 */
function runtimeCpuMs(service: Service): number {
  const stat = readFileSync(`/proc/${service.platform.runtime().pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) * 10
}

async function post(
  service: Service,
  by: ServiceAccount,
  { type, body }: HostileList,
): Promise<void> {
  const headers = { 'x-api-key': by.apiKey, 'content-type': type }
  const response = await fetch(`${service.baseUrl}/analyze/bulk`, { method: 'POST', headers, body })
  await response.text()
  if (![202, 400, 422].includes(response.status))
    throw new Error(`a hostile list answered ${response.status}`)
}

async function healthMs(service: Service): Promise<number> {
  const started = performance.now()
  const response = await fetch(`${service.baseUrl}/health`)
  await response.text()
  if (response.status !== 200) throw new Error(`GET /health answered ${response.status}`)
  return performance.now() - started
}

async function serviceRows(service: Service): Promise<BenchRow[]> {
  const account = await service.account({ tier: 'team', email: 'list-bodies@tests.example' })
  await warmUp(service, account)
  const alone = await healthFor(service, 3_000)
  const health: number[] = []
  let posting = true
  const probing = (async () => {
    while (posting) health.push(...(await healthFor(service, 200)))
  })()
  const runtime: { kind: string; ms: number }[] = []
  for (const list of hostileLists(BYTES)) {
    const before = runtimeCpuMs(service)
    await post(service, account, list)
    runtime.push({ kind: list.kind, ms: runtimeCpuMs(service) - before })
  }
  posting = false
  await probing
  const [slowest] = runtime.sort((one, other) => other.ms - one.ms)
  const peaks: { kind: string; mb: number }[] = []
  for (const list of hostileLists(BYTES))
    peaks.push({ kind: list.kind, mb: await peakMb(service, account, list) })
  const [largest] = peaks.sort((one, other) => other.mb - one.mb)
  if (slowest === undefined || largest === undefined) throw new Error('no list was posted')
  return [
    bounded(
      'most memory of workerd above rest for one body, MB',
      largest.mb,
      { most: 64 },
      largest.kind,
    ),
    shown(
      'most CPU of workerd for one body, with GET /health beside it',
      `${slowest.ms} ms (${slowest.kind})`,
    ),
    bounded(
      'GET /health p99 while they are posted, ms',
      percentile(health, 0.99),
      { most: 500 },
      `alone ${percentile(alone, 0.99).toFixed(0)}, ${health.length} samples`,
    ),
  ]
}

async function warmUp(service: Service, account: ServiceAccount): Promise<void> {
  const ordinary = { kind: 'ordinary', type: 'application/json', body: ordinaryList() } as const
  for (let n = 0; n < 3; n++) await post(service, account, ordinary)
}

/**
 * Returns the growth of the resident memory of workerd while it reads a body. A new process is
 * started for each body: in an old process, garbage of earlier bodies that is not yet collected
 * would count, or would hide new memory.
 */
async function peakMb(
  service: Service,
  account: ServiceAccount,
  list: HostileList,
): Promise<number> {
  await service.platform.kill('runtime')
  await warmUp(service, account)
  const resting = rssMb(service)
  let peak = 0
  let posting = true
  const sampling = (async () => {
    while (posting) {
      peak = Math.max(peak, rssMb(service) - resting)
      await delay(3)
    }
  })()
  await post(service, account, list)
  posting = false
  await sampling
  return peak
}

function ordinaryList(): Uint8Array<ArrayBuffer> {
  const domains = Array.from({ length: 200 }, (_, n) => `not a domain ${n}`)
  return Uint8Array.from(Buffer.from(JSON.stringify({ domains })))
}

async function healthFor(service: Service, milliseconds: number): Promise<number[]> {
  const samples: number[] = []
  const end = performance.now() + milliseconds
  while (performance.now() < end) {
    samples.push(await healthMs(service))
    await delay(HEALTH_PAUSE_MS)
  }
  return samples
}
