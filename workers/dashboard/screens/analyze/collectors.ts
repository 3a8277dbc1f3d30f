import type { Schemas } from '../../api/api-client.ts'

export type CollectorProgress = Schemas['CollectorProgress']
type CollectorName = CollectorProgress['name']
type CollectorStatus = CollectorProgress['status']

/** Names of the sources for the reader. The API uses the names of the collectors instead. */
const SOURCES: Record<CollectorName, string> = {
  dns: 'DNS',
  whois: 'Registration (RDAP, WHOIS)',
  http_probe: 'Web site',
  asn: 'Network of the addresses',
  rdns: 'Reverse DNS',
  live_certificate: 'TLS certificate of the site',
  certificates: 'TLS certificate logs',
  domain_index: 'Official lists of domains',
  rendered_page: 'Page as a browser shows it',
  archive: 'Archived copy of the site',
  company_register: 'Registers of companies, by number',
  legal_entity: 'Register of legal entities',
  claimed_company: 'Domains of the company that the site names',
  vision: 'Screenshot',
  llm: 'Language model',
  reverse_whois: 'Reverse WHOIS',
  enrichment: 'Company data',
}

const isCollector = (name: string): name is CollectorName => Object.hasOwn(SOURCES, name)

/** If this version of the page does not know a collector, the name from the API is shown. */
export const sourceName = (collector: string): string =>
  isCollector(collector) ? SOURCES[collector] : collector

export const STATUS_WORDS: Record<CollectorStatus, string> = {
  pending: 'waiting',
  running: 'reading',
  ok: 'read',
  empty: 'found nothing',
  failed: 'failed',
  timeout: 'took too long',
  skipped: 'not used',
}

const IS_UNCHECKED: ReadonlySet<CollectorStatus> = new Set(['failed', 'timeout'])

/** Collectors that gave no answer. Without them, the answer may be less certain. */
export const uncheckedOf = (collectors: readonly CollectorProgress[]): CollectorProgress[] =>
  collectors.filter(({ status }) => IS_UNCHECKED.has(status))

const MILLISECONDS_PER_SECOND = 1_000

/** `milliseconds` is null for a collector that has not ended. */
export function durationText(milliseconds: number | null): string {
  if (milliseconds === null) return ''
  return milliseconds < MILLISECONDS_PER_SECOND
    ? `${Math.round(milliseconds)} ms`
    : `${(milliseconds / MILLISECONDS_PER_SECOND).toFixed(1)} s`
}

const rankOf = ({ found, status }: CollectorProgress): number => {
  if (found) return 0
  if (status === 'running') return 1
  return status === 'pending' ? 2 : 3
}

/** Finds first, then the sources that are being read, then the others. */
export const byFinds = (collectors: readonly CollectorProgress[]): CollectorProgress[] =>
  collectors.toSorted((one, other) => rankOf(one) - rankOf(other))
