import { publicHostName } from '../../../platform/net/addresses.ts'
import type { FetchedText } from '../../../platform/net/fetch.ts'
import { orAbort } from '../../../platform/net/fetch-failure.ts'
import { registrableDomain } from '../../../platform/public-suffix.ts'
import type { CollectorTools } from '../../collector.ts'
import type { RegistrationRecord, WhoisEvidence } from '../../evidence.ts'
import { hostName } from './host-names.ts'
import { bareRecord, mergeRecords } from './merge-records.ts'
import { parseRdap, relatedAddress } from './parse-rdap.ts'
import { parseWhois, referralOf } from './parse-whois.ts'
import { rdapBase } from './rdap-bootstrap.ts'
import { mayBeRefusal } from './whois-outcome.ts'
import { ROOT_WHOIS_SERVER, WHOIS_SERVERS } from './whois-servers.ts'
import { decodeResponse } from './whois-text.ts'

export interface RegistrationTools
  extends Pick<CollectorTools, 'fetchUpstream' | 'fetchPage' | 'whois' | 'now'> {
  /** If absent, no request waits for a token, and WHOIS is asked after a refusal of RDAP. */
  limits?: RegistryLimits
  /** If true, the registrar and WHOIS are not asked when the registry names no registrant. */
  onlyRegistry?: boolean
}

/** Request limits for each server of a registry or registrar. Many lookups share them. */
export interface RegistryLimits {
  /** Milliseconds waited, or null if the server must not be asked now. */
  take(server: string): Promise<number | null>
  /** Reports that the server refused a request because of its own limit. */
  refused(server: string): void
}

// Shorter than the time limit of the collector. If a registrar is slow, the registry's response is
// still returned.
const LOOK_UP_MS = 6_000
const RDAP_MS_MAX = 3_500
const WHOIS_MS_MAX = 4_000
const ANSWER_MS_MIN = 400
const RDAP_BYTES_MAX = 512 * 1024
const RDAP_TYPE = 'application/rdap+json'
const WHOIS_HOPS_MAX = 2

interface Clock {
  left(): number
  // Waits for the limit of the server. The wait does not shorten the time for the lookup. False if
  // the server must not be asked.
  take(server: string): Promise<boolean>
}

function clockOf({ now, limits }: RegistrationTools): Clock {
  let end = now().getTime() + LOOK_UP_MS
  return {
    left: () => end - now().getTime(),
    async take(server) {
      const waitedMs = limits === undefined ? 0 : await limits.take(server)
      end += waitedMs ?? 0
      return waitedMs !== null
    },
  }
}

interface RdapAnswer {
  record: RegistrationRecord
  related: string | null
}

type RdapRequest = (
  url: string,
  limits: { bytesMax: number; timeoutMs: number },
) => Promise<FetchedText>

async function askRdap(
  domain: string,
  url: string,
  request: RdapRequest,
  clock: Clock,
  limits: RegistryLimits | undefined,
): Promise<RdapAnswer> {
  const server = new URL(url).hostname
  const outcome = (of: RegistrationRecord['outcome']): RdapAnswer => ({
    record: bareRecord(domain, 'rdap', [server], of),
    related: null,
  })
  if (!(await clock.take(server))) return outcome('throttled')
  const timeoutMs = Math.min(RDAP_MS_MAX, clock.left())
  if (timeoutMs < ANSWER_MS_MIN) return outcome('unavailable')
  try {
    const answer = await orAbort(
      request(url, { bytesMax: RDAP_BYTES_MAX, timeoutMs }),
      AbortSignal.timeout(timeoutMs),
    )
    if (answer.status === 404) return outcome('not_found')
    if (answer.status === 429) {
      limits?.refused(server)
      return outcome('throttled')
    }
    if (answer.status !== 200) return outcome('unavailable')
    const body: unknown = JSON.parse(answer.text)
    return { record: parseRdap(domain, server, body), related: relatedAddress(body) }
  } catch {
    // This outcome makes the caller ask WHOIS instead.
    return outcome('unavailable')
  }
}

function sameAddress(first: string, second: string): boolean {
  const key = (url: string): string =>
    `${new URL(url).hostname}${new URL(url).pathname}`.toLowerCase()
  return key(first) === key(second)
}

async function lookUpByRdap(
  domain: string,
  base: string,
  tools: RegistrationTools,
  clock: Clock,
): Promise<RegistrationRecord> {
  const url = `${base}domain/${domain}`
  // Every RDAP server answers the path "help" (RFC 9082 section 3.1.6). A request to it shows if a
  // failure is due to the server or to this domain.
  const control = { controlUrl: `${base}help`, isListedHost: true, headers: { accept: RDAP_TYPE } }
  const registry = await askRdap(
    domain,
    url,
    (at, limits) => tools.fetchUpstream(at, { ...control, ...limits }),
    clock,
    tools.limits,
  )
  const { related } = registry
  if (registry.record.outcome !== 'registered' || related === null || tools.onlyRegistry === true)
    return registry.record
  if (sameAddress(related, url) || !publicHostName(new URL(related).hostname).ok)
    return registry.record
  // The registry names the address, and a hostile registry could name an internal one. So
  // `fetchPage` is used, which allows only public hosts.
  const registrar = await askRdap(
    domain,
    related,
    (at, limits) => tools.fetchPage(at, { ...limits, accept: RDAP_TYPE, isSharedHost: true }),
    clock,
    tools.limits,
  )
  return mergeRecords(registry.record, registrar.record)
}

function queryOf(server: string, domain: string): string {
  switch (server) {
    case 'whois.denic.de':
      return `-T dn,ace ${domain}`
    case 'whois.jprs.jp':
      return `${domain}/e`
    case 'whois.verisign-grs.com':
    case 'ccwhois.verisign-grs.com':
      return `domain ${domain}`
    case 'whois.punktum.dk':
    case 'whois.dk-hostmaster.dk':
      return `--show-handles ${domain}`
    default:
      return domain
  }
}

async function askWhois(
  server: string,
  query: string,
  tools: RegistrationTools,
  clock: Clock,
): Promise<Uint8Array | null> {
  if (!(await clock.take(server))) return null
  const timeoutMs = Math.min(WHOIS_MS_MAX, clock.left())
  if (timeoutMs < ANSWER_MS_MIN) return null
  try {
    return await orAbort(tools.whois(server, query), AbortSignal.timeout(timeoutMs))
  } catch {
    return null
  }
}

// Looks up the server in our table. Generic top-level domains that are not in it use
// whois.nic.<tld> (ICANN Registry Agreement, Specification 4). Country codes have no such rule.
function tableServer(domain: string): string | null {
  const labels = domain.split('.')
  for (let from = 1; from < labels.length; from += 1) {
    const server = WHOIS_SERVERS.get(labels.slice(from).join('.'))
    if (server !== undefined) return server
  }
  const tld = labels.at(-1) ?? ''
  return tld.length > 2 ? `whois.nic.${tld}` : null
}

async function serverFromRoot(
  tld: string,
  tools: RegistrationTools,
  clock: Clock,
): Promise<string | null> {
  const answer = await askWhois(ROOT_WHOIS_SERVER, tld, tools, clock)
  if (answer === null) return null
  const line = /^(?:refer|whois):[ \t]{0,40}(\S{4,253})[ \t]*$/m.exec(decodeResponse(answer, tld))
  const host = line ? hostName(line[1] ?? '') : null
  return host !== null && publicHostName(host).ok ? host : null
}

function identifies(record: RegistrationRecord): boolean {
  return (
    record.registrant.organization !== null ||
    record.registrant.name !== null ||
    record.privacy !== 'absent'
  )
}

async function lookUpByWhois(
  domain: string,
  tools: RegistrationTools,
  clock: Clock,
): Promise<RegistrationRecord> {
  const tld = domain.split('.').at(-1) ?? ''
  let server = tableServer(domain)
  let answer =
    server === null ? null : await askWhois(server, queryOf(server, domain), tools, clock)
  if (answer === null) {
    const referred = await serverFromRoot(tld, tools, clock)
    if (referred !== null && referred !== server) {
      server = referred
      answer = await askWhois(server, queryOf(server, domain), tools, clock)
    }
  }
  if (server === null || answer === null) {
    return bareRecord(domain, 'whois', server === null ? [] : [server], 'unavailable')
  }
  const read = (host: string, bytes: Uint8Array): RegistrationRecord => {
    const parsed = parseWhois(domain, host, bytes)
    if (mayBeRefusal(parsed.outcome, decodeResponse(bytes, tld))) tools.limits?.refused(host)
    return parsed
  }
  let record = read(server, answer)
  for (let hop = 1; hop < WHOIS_HOPS_MAX; hop += 1) {
    const referral = referralOf(decodeResponse(answer, tld))
    if (record.outcome !== 'registered' || identifies(record) || referral === null) break
    if (record.servers.includes(referral) || !publicHostName(referral).ok) break
    answer = await askWhois(referral, queryOf(referral, domain), tools, clock)
    if (answer === null) break
    record = mergeRecords(record, read(referral, answer))
  }
  return record
}

function reasonForWhois(record: RegistrationRecord): string | null {
  const server = record.servers.join(', ')
  switch (record.outcome) {
    case 'not_found':
      // For a name below a suffix such as ac.uk, the answer may come from the registry of uk.
      // Another registry may know the name, so WHOIS is asked.
      return record.domain.split('.').length > 2
        ? `RDAP at ${server} does not know the name.`
        : null
    case 'reserved':
      return null
    case 'throttled':
      return `RDAP at ${server} refused for too many requests.`
    case 'unavailable':
      return `RDAP at ${server} gave no usable answer.`
    case 'registered':
      return identifies(record) ? null : `RDAP at ${server} says nothing about the registrant.`
    default:
      return record.outcome satisfies never
  }
}

/**
 * Asks RDAP first (RFC 9224). WHOIS (RFC 3912) is asked if RDAP has no server for the domain,
 * fails, or shows no registrant. At most three RDAP and four WHOIS requests. Never throws.
 */
export async function lookUpRegistration(
  domain: string,
  tools: RegistrationTools,
): Promise<WhoisEvidence> {
  const name = domain.toLowerCase()
  const registrable = registrableDomain(name) ?? name
  const tld = registrable.split('.').at(-1) ?? ''
  const clock = clockOf(tools)
  const base = await rdapBase(registrable, tools)
  const evidence = (record: RegistrationRecord, reason: string | null): WhoisEvidence => ({
    registrable_domain: registrable,
    record,
    fallback_reason: reason,
  })
  if (base.is !== 'known') {
    const reason =
      base.is === 'none'
        ? `RDAP has no server for .${tld}.`
        : 'The list of RDAP servers could not be had.'
    return evidence(await lookUpByWhois(registrable, tools, clock), reason)
  }
  const byRdap = await lookUpByRdap(registrable, base.url, tools, clock)
  const reason = reasonForWhois(byRdap)
  const isRefused = byRdap.outcome === 'throttled' && tools.limits !== undefined
  const isEnough = byRdap.outcome === 'registered' && tools.onlyRegistry === true
  if (reason === null || isRefused || isEnough) return evidence(byRdap, reason)
  const byWhois = await lookUpByWhois(registrable, tools, clock)
  if (byRdap.outcome === 'registered') return evidence(mergeRecords(byRdap, byWhois), reason)
  const better = byWhois.outcome === 'unavailable' ? byRdap : byWhois
  return evidence(
    { ...better, servers: [...new Set([...byRdap.servers, ...byWhois.servers])] },
    reason,
  )
}
