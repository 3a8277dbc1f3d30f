import { registrableOf } from '../../../platform/net/url.ts'
import type { CollectorTools, Target } from '../../collector.ts'
import { infrastructureRole } from '../../data/infrastructure-operators.ts'
import {
  CERTIFICATE_BUNDLES,
  DNS_NETWORK_WORDS,
  HOSTING_NETWORK_WORDS,
  NAME_SERVER_PROVIDERS,
} from '../../data/provider-hosts.ts'
import type { ClaimedCompanyEvidence, EvidenceSet } from '../../evidence.ts'
import { compactName } from '../../names/entity-names.ts'
import { isPlatformCustomer } from '../../platform-customer.ts'
import { CERTIFICATE_DOMAINS_MAX } from '../../signals/tls-certificate-signals.ts'
import { within } from '../probe/probe-clock.ts'

type Company = ClaimedCompanyEvidence['companies'][number]
export type Confirmation = Company['confirmations'][number]

/** Network of an address. Rejects if the DNS does not answer. */
type NetworkOf = (
  address: string,
  dns: CollectorTools['dns'],
) => Promise<{ as_name: string | null }>

const SERVERS_CHECKED_MAX = 3
const SERVERS_MS_MAX = 2_000

/**
 * Name servers of the domain if all of them are in the company's domain, and the domain has an
 * address. Only the registry's record (RDAP) counts: the holder of a zone writes its own NS
 * records, and can name servers of the company there that never answer for the domain.
 */
function serversOfCompany(companyDomain: string, { whois, dns }: EvidenceSet): string[] {
  const record = whois?.data?.record
  const servers = record?.source === 'rdap' ? record.name_servers : []
  const answers = (dns?.data?.a.length ?? 0) + (dns?.data?.aaaa.length ?? 0) > 0
  const isOwn = servers.every((server) => registrableOf(server) === companyDomain)
  return isOwn && answers && !NAME_SERVER_PROVIDERS.has(companyDomain) ? [...servers] : []
}

/**
 * Confirms by name servers. Names in the company's domain can point at the servers of a DNS service
 * (white label). An attacker who is a customer of the same service gets answers from them too, so
 * no server may be in the network of a known provider or in an unknown one. The name servers of a
 * host are those of its customers, so they confirm nothing.
 */
export async function nameServerWord(
  target: Target,
  { name, domain: companyDomain }: Pick<Company, 'name' | 'domain'>,
  { earlier, dns }: Pick<CollectorTools, 'earlier' | 'dns'>,
  networkOf: NetworkOf,
): Promise<Confirmation[]> {
  if (isPlatformCustomer(target) || infrastructureRole(compactName(name)) !== null) return []
  const servers = serversOfCompany(companyDomain, earlier)
  if (servers.length === 0) return []
  const checks = servers.slice(0, SERVERS_CHECKED_MAX).map(async (server) => {
    const [address] = (await dns.resolve(server, 'A')).values
    return address !== undefined && isOwnNetwork((await networkOf(address, dns)).as_name)
  })
  const own = await within(Promise.all(checks), SERVERS_MS_MAX)
  return own?.every((each) => each) === true
    ? [{ kind: 'name_servers', observed: `All name servers are in ${companyDomain}` }]
    : []
}

function isOwnNetwork(name: string | null): boolean {
  const upper = name?.toUpperCase() ?? null
  return (
    upper !== null &&
    ![...DNS_NETWORK_WORDS, ...HOSTING_NETWORK_WORDS].some((word) => upper.includes(word))
  )
}

interface Joint {
  names: readonly string[]
  not_before: string
  organization: string | null
}

/**
 * Confirms by a certificate that is newer than the registration and holds both domains: the
 * authority asked the holders of both. It comes from a log or, with the key proven, from the site.
 */
export function certificateWord(
  target: Target,
  companyDomain: string,
  evidence: EvidenceSet,
): Confirmation[] {
  const site = evidence.live_certificate?.data?.site
  if (site?.outcome === 'proven' && site.certificate !== null)
    if (isJoint(site.certificate, target, companyDomain, evidence))
      return [
        { kind: 'certificate', observed: `The certificate of the site holds ${companyDomain} too` },
      ]
  const logged = (evidence.certificates?.data?.certificates ?? []).find((certificate) =>
    isJoint(
      { ...certificate, organization: certificate.subject_organization },
      target,
      companyDomain,
      evidence,
    ),
  )
  return logged === undefined
    ? []
    : [{ kind: 'certificate', observed: `Certificate ${logged.id} holds both domains` }]
}

/** Confirms by the certificate that the company's own server proves. Never rejects. */
export async function companyCertificateWord(
  target: Target,
  companyDomain: string,
  { earlier, siteCertificate }: Pick<CollectorTools, 'earlier' | 'siteCertificate'>,
  timeoutMs: number,
): Promise<Confirmation[]> {
  const site = await within(siteCertificate(companyDomain), timeoutMs)
  const isProven =
    site?.outcome === 'proven' &&
    site.certificate !== null &&
    isJoint(site.certificate, target, companyDomain, earlier)
  return isProven
    ? [
        {
          kind: 'certificate',
          observed: `The certificate of ${companyDomain} holds ${target.domain} too`,
        },
      ]
    : []
}

function isJoint(
  { names, not_before, organization }: Joint,
  target: Target,
  companyDomain: string,
  { whois }: EvidenceSet,
): boolean {
  const created = Date.parse(whois?.data?.record.created_at ?? '')
  const domains = new Set(names.map((name) => registrableOf(name.replace(/^\*\./u, ''))))
  const isProvider =
    (organization !== null && infrastructureRole(compactName(organization)) !== null) ||
    [...domains].some((each) => each !== null && CERTIFICATE_BUNDLES.has(each))
  return (
    !isPlatformCustomer(target) &&
    Date.parse(not_before) >= created &&
    domains.size <= CERTIFICATE_DOMAINS_MAX &&
    holdsSite(names, companyDomain) &&
    holdsSite(names, target.registrableDomain) &&
    !isProvider
  )
}

// A company gives subdomains to customers and staff, and an attacker can take over a forgotten one,
// so a certificate for a subdomain does not come from the company.
const holdsSite = (names: readonly string[], domain: string): boolean =>
  [domain, `*.${domain}`, `www.${domain}`].some((name) => names.includes(name))
