import { registrableOf } from '../../platform/net/url.ts'
import type { Target } from '../collector.ts'
import {
  FREE_MAIL_DOMAINS,
  MAIL_PROVIDERS,
  NAME_SERVER_PROVIDERS,
  PARKING_DOMAINS,
  REPORT_PROCESSORS,
} from '../data/provider-hosts.ts'
import type { CollectedEvidence, DnsEvidence } from '../evidence.ts'
import { isPlatformCustomer } from '../platform-customer.ts'
import { contextSignal, hintSignal } from './build-signal.ts'
import { containsInstructions } from './observed-text.ts'
import type { Signal } from './signal.ts'
import type { SignalKindName } from './signal-kinds.ts'

const RECORDS_MAX = 60

/** A name in a TXT record is usually a vendor's, so it never becomes a candidate. */
export function dnsSignals(target: Target, dns: CollectedEvidence<'dns'>): Signal[] {
  const data = dns.data
  if (data === null) return []
  const signals: Signal[] = []
  if (data.rcode === 'NXDOMAIN') signals.push(contextSignal('name_not_found', 'dns', target.domain))
  const parking = data.ns
    .map((host) => registrableOf(host))
    .find((host) => host !== null && PARKING_DOMAINS.has(host))
  if (parking !== undefined && parking !== null)
    signals.push(contextSignal('parking_name_server', 'dns', parking))
  const orders = data.txt.slice(0, RECORDS_MAX).find((text) => containsInstructions(text))
  if (orders !== undefined) signals.push(contextSignal('injected_instructions', 'dns', orders))
  if (isPlatformCustomer(target)) return signals
  for (const [kind, hosts] of groupHosts(data))
    for (const host of new Set(hosts.slice(0, RECORDS_MAX).map((name) => registrableOf(name))))
      if (host !== null && host !== target.registrableDomain && !isProvider(host))
        signals.push(hintSignal(kind, 'dns', host))
  return signals
}

const isProvider = (host: string): boolean =>
  NAME_SERVER_PROVIDERS.has(host) ||
  MAIL_PROVIDERS.has(host) ||
  REPORT_PROCESSORS.has(host) ||
  FREE_MAIL_DOMAINS.has(host) ||
  PARKING_DOMAINS.has(host) ||
  /awsdns|azure-dns|akam\.net$/u.test(host)

function groupHosts(data: DnsEvidence): [SignalKindName, string[]][] {
  return [
    ['group_name_server', data.ns],
    ['group_mail_server', data.mx.map((exchange) => exchange.host)],
    [
      'group_report_mailbox',
      [...mailboxes(data.dmarc ?? ''), ...mailboxes(data.tls_reporting ?? '')],
    ],
    ['group_zone_contact', data.soa === null ? [] : [zoneContactDomain(data.soa.rname)]],
    ['group_sender_policy', senderPolicyHosts(data.txt)],
  ]
}

// Returns the hosts of the `mailto:` addresses in a DMARC (RFC 7489) or TLS reporting (RFC 8460)
// record.
function mailboxes(record: string): string[] {
  return [...record.slice(0, 2_000).matchAll(/mailto:[^\s@,;!]{1,64}@([^\s,;!>]{1,253})/giu)].map(
    (match) => match[1] ?? '',
  )
}

// Returns the domain of the email address in a SOA record. The first dot without a backslash before
// it stands for the @ (RFC 1035 section 3.3.13).
function zoneContactDomain(rname: string): string {
  const parts = rname.split(/(?<!\\)\./u)
  return parts.slice(1).join('.')
}

function senderPolicyHosts(txt: readonly string[]): string[] {
  const policy = txt.find((text) => /^v=spf1\b/iu.test(text)) ?? ''
  return [
    ...policy.slice(0, 2_000).matchAll(/\b(?:include:|redirect=)([a-z0-9._-]{4,253})/giu),
  ].map((match) => match[1] ?? '')
}
