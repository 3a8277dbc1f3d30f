import type { RegistrationTools } from '../../../../../shared/attribution/collectors/registration/ask-registries.ts'
import { lookUpRegistration } from '../../../../../shared/attribution/collectors/registration/look-up-registration.ts'
import { RDAP_BOOTSTRAP_URL } from '../../../../../shared/attribution/collectors/registration/rdap-bootstrap.ts'
import { whois as collector } from '../../../../../shared/attribution/collectors/registration/whois.ts'
import type { StoredRegistration } from '../../../../../shared/attribution/registration-tools.ts'
import type { HostLimits, Turn } from '../../../../../shared/attribution/turns.ts'
import { FetchFailure } from '../../../../../shared/platform/net/fetch-failure.ts'

export const START = Date.parse('2026-11-20T12:00:00Z')
export const RDAP = 'rdap.registry.net'
export const REGISTRAR = 'rdap.ledgerstone.net'
export const WHOIS = 'whois.verisign-grs.com'
export const DOMAIN = 'tealharbour.com'

export interface Page {
  status: number
  body?: unknown
  retryAfter?: string
  takesMs?: number
}

export const party = (role: string, property: string, value: string) => ({
  roles: [role],
  vcardArray: ['vcard', [[property, {}, 'text', value]]],
})
export const REDACTED = 'REDACTED FOR PRIVACY'
export function record(registrant: unknown, domain = DOMAIN) {
  return {
    objectClassName: 'domain',
    ldhName: domain,
    entities: [party('registrar', 'fn', 'Ledgerstone Names'), registrant].filter(Boolean),
    links: [
      {
        rel: 'related',
        type: 'application/rdap+json',
        href: `https://${REGISTRAR}/domain/${domain}`,
      },
    ],
  }
}
export const NAMED: Page = {
  status: 200,
  body: record(party('registrant', 'org', 'Teal Harbour, Inc.')),
}
export const HIDDEN: Page = { status: 200, body: record(party('registrant', 'org', REDACTED)) }
export const REFUSED: Page = { status: 429 }

/** Sample servers and a clock. A list of answers is used up one by one, and its last one stays. */
export function world(
  answers: Record<string, (Page | Error)[]>,
  whoisAnswers: Record<string, string[]> = {},
) {
  const asked: string[] = []
  const turns: string[] = []
  const refusals: [server: string, retryAfterMs: number | null][] = []
  const stored = new Map<string, StoredRegistration>()
  const brief = new Set<string>()
  let reads = 0
  const clock = { now: START }
  const next = <T>(list: T[] | undefined): T | undefined =>
    list !== undefined && list.length > 1 ? list.shift() : list?.[0]
  const fetchText = async (url: string) => {
    const { hostname } = new URL(url)
    if (url !== RDAP_BOOTSTRAP_URL) asked.push(hostname)
    const services = [[['com'], [`https://${RDAP}/`]]]
    const page =
      url === RDAP_BOOTSTRAP_URL ? { status: 200, body: { services } } : next(answers[hostname])
    if (page === undefined || page instanceof Error) throw page ?? new Error('nobody answers')
    clock.now += page.takesMs ?? 0
    const headers = new Headers(
      page.retryAfter === undefined ? {} : { 'retry-after': page.retryAfter },
    )
    const text = typeof page.body === 'string' ? page.body : JSON.stringify(page.body ?? {})
    return { url, status: page.status, headers, text, truncated: false, redirects: [] }
  }
  const limited: Record<string, Turn[]> = {}
  const registries: HostLimits = {
    async take(server, waitMsMax = Number.POSITIVE_INFINITY) {
      turns.push(server)
      const turn = next(limited[server]) ?? { allowed: true, waitedMs: 0 }
      if (!turn.allowed) return turn
      if (turn.waitedMs > waitMsMax) return { allowed: false, waitMs: turn.waitedMs }
      clock.now += turn.waitedMs
      return turn
    },
    async refused(server, retryAfterMs) {
      refusals.push([server, retryAfterMs])
    },
  }
  const tools: RegistrationTools = {
    now: () => new Date(clock.now),
    fetchUpstream: fetchText,
    fetchPage: fetchText,
    async whois(server) {
      asked.push(server)
      const answer = next(whoisAnswers[server])
      if (answer === undefined) throw new FetchFailure('refused', 'no connection')
      return new TextEncoder().encode(answer)
    },
    registries,
    registrations: {
      async read(domain) {
        reads += 1
        return stored.get(domain) ?? null
      },
      async write(domain, entry, isBrief) {
        stored.set(domain, entry)
        if (isBrief) brief.add(domain)
      },
    },
  }
  return {
    tools,
    asked,
    turns,
    refusals,
    stored,
    brief,
    clock,
    limit(server: string, ...list: Turn[]) {
      limited[server] = list
    },
    reads: () => reads,
    lookUp: (more: Partial<RegistrationTools> = {}) =>
      lookUpRegistration(DOMAIN, { ...tools, ...more }),
    collect: (depth: 'quick' | 'deep', isDown = false) =>
      collector.collect({ domain: DOMAIN, registrableDomain: DOMAIN }, {
        ...tools,
        depth,
        dns: { isDown },
      } as never),
  }
}
