import { lines } from '../../platform/multiline.ts'
import { registrableOf } from '../../platform/net/url.ts'
import type { Target } from '../collector.ts'
import { NAME_SERVER_PROVIDERS, PARKING_DOMAINS } from '../data/provider-hosts.ts'
import type { DnsEvidence, EvidenceSet } from '../evidence.ts'
import { isPlatformCustomer } from '../platform-customer.ts'
import { linkSignal } from './build-signal.ts'
import type { Signal } from './signal.ts'

const IDENTIFIERS_PER_SOURCE_MAX = 60
const TOKEN_LENGTH_MIN = 6

// Example ids in documentation and themes, such as "UA-XXXXX". Unrelated sites copy them, so they
// link nothing.
const PLACEHOLDER = new RegExp(
  lines`
    ^(?:ua-?|g-?|gtm-?|aw-?|ca-pub-|pub-|\+|fb:)?(?:x+|0+|1+|9+|1234567?8?9?0*|12345-\d|
    123456-\d|your.*|example.*|test|measurement_id|tracking_id|xxxxx.*|null|undefined)$
  `,
  'iu',
)
const REPEATED = /(?:^|\D)(\d)\1{4,}(?:\D|$)/u
const EXAMPLE_PHONE = /^\+?1?\D*(?:\d{1,3}\D*)?555\D*01\d{2}$/u

function isRare(kind: string, value: string): boolean {
  if (value.length < TOKEN_LENGTH_MIN || PLACEHOLDER.test(value) || REPEATED.test(value))
    return false
  return kind !== 'phone' || !EXAMPLE_PHONE.test(value)
}

/** Values of examples and of large providers are left out, because unrelated sites share them. */
export function linkSignals(target: Target, evidence: EvidenceSet): Signal[] {
  const signals: Signal[] = []
  const data = evidence.http_probe?.data ?? null
  const landing = data?.final_url == null ? null : registrableOf(data.final_url)
  const own = landing === null || landing === target.registrableDomain
  if (data !== null && own && data.placeholder === null) {
    for (const page of data.pages.slice(0, 12)) {
      for (const { kind, value } of [...page.tracking, ...page.identifiers].slice(
        0,
        IDENTIFIERS_PER_SOURCE_MAX,
      ))
        if (isRare(kind, value)) signals.push(linkSignal('http_probe', kind, value))
      for (const handle of page.social.slice(0, 20))
        signals.push(linkSignal('http_probe', 'social', handle))
    }
    if (data.favicon_hash !== null && data.site_builder === null)
      signals.push(linkSignal('http_probe', 'favicon', data.favicon_hash))
    for (const name of data.app_links?.apple_team_ids ?? [])
      signals.push(linkSignal('http_probe', 'apple_team', name))
    for (const name of data.app_links?.android_certificates ?? [])
      signals.push(linkSignal('http_probe', 'android_certificate', name))
    for (const { system, seller_id } of (data.ads_txt?.direct ?? []).slice(
      0,
      IDENTIFIERS_PER_SOURCE_MAX,
    ))
      if (isRare('seller', seller_id))
        signals.push(linkSignal('http_probe', 'seller', `${system}:${seller_id}`))
  }
  signals.push(...dnsLinks(target, evidence))
  const seen = new Set<string>()
  return signals.filter((signal) => {
    const key = signal.identifier ?? ''
    if (seen.has(key)) return false
    seen.add(key)
    return true
  })
}

const VERIFICATION = new RegExp(
  lines`
    ^(?<vendor>[a-z0-9._-]{2,40}?)(?:-(?:site|domain))?-verification(?:-code)?[=:_]\s*
    (?<token>\S{8,120})$
  `,
  'iu',
)

function dnsLinks(target: Target, evidence: EvidenceSet): Signal[] {
  const dns = evidence.dns?.data ?? null
  if (dns === null) return []
  const signals: Signal[] = []
  for (const text of dns.txt.slice(0, IDENTIFIERS_PER_SOURCE_MAX)) {
    const found = VERIFICATION.exec(text.trim())?.groups
    const token = found?.token ?? (/^MS=ms\d{6,}$/u.test(text.trim()) ? text.trim() : undefined)
    if (token !== undefined)
      signals.push(
        linkSignal('dns', `verification_${(found?.vendor ?? 'microsoft').toLowerCase()}`, token),
      )
  }
  for (const account of dns.caa.slice(0, IDENTIFIERS_PER_SOURCE_MAX).flatMap(caaAccount))
    signals.push(linkSignal('dns', 'caa_account', account))
  // The zone of a platform's customer is the platform's.
  if (isPlatformCustomer(target)) return signals
  const servers = dns.ns.map((host) => registrableOf(host))
  const unusual = servers.every(
    (host) =>
      host !== null &&
      !NAME_SERVER_PROVIDERS.has(host) &&
      !PARKING_DOMAINS.has(host) &&
      !/awsdns|azure-dns/u.test(host),
  )
  if (unusual && dns.ns.length > 0)
    signals.push(linkSignal('dns', 'name_servers', [...dns.ns].sort().join(' ')))
  return signals
}

const ACCOUNT_LENGTH_MAX = 180
const PARAMETERS_MAX = 10
const ACCOUNT = /^accounturi=https:\/\/\S/u

// Parameter "accounturi" of a CAA record (RFC 8657 section 3). Only the holder of this account may
// get certificates for the domain. Anybody can copy the record, so the link is copyable.
function caaAccount({ tag, value }: DnsEvidence['caa'][number]): string[] {
  if (tag !== 'issue' && tag !== 'issuewild') return []
  const parameters = value.split(';', PARAMETERS_MAX).slice(1)
  const account = parameters.map((each) => each.trim()).find((each) => ACCOUNT.test(each))
  const uri = account?.slice(account.indexOf('=') + 1).trim() ?? ''
  return uri.length > TOKEN_LENGTH_MIN && uri.length <= ACCOUNT_LENGTH_MAX ? [uri] : []
}
