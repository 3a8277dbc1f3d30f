import type { StatedRegistrant } from '../../../shared/attribution/collectors/registration/judge-registrant.ts'
import type { HttpProbeEvidence } from '../../../shared/attribution/page-evidence.ts'
import type { RegistrationRecord } from '../../../shared/attribution/registration-record.ts'

export interface RegistrationFacts {
  outcome: RegistrationRecord['outcome']
  source: RegistrationRecord['source']
  registrar: { name: string | null; iana_id: string | null }
  registrant: StatedRegistrant
  /** Date as the registry writes it, with the time zone of the registry. */
  created: string | null
  expires: string | null
  statuses: string[]
  name_servers: string[]
}

/** "failed" means that the server answered SERVFAIL or did not answer in time. */
type Answered<Value> = Value | 'failed'

export interface DnsFacts {
  rcode: 'NOERROR' | 'NXDOMAIN' | 'SERVFAIL' | 'TIMEOUT'
  ns: Answered<string[]>
  soa: Answered<string | null>
  mx: Answered<string[]>
  cname: string[]
  www_cname: string[]
  addresses: Answered<string[]>
  txt: string[]
  dmarc: string | null
}

export interface WebFacts {
  outcome: HttpProbeEvidence['outcome']
  status: number | null
  final_url: string | null
  placeholder: 'parked' | 'for_sale' | 'default_page' | 'under_construction' | 'suspended' | null
}

/** All facts that one reading of a domain can find. */
export interface Facts {
  registration: RegistrationFacts
  dns: DnsFacts
  web: WebFacts
  /**
   * AS numbers of the domain's IP addresses. "failed": the service that looks them up did not
   * answer.
   */
  networks: Answered<number[]>
  /**
   * Organisation in the TLS certificate. Null: the certificate names none. "failed": the
   * certificate was not read.
   */
  certificate: Answered<string | null>
}

export interface FactsPatch {
  registration?: Partial<RegistrationFacts>
  dns?: Partial<DnsFacts>
  web?: Partial<WebFacts>
  networks?: Facts['networks']
  certificate?: Facts['certificate']
}

export function patched(facts: Facts, patch: FactsPatch): Facts {
  return {
    registration: { ...facts.registration, ...patch.registration },
    dns: { ...facts.dns, ...patch.dns },
    web: { ...facts.web, ...patch.web },
    networks: patch.networks ?? facts.networks,
    certificate: patch.certificate === undefined ? facts.certificate : patch.certificate,
  }
}

export const RESOLVERS = ['cloudflare-dns.com', 'dns.google'] as const
export type Resolver = (typeof RESOLVERS)[number]

/**
 * Facts that differ from the first facts from `from_hour` until `until_hour`. Hours are counted
 * from the first reading.
 */
export interface Episode {
  from_hour: number
  until_hour: number
  /** Only this resolver gets the changed facts. Null: both resolvers get them. */
  resolver: Resolver | null
  facts: FactsPatch
}

const DAY_HOURS = 24
/**
 * Hours between a reading and the beginning or end of an episode. This time is shorter than the
 * wait before a second reading.
 */
const ONE_READING_HOURS = 0.1

/** The facts change shortly before the reading of `day` and never change back. */
export const from = (day: number, facts: FactsPatch): Episode => ({
  from_hour: day * DAY_HOURS - 1,
  until_hour: Number.POSITIVE_INFINITY,
  resolver: null,
  facts,
})

/**
 * The facts differ in each day's reading from `firstDay` on. They change back before the reading of
 * `lastDay`.
 */
export const during = (firstDay: number, lastDay: number, facts: FactsPatch): Episode => ({
  from_hour: firstDay * DAY_HOURS - 1,
  until_hour: lastDay * DAY_HOURS - 1,
  resolver: null,
  facts,
})

/**
 * The facts differ only in the reading of `day`. A second reading some minutes later does not see
 * the difference.
 */
export const once = (day: number, facts: FactsPatch): Episode => ({
  from_hour: day * DAY_HOURS - ONE_READING_HOURS,
  until_hour: day * DAY_HOURS + ONE_READING_HOURS,
  resolver: null,
  facts,
})

/**
 * The facts are unchanged in the reading of `day`. They differ in each reading of the two hours
 * after it.
 */
export const rightAfter = (day: number, facts: FactsPatch): Episode => ({
  from_hour: day * DAY_HOURS + ONE_READING_HOURS,
  until_hour: day * DAY_HOURS + 2,
  resolver: null,
  facts,
})

export const by = (resolver: Resolver, episode: Episode): Episode => ({ ...episode, resolver })

export function factsAt(
  first: Facts,
  episodes: readonly Episode[],
  hour: number,
  resolver: Resolver,
): Facts {
  return episodes
    .filter((episode) => hour >= episode.from_hour && hour < episode.until_hour)
    .filter((episode) => episode.resolver === null || episode.resolver === resolver)
    .reduce((facts, episode) => patched(facts, episode.facts), first)
}
