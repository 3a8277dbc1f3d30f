import { parsePage } from '../../shared/attribution/collectors/page/parse-page.ts'
import { parseWhois } from '../../shared/attribution/collectors/registration/parse-whois.ts'
import { type RivalParser, rdapperParser, whoiserParser } from '../eval/registration-rivals.ts'
import { type BenchRow, bounded, shown } from './row.ts'

const PAGE_BYTES = 2 * 1024 * 1024
const RECORD_BYTES = 60 * 1024
const PAGE_ROUNDS = 7
const RECORD_ROUNDS = 60
const DOMAIN = 'orchard-lane-instruments.com'
const SERVER = 'whois.verisign-grs.com'

/**
 * Measures parsers with an HTML page of 2 MiB and a WHOIS record of 60 KiB, and with each of them
 * at a tenth of its size.
 */
export async function benchParsing(): Promise<BenchRow[]> {
  const [page, pageTenth] = [
    cpuMs(PAGE_ROUNDS, readPage(PAGE_BYTES)),
    cpuMs(PAGE_ROUNDS, readPage(PAGE_BYTES / 10)),
  ]
  const [long, longTenth] = [
    cpuMs(RECORD_ROUNDS, readRecord(RECORD_BYTES)),
    cpuMs(RECORD_ROUNDS, readRecord(RECORD_BYTES / 10)),
  ]
  const ordinary = record(0)
  const ours = cpuMs(RECORD_ROUNDS, () => parseWhois(DOMAIN, SERVER, ordinary))
  const rival = (parse: RivalParser) => cpuMs(RECORD_ROUNDS, () => parse(DOMAIN, SERVER, ordinary))
  return [
    shown('parsing a page of 2 MiB', `${page.toFixed(0)} ms CPU`),
    bounded('page: ratio of times for ten times the size', page / pageTenth, { most: 12 }),
    shown('parsing a WHOIS record of 60 KiB', `${long.toFixed(2)} ms CPU`),
    bounded('WHOIS: ratio of times for ten times the size', long / longTenth, { most: 12 }),
    shown(
      'parsing an ordinary WHOIS record: ours · rdapper · whoiser',
      [ours, rival(await rdapperParser()), rival(whoiserParser())]
        .map((ms) => `${ms.toFixed(3)} ms`)
        .join(' · '),
    ),
  ]
}

function readPage(bytes: number): () => unknown {
  const section =
    '<section class="item"><h2>Instruments</h2><p>Made by <a href="/about">Orchard Lane Instruments Ltd</a> since 1987. Tel. +44 20 7946 0000.</p><img src="/a.png" alt=""></section>\n'
  const html = `<!doctype html><html lang="en"><head><title>Orchard Lane</title></head><body>${section.repeat(Math.ceil(bytes / section.length))}<footer>© 2026 Orchard Lane Instruments Ltd</footer></body></html>`
  return () => parsePage({ url: `https://${DOMAIN}/`, role: 'home', status: 200, html })
}

function readRecord(bytes: number): () => unknown {
  const text = record(bytes)
  return () => parseWhois(DOMAIN, SERVER, text)
}

function record(bytes: number): string {
  const fields = [
    `Domain Name: ${DOMAIN.toUpperCase()}`,
    'Registrar: Sample Names, Inc.',
    'Registrar IANA ID: 9999',
    'Creation Date: 2009-04-02T20:47:38Z',
    'Updated Date: 2025-09-15T09:21:35Z',
    'Registry Expiry Date: 2030-04-02T20:47:38Z',
    'Registrant Organization: Orchard Lane Instruments Ltd',
    'Registrant Country: GB',
    'Name Server: NS1.SAMPLE-DNS.NET',
    'Name Server: NS2.SAMPLE-DNS.NET',
    'DNSSEC: unsigned',
  ].join('\r\n')
  const terms =
    'The data in this record is provided for information purposes only and may not be used otherwise.\r\n'
  return `${fields}\r\n\r\n${terms.repeat(Math.max(3, Math.ceil(bytes / terms.length)))}`
}

/**
 * Returns the median CPU time of a call in milliseconds. The first two calls are not counted,
 * because V8 still compiles the function.
 */
function cpuMs(rounds: number, work: () => unknown): number {
  const samples: number[] = []
  for (let round = 0; round < rounds + 2; round++) {
    const before = process.cpuUsage()
    work()
    const { user, system } = process.cpuUsage(before)
    if (round >= 2) samples.push((user + system) / 1_000)
  }
  return samples.sort((a, b) => a - b)[Math.floor(samples.length / 2)] ?? Number.NaN
}
