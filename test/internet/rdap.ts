import ipaddr from 'ipaddr.js'
import { bootstrapFile } from './bootstrap.ts'
import type { Contents } from './contents.ts'
import type { AddressEntry } from './domain-file.ts'
import type { HostLimits } from './host-limits.ts'
import type { SampleRequest } from './messages.ts'
import { ADDRESS_REGISTRIES } from './top-level-domains.ts'
import type { World } from './world.ts'

const RETRY_AFTER_SECONDS = 2
const BOOTSTRAP_HOST = 'data.iana.org'
const addressHosts = new Map(
  Object.entries(ADDRESS_REGISTRIES).map(([name, base]) => [new URL(base).host, name]),
)

/**
 * True for an RDAP server of a registry or registrar (RFC 7480), and for the host of the bootstrap
 * files.
 */
export function isRdapHost(world: World, url: URL): boolean {
  if (url.host === BOOTSTRAP_HOST) return url.pathname.startsWith('/rdap/')
  return (
    addressHosts.has(url.host) ||
    (world.rdapHosts.has(url.host) && /\/(?:domain|nameserver|entity|help)\b/i.test(url.pathname))
  )
}

/**
 * Serves RDAP data: a bootstrap file, a domain, an IP address or an autonomous system (RFC 9082
 * section 3.1).
 */
export function answerRdap(
  contents: Contents,
  request: SampleRequest,
  limits: HostLimits,
): Response {
  const url = new URL(request.url)
  if (request.method !== 'GET' && request.method !== 'HEAD')
    return rdapError(405, 'Method Not Allowed')
  if (url.host === BOOTSTRAP_HOST) {
    const file = bootstrapFile(contents, url.pathname.slice('/rdap/'.length))
    return file ? Response.json(file) : new Response(null, { status: 404 })
  }
  if (addressHosts.has(url.host)) return addressAnswer(contents, url)
  if (limits.exceeded(url.hostname)) return refusal()
  const name = decodeURIComponent(
    /\/domain\/([^/]+)\/?$/i.exec(url.pathname)?.[1] ?? '',
  ).toLowerCase()
  return name === ''
    ? rdapError(404, 'Not Found')
    : domainAnswer(contents, url, name.replace(/\.$/, ''))
}

function domainAnswer(contents: Contents, url: URL, name: string): Response {
  const world = contents.around(name)
  const elsewhere = world.rdapObjects.get(
    `${url.origin}${url.pathname}`.toLowerCase().replace(/\.$/, ''),
  )
  if (elsewhere) return rdapObject(elsewhere)
  const file = world.domains.get(name)
  const base = world.topLevelDomains.get(name.slice(name.lastIndexOf('.') + 1))?.rdap
  const asksRegistry =
    base != null && url.href.toLowerCase().startsWith(`${base.toLowerCase()}domain/`)
  if (!file || !asksRegistry) return rdapError(404, 'Not Found')
  if (file.rdap_status === 429) return refusal()
  if (file.rdap_status !== undefined) return rdapError(file.rdap_status, 'Unavailable')
  return file.rdap ? rdapObject(file.rdap) : rdapError(404, 'Not Found')
}

function addressAnswer(contents: Contents, url: URL): Response {
  const registry = addressHosts.get(url.host)
  const [, kind, value] = /\/(ip|autnum)\/(.+?)\/?$/.exec(url.pathname) ?? []
  if (kind === 'ip' && value) {
    const address = decodeURIComponent(value).replace(/\/\d+$/, '')
    const entry = contents.world.address(address)
    return entry && entry.registry === registry
      ? rdapObject(networkObject(entry))
      : rdapError(404, 'Not Found')
  }
  const entry = kind === 'autnum' ? contents.autonomousSystem(Number(value)) : null
  return entry && entry.registry === registry
    ? rdapObject(systemObject(entry))
    : rdapError(404, 'Not Found')
}

function networkObject(entry: AddressEntry): Record<string, unknown> {
  const [base, bits] = ipaddr.parseCIDR(entry.prefix)
  const family = base.kind() === 'ipv4' ? ipaddr.IPv4 : ipaddr.IPv6
  return {
    rdapConformance: ['rdap_level_0', 'cidr0'],
    objectClassName: 'ip network',
    handle: `NET-${entry.prefix.replace(/[^0-9a-f]/gi, '-')}`,
    startAddress: family.networkAddressFromCIDR(entry.prefix).toString(),
    endAddress:
      base.kind() === 'ipv4'
        ? ipaddr.IPv4.broadcastAddressFromCIDR(entry.prefix).toString()
        : undefined,
    ipVersion: base.kind() === 'ipv4' ? 'v4' : 'v6',
    name: entry.as_name,
    country: entry.cc,
    cidr0_cidrs: [
      { [base.kind() === 'ipv4' ? 'v4prefix' : 'v6prefix']: base.toString(), length: bits },
    ],
    events: [{ eventAction: 'registration', eventDate: `${entry.allocated}T00:00:00Z` }],
    entities: [holder(entry)],
  }
}

function systemObject(entry: AddressEntry): Record<string, unknown> {
  return {
    rdapConformance: ['rdap_level_0'],
    objectClassName: 'autnum',
    handle: `AS${entry.asn}`,
    startAutnum: entry.asn,
    endAutnum: entry.asn,
    name: entry.as_name,
    country: entry.cc,
    entities: [holder(entry)],
  }
}

function holder(entry: AddressEntry): Record<string, unknown> {
  const card = [
    ['version', {}, 'text', '4.0'],
    ['fn', {}, 'text', entry.org],
    ['kind', {}, 'text', 'org'],
  ]
  return {
    objectClassName: 'entity',
    handle: `ORG-AS${entry.asn}`,
    roles: ['registrant'],
    vcardArray: ['vcard', card],
  }
}

function refusal(): Response {
  return rdapError(429, 'Too Many Requests', { 'retry-after': String(RETRY_AFTER_SECONDS) })
}

function rdapObject(object: Record<string, unknown>): Response {
  return new Response(JSON.stringify(object), {
    headers: { 'content-type': 'application/rdap+json' },
  })
}

function rdapError(
  errorCode: number,
  title: string,
  headers: Record<string, string> = {},
): Response {
  return new Response(
    JSON.stringify({ rdapConformance: ['rdap_level_0'], errorCode, title, description: [] }),
    {
      status: errorCode,
      headers: { 'content-type': 'application/rdap+json', ...headers },
    },
  )
}
