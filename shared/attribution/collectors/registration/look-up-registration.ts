import { publicHostName } from '../../../platform/net/addresses.ts'
import type { FetchedText } from '../../../platform/net/fetch.ts'
import { FetchFailure, orAbort } from '../../../platform/net/fetch-failure.ts'
import { registrableDomain } from '../../../platform/public-suffix.ts'
import type { WhoisEvidence } from '../../evidence.ts'
import type { RegistrationRecord } from '../../registration-record.ts'
import type { StoredRegistration } from '../../registration-tools.ts'
import {
  accessRegistries,
  type Limit,
  type LookUp,
  type RegistrationTools,
} from './ask-registries.ts'
import { lookUpByWhois } from './look-up-by-whois.ts'
import { bareRecord, mergeRecords } from './merge-records.ts'
import { rdapBase } from './rdap-bootstrap.ts'
import { type RdapAnswer, readRdapReply } from './read-rdap-reply.ts'

export interface Registration {
  evidence: WhoisEvidence
  /** Time of the answer, which may come from the cache. */
  collectedAt: string
  /** Set if there is no answer, because a server limits our questions. */
  limit: Limit | null
}

const RDAP_MS_MAX = 3_500
const RDAP_BYTES_MAX = 512 * 1024
const RDAP_TYPE = 'application/rdap+json'

type RdapRequest = (
  url: string,
  limits: { bytesMax: number; timeoutMs: number },
) => Promise<FetchedText>

async function askRdap(
  { domain, tools, access }: LookUp,
  url: string,
  request: RdapRequest,
): Promise<RdapAnswer> {
  const server = new URL(url).hostname
  const asked = await access.ask<RdapAnswer>({
    server,
    timeoutMs: RDAP_MS_MAX,
    async send(timeoutMs) {
      try {
        const answer = await orAbort(
          request(url, { bytesMax: RDAP_BYTES_MAX, timeoutMs }),
          AbortSignal.timeout(timeoutMs),
        )
        return readRdapReply(domain, server, answer, tools.now())
      } catch (error) {
        const isRepeated = error instanceof FetchFailure && error.reason === 'refused'
        return { is: 'silent', isRepeated }
      }
    },
  })
  if (asked.is === 'answered') return asked.answer
  const outcome = asked.is === 'limited' ? 'throttled' : 'unavailable'
  return { record: bareRecord(domain, 'rdap', [server], outcome), related: null }
}

function sameAddress(first: string, second: string): boolean {
  const key = (url: string): string =>
    `${new URL(url).hostname}${new URL(url).pathname}`.toLowerCase()
  return key(first) === key(second)
}

async function lookUpByRdap(lookUp: LookUp, base: string): Promise<RegistrationRecord> {
  const { domain, tools } = lookUp
  const url = `${base}domain/${domain}`
  // Every RDAP server answers the path "help" (RFC 9082 section 3.1.6). A request to it shows if a
  // failure is due to the server or to this domain.
  const control = {
    controlUrl: `${base}help`,
    isListedHost: true,
    isLimited: true,
    headers: { accept: RDAP_TYPE },
  }
  const { record, related } = await askRdap(lookUp, url, (at, limits) =>
    tools.fetchUpstream(at, { ...control, ...limits }),
  )
  if (record.outcome !== 'registered' || related === null || tools.onlyRegistry === true)
    return record
  if (namesRegistrant(record) || sameAddress(related, url)) return record
  if (!publicHostName(new URL(related).hostname).ok) return record
  // The registry names the address, and a hostile registry could name an internal one. So
  // `fetchPage` is used, which allows only public hosts.
  const registrar = await askRdap(lookUp, related, (at, limits) =>
    tools.fetchPage(at, { ...limits, accept: RDAP_TYPE, isSharedHost: true }),
  )
  return mergeRecords(record, registrar.record)
}

const namesRegistrant = ({ registrant, privacy }: RegistrationRecord): boolean =>
  privacy === 'none' && (registrant.organization !== null || registrant.name !== null)

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
      return `RDAP at ${server} limits our questions.`
    case 'unavailable':
      return `RDAP at ${server} gave no usable answer.`
    case 'registered':
      return record.privacy !== 'absent'
        ? null
        : `RDAP at ${server} says nothing about the registrant.`
    default:
      return record.outcome satisfies never
  }
}

async function lookUpByAny(lookUp: LookUp): Promise<WhoisEvidence> {
  const { domain, tools } = lookUp
  const evidence = (record: RegistrationRecord, reason: string | null): WhoisEvidence => ({
    registrable_domain: domain,
    record,
    fallback_reason: reason,
  })
  const base = await rdapBase(domain, tools)
  if (base.is !== 'known') {
    const reason =
      base.is === 'none'
        ? `RDAP has no server for .${domain.split('.').at(-1)}.`
        : 'The list of RDAP servers could not be had.'
    return evidence(await lookUpByWhois(lookUp), reason)
  }
  const byRdap = await lookUpByRdap(lookUp, base.url)
  const reason = reasonForWhois(byRdap)
  const isRefused = byRdap.outcome === 'throttled'
  const isEnough = byRdap.outcome === 'registered' && tools.onlyRegistry === true
  if (reason === null || isEnough || (isRefused && tools.sparesRefused === true))
    return evidence(byRdap, reason)
  // WHOIS servers count questions on their own, so WHOIS may answer while RDAP refuses. It is asked
  // once, because both are servers of one registry.
  const byWhois = await lookUpByWhois(lookUp, isRefused)
  if (byRdap.outcome === 'registered') return evidence(mergeRecords(byRdap, byWhois), reason)
  const better = byWhois.outcome === 'unavailable' ? byRdap : byWhois
  return evidence(
    { ...better, servers: [...new Set([...byRdap.servers, ...byWhois.servers])] },
    reason,
  )
}

async function readStored(
  domain: string,
  { now, registrations, registrationAgeMsMax = Number.MAX_SAFE_INTEGER }: RegistrationTools,
): Promise<StoredRegistration | null> {
  if (registrationAgeMsMax <= 0) return null
  const stored = (await registrations?.read(domain)) ?? null
  if (stored === null) return null
  const ageMs = now().getTime() - Date.parse(stored.collectedAt)
  return ageMs <= registrationAgeMsMax ? stored : null
}

async function store(
  { domain, tools, access }: LookUp,
  { evidence, collectedAt }: Registration,
): Promise<void> {
  const { record } = evidence
  if (!CONCLUSIVE.has(record.outcome)) return
  const isHidden = record.outcome === 'registered' && !namesRegistrant(record)
  if (isHidden && tools.onlyRegistry === true) return
  // A name may be registered at any moment, and a registrar that did not answer may do so soon.
  const isBrief = record.outcome === 'not_found' || (isHidden && access.isIncomplete)
  await tools.registrations?.write(domain, { evidence, collectedAt }, isBrief)
}

const CONCLUSIVE = new Set<RegistrationRecord['outcome']>(['registered', 'reserved', 'not_found'])

/**
 * Uses a cached answer, or asks RDAP (RFC 9224). WHOIS (RFC 3912) is asked if RDAP has no server
 * for the domain, fails, or shows no registrant. The registrar is asked only if the registry hides
 * the registrant. At most two RDAP and four WHOIS servers. Never throws.
 */
export async function lookUpRegistration(
  input: string,
  tools: RegistrationTools,
): Promise<Registration> {
  const name = input.toLowerCase()
  const domain = registrableDomain(name) ?? name
  const stored = await readStored(domain, tools)
  if (stored !== null) return { ...stored, limit: null }
  const access = accessRegistries(tools, () => readStored(domain, tools))
  const lookUp = { domain, tools, access }
  const evidence = await lookUpByAny(lookUp)
  if (access.known !== null) return { ...access.known, limit: null }
  const limit = CONCLUSIVE.has(evidence.record.outcome) ? null : access.limit
  const registration = { evidence, collectedAt: tools.now().toISOString(), limit }
  await store(lookUp, registration)
  return registration
}
