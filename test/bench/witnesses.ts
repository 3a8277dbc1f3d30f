import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { createInternet, type DomainFile, type OutgoingEntry } from '../internet/internet.ts'
import { type Service, type ServiceAccount, startService } from '../platform/service.ts'
import { benchHandshakes } from './handshakes.ts'
import { type BenchRow, bounded, percentile, shown } from './row.ts'

const SAMPLES = path.join(import.meta.dirname, '..', 'internet', 'domains')
const LATENCY_MS = 150
const ROUNDS = Number(process.env.WITNESS_ROUNDS ?? 10)
const DEEP_ANALYSES_MAX = Number(process.env.WITNESS_DEEP_ANALYSES ?? 1_000)
/** Median difference of pairs that repeated runs on a busy machine show without a handshake. */
const NOISE_MS_MAX = 30
const IN_TIME_SHARE_MIN = 0.95
const LOG_SHARE_MAX = 0.5
const COMPANIES = [
  'fennandoakbakery.com',
  'pellworth-ceramics.com',
  'otterbrookdental.com',
  'quillonharbor.com',
  'haldensee.ch',
  'brammel-orgelbau.de',
  'nordlyskraft.no',
]
const LOG_HOSTS = ['crt.sh', 'api.certspotter.com']
const REGISTER_HOSTS = [
  'data.brreg.no',
  'avoindata.prh.fi',
  'api-krs.ms.gov.pl',
  'distribution.virk.dk',
  'api.business.govt.nz',
  'ec.europa.eu',
  'recherche-entreprises.api.gouv.fr',
  'ares.gov.cz',
  'api.statistics.sk',
  'ariregister.rik.ee',
  'minhareceita.org',
  'api.company-information.service.gov.uk',
  'abr.business.gov.au',
]
/** Only a question for a number goes to a register; GLEIF is also asked for names. */
const GLEIF_BY_NUMBER = 'registeredAs'

/**
 * Measures the cost of a TLS handshake, the time that it adds to a quick analysis, and the
 * questions of deep analyses to certificate logs and registers of companies.
 */
export async function benchWitnesses(): Promise<BenchRow[]> {
  const asked: OutgoingEntry[] = []
  const internet = await createInternet({ log: (entry) => void asked.push(entry) })
  const service = await startService({ internet, schedules: true })
  try {
    const account = await service.account({ tier: 'enterprise' })
    const files = readSamples()
    const companies = files.filter(
      ({ domain, live_certificate: certificate }) =>
        COMPANIES.includes(domain) && certificate !== null,
    )
    const serveTls = (isServed: boolean): void => {
      for (const file of companies)
        internet.replace(isServed ? file : { ...file, live_certificate: null })
    }
    const names = companies.map(({ domain }) => domain)
    return [
      ...(await benchHandshakes()),
      ...(await addedTime(service, account, { names, serveTls, asked })),
      ...(await questions(
        account,
        files.map(({ domain }) => domain).slice(0, DEEP_ANALYSES_MAX),
        asked,
      )),
    ]
  } finally {
    await service.stop()
    await internet.close()
  }
}

const readSamples = (): DomainFile[] =>
  readdirSync(SAMPLES)
    .filter((name) => name.endsWith('.json') && !name.startsWith('_'))
    .map((name): DomainFile => JSON.parse(readFileSync(path.join(SAMPLES, name), 'utf8')))

/** Both kinds of rounds alternate, so that a busy moment of the machine slows down both. */
async function addedTime(
  { platform }: Service,
  account: ServiceAccount,
  {
    names,
    serveTls,
    asked,
  }: { names: string[]; serveTls: (isServed: boolean) => void; asked: OutgoingEntry[] },
): Promise<BenchRow[]> {
  const times = { served: [] as number[], refused: [] as number[] }
  const inTime: boolean[] = []
  for (const domain of names) await quickMs(account, domain)
  platform.internet?.setLatency?.(LATENCY_MS)
  for (let round = 0; round < ROUNDS; round += 1)
    for (const kind of ['served', 'refused'] as const) {
      serveTls(kind === 'served')
      // The sample servers make a new key after a change, which takes the first connection long.
      for (const domain of names) await quickMs(account, domain)
      for (const domain of names) {
        asked.length = 0
        times[kind].push(await quickMs(account, domain))
        if (kind === 'served') inTime.push(endsBeforeOthers(asked))
      }
    }
  serveTls(true)
  platform.internet?.setLatency?.(0)
  const differences = times.served.map((ms, index) => ms - (times.refused[index] ?? Number.NaN))
  return [
    bounded(
      `quick analysis, ${LATENCY_MS} ms services: ms that a live certificate adds`,
      percentile(differences, 0.5),
      { most: NOISE_MS_MAX },
      `median of ${differences.length} pairs`,
    ),
    bounded(
      '  share of analyses in which another request ends after the handshake',
      inTime.filter(Boolean).length / inTime.length,
      { least: IN_TIME_SHARE_MIN },
    ),
    shown('  with the handshake', p50AndP95(times.served)),
    shown('  if port 443 refuses', p50AndP95(times.refused)),
  ]
}

function endsBeforeOthers(asked: readonly OutgoingEntry[]): boolean {
  const endsOf = (isTls: boolean): number[] =>
    asked
      .filter(({ method }) => (method === 'TLS') === isTls)
      .map(({ at, ms }) => Date.parse(at) + ms)
  const handshakes = endsOf(true)
  return handshakes.length > 0 && Math.max(...handshakes) <= Math.max(...endsOf(false))
}

const p50AndP95 = (times: number[]): string =>
  `p50 ${percentile(times, 0.5).toFixed(0)} ms, p95 ${percentile(times, 0.95).toFixed(0)} ms`

async function quickMs(account: ServiceAccount, domain: string): Promise<number> {
  const started = performance.now()
  const { body } = await account.request('POST', '/analyze', { domain, depth: 'quick' })
  if (body.data?.status !== 'completed')
    throw new Error(`a quick analysis of ${domain} ended as ${JSON.stringify(body)}`)
  return performance.now() - started
}

const isAt = (url: string, hosts: readonly string[]): boolean =>
  hosts.includes(new URL(url).hostname)

/** Deep analyses run one after the other, so that each question belongs to one of them. */
async function questions(
  account: ServiceAccount,
  domains: readonly string[],
  asked: OutgoingEntry[],
): Promise<BenchRow[]> {
  if (domains.length === 0) return []
  let withLogs = 0
  let withRegisters = 0
  let toRegisters = 0
  let handshakes = 0
  for (const domain of domains) {
    asked.length = 0
    await account.analyze(domain, { depth: 'deep' }).untilTerminal()
    const registers = asked.filter(
      ({ url }) => isAt(url, REGISTER_HOSTS) || url.includes(GLEIF_BY_NUMBER),
    ).length
    withLogs += Number(asked.some(({ url }) => isAt(url, LOG_HOSTS)))
    withRegisters += Number(registers > 0)
    toRegisters += registers
    handshakes += asked.filter(({ method }) => method === 'TLS').length
  }
  const each = (count: number): number => count / domains.length
  return [
    bounded(
      `${domains.length} deep analyses of sample domains: share that asks a certificate log`,
      each(withLogs),
      { most: LOG_SHARE_MAX },
    ),
    shown('  TLS handshakes an analysis', each(handshakes).toFixed(2)),
    shown(
      '  questions to registers of companies an analysis',
      `${each(toRegisters).toFixed(2)}, in ${(each(withRegisters) * 100).toFixed(0)} % of them`,
    ),
  ]
}
