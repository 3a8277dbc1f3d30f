import { parseDate } from '../../../shared/attribution/collectors/registration/dates.ts'
import { classifyRegistrant } from '../../../shared/attribution/collectors/registration/judge-registrant.ts'
import { factsOf, type Sources } from '../../../shared/monitors/fingerprint.ts'
import { judgeReading, type NameState } from '../../../shared/monitors/judge-reading.ts'
import type { Facts, Resolver } from './facts.ts'
import { type Judge, otherResolver } from './player.ts'

const CONFIRM_SECONDS = [900, 3_600] as const

function registrationOf({ registration }: Facts): Sources['registration'] {
  const judged = classifyRegistrant(registration.registrant)
  return {
    domain: 'example.com',
    outcome: registration.outcome,
    ...judged,
    registrar: { ...registration.registrar, url: null, abuse_email: null, abuse_phone: null },
    name_servers: registration.name_servers,
    statuses: registration.statuses,
    created_at: registration.created === null ? null : parseDate(registration.created),
    updated_at: null,
    expires_at: registration.expires === null ? null : parseDate(registration.expires),
    dnssec: null,
    source: registration.source,
    servers: [],
  }
}

const known = <Value>(answer: Value | 'failed'): Value | null =>
  answer === 'failed' ? null : answer

function sourcesOf(facts: Facts): Sources {
  const { dns, web } = facts
  const isRead = web.outcome === 'reached' && (web.status ?? 500) < 500 && web.final_url !== null
  const isParked = web.placeholder === 'parked' || web.placeholder === 'for_sale'
  return {
    registration: registrationOf(facts),
    dns:
      dns.rcode === 'NOERROR' || dns.rcode === 'NXDOMAIN'
        ? {
            rcode: dns.rcode,
            nameservers: known(dns.ns),
            primaryNameserver: known(dns.soa),
            mailHosts: known(dns.mx),
            cnameChain: dns.cname,
          }
        : null,
    web: isRead ? { finalUrl: web.final_url ?? '', isParked } : null,
    networks: dns.rcode === 'NOERROR' ? known(facts.networks) : null,
    certificateOrganization: known(facts.certificate),
  }
}

interface KnownName {
  /** Host of the first web page that a reading reached. */
  domain: string | null
  name: NameState
}

/** Judges recorded sequences with the code that the service uses. */
export const READING_JUDGE: Judge<KnownName> = {
  judge(known, facts, at, resolver) {
    const { final_url: url } = facts.web
    const domain = known?.domain ?? (url === null ? null : new URL(url).hostname)
    const read = factsOf(domain ?? 'example.com', sourcesOf(facts))
    const { state, change, confirm } = judgeReading(
      known?.name ?? null,
      { facts: read, at, resolver },
      CONFIRM_SECONDS,
    )
    return {
      state: { domain, name: state },
      kinds: change?.kinds ?? [],
      confirm:
        confirm === null
          ? null
          : { at: confirm.at, resolver: otherResolver(confirm.without as Resolver) },
    }
  },
}
