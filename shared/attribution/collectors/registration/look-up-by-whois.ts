import { publicHostName } from '../../../platform/net/addresses.ts'
import { orAbort } from '../../../platform/net/fetch-failure.ts'
import type { RegistrationRecord } from '../../registration-record.ts'
import type { Asked, LookUp } from './ask-registries.ts'
import { hostName } from './host-names.ts'
import { bareRecord, mergeRecords } from './merge-records.ts'
import { parseWhois, referralOf } from './parse-whois.ts'
import { mayBeRefusal } from './whois-outcome.ts'
import { ROOT_WHOIS_SERVER, whoisServerOf } from './whois-servers.ts'
import { decodeResponse } from './whois-text.ts'

const WHOIS_MS_MAX = 4_000
const WHOIS_HOPS_MAX = 2

interface WhoisAnswer {
  record: RegistrationRecord
  text: string
}

const tldOf = (domain: string): string => domain.split('.').at(-1) ?? ''

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

function askWhois(
  { domain, tools, access }: LookUp,
  server: string,
  query: string,
  isBrief: boolean,
): Promise<Asked<WhoisAnswer>> {
  return access.ask<WhoisAnswer>({
    server,
    timeoutMs: WHOIS_MS_MAX,
    isBrief,
    async send(timeoutMs) {
      try {
        const bytes = await orAbort(tools.whois(server, query), AbortSignal.timeout(timeoutMs))
        const text = decodeResponse(bytes, tldOf(domain))
        const record = parseWhois(domain, server, bytes)
        if (record.outcome === 'throttled') return { is: 'refused', retryAfterMs: null }
        return { is: 'answered', answer: { record, text } }
      } catch {
        return { is: 'silent', isRepeated: false }
      }
    },
  })
}

async function serverFromRoot(lookUp: LookUp, isBrief: boolean): Promise<string | null> {
  const asked = await askWhois(lookUp, ROOT_WHOIS_SERVER, tldOf(lookUp.domain), isBrief)
  if (asked.is !== 'answered') return null
  const line = /^(?:refer|whois):[ \t]{0,40}(\S{4,253})[ \t]*$/m.exec(asked.answer.text)
  const host = line ? hostName(line[1] ?? '') : null
  return host !== null && publicHostName(host).ok ? host : null
}

/** With `isBrief`, each server is asked once, and only if its turn comes soon. */
export async function lookUpByWhois(lookUp: LookUp, isBrief = false): Promise<RegistrationRecord> {
  const { domain, tools } = lookUp
  const ask = async (host: string): Promise<Asked<WhoisAnswer>> => {
    const asked = await askWhois(lookUp, host, queryOf(host, domain), isBrief)
    // Only checks report an unclear answer. An attacker could start analyses of a domain with such
    // an answer again and again, so that no account gets answers of this server.
    if (
      tools.sparesRefused === true &&
      asked.is === 'answered' &&
      mayBeRefusal(asked.answer.record.outcome, asked.answer.text)
    )
      await tools.registries?.refused(host, null)
    return asked
  }
  let server = whoisServerOf(domain)
  let asked: Asked<WhoisAnswer> = server === null ? { is: 'silent' } : await ask(server)
  if (asked.is === 'silent') {
    const referred = await serverFromRoot(lookUp, isBrief)
    if (referred !== null && referred !== server) {
      server = referred
      asked = await ask(server)
    }
  }
  if (asked.is !== 'answered') {
    const outcome = asked.is === 'limited' ? 'throttled' : 'unavailable'
    return bareRecord(domain, 'whois', server === null ? [] : [server], outcome)
  }
  let { record, text } = asked.answer
  for (let hop = 1; hop < WHOIS_HOPS_MAX; hop += 1) {
    const referral = referralOf(text)
    if (record.outcome !== 'registered' || record.privacy !== 'absent' || referral === null) break
    if (record.servers.includes(referral) || !publicHostName(referral).ok) break
    const next = await ask(referral)
    if (next.is !== 'answered') break
    record = mergeRecords(record, next.answer.record)
    text = next.answer.text
  }
  return record
}
