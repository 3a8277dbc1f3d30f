import { setTimeout as delay } from 'node:timers/promises'
import { DNS_SERVICES } from '../../../shared/platform/net/ask-dns-services.ts'
import type { DomainFile, SampleInternet } from '../../internet/internet.ts'
import { listedCompany } from '../../internet/listed-companies.ts'
import { madeUpAddress } from '../../internet/networks.ts'
import { DAY_MS } from './simulation.ts'

type Random = () => number

/**
 * Random numbers from 0 to 1 (algorithm mulberry32). The same seed always gives the same numbers.
 */
export function randomOf(seed: number): Random {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

const TOP_LEVEL = ['com', 'net', 'org'] as const
export const domainOf = (number: number): string =>
  `listed-${number}.${TOP_LEVEL[number % TOP_LEVEL.length]}`

/**
 * Returns the site of a generated company. Not every number gives a company with a site, so the
 * first number from `from` on that gives one is used.
 */
export function companyFile(domain: string, from: number): DomainFile {
  for (let number = from; ; number += 1) {
    const file = listedCompany(`listed-${number}.${domain.split('.').at(-1)}`)
    if (file?.class !== 'smb') continue
    const text = JSON.stringify(file).replaceAll(file.domain, domain)
    return JSON.parse(text) as DomainFile
  }
}

const registrarOf = (file: DomainFile): string => file.registration?.registrar ?? ''

export type Sale = 'whole' | 'hidden' | 'registrant' | 'redirect'
export const SALES: readonly Sale[] = ['whole', 'hidden', 'registrant', 'redirect']
const OTHER_REGISTRAR: Record<string, string> = {
  tucows: 'gandi',
  ionos: 'godaddy',
  godaddy: 'namecheap',
  gandi: 'tucows',
  namecheap: 'ionos',
}

function sold(before: DomainFile, kind: Sale, number: number): DomainFile {
  const { domain } = before
  const buyer = companyFile(domain, 5_000_000 + number)
  const { registration } = before
  if (registration === undefined || before.dns === undefined || buyer.registration === undefined)
    throw new Error(domain)
  const organization = `Buyer Number ${number} Holding`
  if (kind === 'registrant')
    return {
      ...before,
      registration: {
        ...registration,
        privacy: 'shown',
        registrant: { organization, country: 'IE' },
      },
    }
  const elsewhere = `buyer-${number}.com`
  if (kind === 'redirect')
    return {
      ...before,
      site: { home: `https://www.${elsewhere}/`, pages: { '/': `<h1>${organization}</h1>` } },
    }
  const nameServers = { NS: [`ns1.dns-${number}.net`, `ns2.dns-${number}.net`] }
  return {
    ...buyer,
    registration: {
      ...registration,
      registrar: OTHER_REGISTRAR[registrarOf(before)] ?? 'godaddy',
      privacy: kind === 'hidden' ? 'redacted' : 'shown',
      registrant: { organization, country: 'IE' },
    },
    dns: { ...buyer.dns, [domain]: { ...buyer.dns?.[domain], ...nameServers } },
  }
}

/**
 * The sites of a domain before and after its sale. The name servers change too, so that the sale is
 * visible even without the registry's data.
 */
export function saleOf(domain: string, number: number): { before: DomainFile; after: DomainFile } {
  const before = companyFile(domain, 20_000_000 + number * 7)
  return { before, after: sold(before, 'whole', number) }
}

export interface Planted {
  domain: string
  kind: Sale
  at: number
}

export interface ChangingWorld {
  domains: string[]
  planted: Planted[]
  moveTo(time: number): void
  fetch(request: Request): Promise<Response>
}

/** Share of the domains whose technology changes on one day while the owner stays the same. */
const QUIET_SHARE = 0.02
/** Shares of outgoing requests that fail, from 0 to 1. */
const FAILING = { dns: 0.01, rdap: 0.02, web: 0.02 } as const
const PRIVACY = ['redacted', 'proxy'] as const

/**
 * Creates a simulated internet that changes from day to day.
 * Some domains get a new owner. Many more domains change without a new owner, for example their
 * name servers, pages or the wording of a hidden registrant. Such changes must raise no alert. Some
 * requests fail.
 */
export function createChangingWorld(
  internet: SampleInternet,
  options: { names: number; sales: number; startsAt: number; days: number; seed: number },
): ChangingWorld {
  const random = randomOf(options.seed)
  const { names, startsAt, days } = options
  const files = new Map<string, DomainFile>()
  for (let number = 0; number < names; number += 1) {
    const domain = domainOf(number)
    files.set(domain, companyFile(domain, 10_000_000 + number * 7))
  }
  for (const file of files.values()) internet.add(file)
  const domains = [...files.keys()]
  const planted = Array.from({ length: options.sales }, (_, index): Planted => {
    const domain = domains[Math.floor(((index + random()) * names) / options.sales)] ?? ''
    const at = startsAt + (2 + random() * (days - 5)) * DAY_MS
    const hidden = files.get(domain)?.registration?.privacy !== 'shown'
    const kind = SALES[index % SALES.length] ?? 'whole'
    return { domain, kind: hidden && kind === 'registrant' ? 'whole' : kind, at }
  }).sort((one, other) => one.at - other.at)
  const soldNames = new Set(planted.map(({ domain }) => domain))
  let next = 0
  let quietDay = 0

  function changeQuietly(domain: string): void {
    const file = files.get(domain)
    const zone = file?.dns?.[domain]
    if (file === undefined || zone === undefined || file.dns === undefined) return
    const draw = Math.floor(random() * 5)
    const changed = structuredClone(file)
    const record = changed.dns?.[domain]
    if (record === undefined || changed.registration === undefined) return
    if (draw === 0)
      record.A = [madeUpAddress(Math.floor(random() * 1_000), Math.floor(random() * 65_536))]
    if (draw === 1)
      record.NS = [
        `ns${3 + Math.floor(random() * 9)}.${domain}`,
        `ns${20 + Math.floor(random() * 9)}.${domain}`,
      ]
    if (draw === 2)
      record.SOA = [
        `ns1.${domain} hostmaster.${domain} ${Math.floor(random() * 1e9)} 10000 2400 604800 3600`,
      ]
    if (draw === 3 && changed.registration.privacy !== 'shown')
      changed.registration.privacy = PRIVACY[Math.floor(random() * 2)] ?? 'redacted'
    if (draw === 4 && changed.site !== undefined)
      changed.site.pages = {
        ...changed.site.pages,
        '/': `<!doctype html><title>News ${random()}</title><h1>News of the day</h1>`,
      }
    files.set(domain, changed)
    internet.replace(changed)
  }

  return {
    domains,
    planted,
    moveTo(time) {
      for (; next < planted.length && (planted[next]?.at ?? 0) <= time; next += 1) {
        const sale = planted[next]
        const before = files.get(sale?.domain ?? '')
        if (sale === undefined || before === undefined) continue
        const after = sold(before, sale.kind, next)
        files.set(sale.domain, after)
        internet.replace(after)
      }
      for (; startsAt + quietDay * DAY_MS < time; quietDay += 1) {
        for (let count = 0; count < names * QUIET_SHARE; count += 1) {
          const domain = domains[Math.floor(random() * names)] ?? ''
          if (!soldNames.has(domain)) changeQuietly(domain)
        }
      }
    },
    async fetch(request) {
      const { hostname } = new URL(request.url)
      const lot = random()
      if (DNS_SERVICES.includes(hostname)) {
        if (lot < FAILING.dns) return new Response('unavailable', { status: 503 })
      } else if (hostname.startsWith('rdap.') || hostname.includes('rdap')) {
        if (lot < FAILING.rdap) return new Response('{}', { status: 503 })
      } else if (lot < FAILING.web) {
        if (lot < FAILING.web / 2) return new Response('unavailable', { status: 503 })
        await delay(0)
        throw new TypeError('The connection was reset.')
      }
      return internet.fetch(request)
    },
  }
}
