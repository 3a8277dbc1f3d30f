import ipaddr from 'ipaddr.js'
import type { AddressEntry } from './domain-file.ts'

type Network = Omit<AddressEntry, 'ptr'> & {
  /**
   * Reverse DNS name of an address. `{dashes}` becomes the IP address with dashes. Null if the
   * network has no reverse names.
   */
  pointer: string | null
  /**
   * Addresses that generated companies get. Without `hosts`, no generated company is in this
   * network.
   */
  hosts?: { first: string; count: number }
}

const network = (
  prefix: string,
  asn: number,
  as_name: string,
  org: string,
  place: [cc: string, registry: string, allocated: string],
  pointer: string | null,
  hosts?: [first: string, count: number],
): Network => ({
  prefix,
  asn,
  as_name,
  org,
  cc: place[0],
  registry: place[1],
  allocated: place[2],
  pointer,
  ...(hosts ? { hosts: { first: hosts[0], count: hosts[1] } } : {}),
})

/**
 * Networks of the simulated internet. Most are real and have the data of the routing registries.
 * HALDENSEE-AS and THORNFIELD-STATE-AS are invented.
 */
export const NETWORKS: readonly Network[] = [
  network(
    '104.21.0.0/16',
    13335,
    'CLOUDFLARENET',
    'Cloudflare, Inc.',
    ['US', 'arin', '2014-03-28'],
    null,
    ['104.21.32.0', 8192],
  ),
  network(
    '172.67.0.0/16',
    13335,
    'CLOUDFLARENET',
    'Cloudflare, Inc.',
    ['US', 'arin', '2015-02-25'],
    null,
  ),
  network(
    '2606:4700::/32',
    13335,
    'CLOUDFLARENET',
    'Cloudflare, Inc.',
    ['US', 'arin', '2011-11-01'],
    null,
  ),
  network('151.101.0.0/16', 54113, 'FASTLY', 'Fastly, Inc.', ['US', 'arin', '2016-02-01'], null),
  network(
    '198.185.159.0/24',
    53831,
    'SQUARESPACE',
    'Squarespace, Inc.',
    ['US', 'arin', '2012-12-18'],
    null,
  ),
  network(
    '185.230.63.0/24',
    58182,
    'WIX_COM',
    'Wix.com Ltd.',
    ['IL', 'ripencc', '2017-11-14'],
    'unalocated.63.wixsite.com',
  ),
  network(
    '23.227.38.0/24',
    13335,
    'CLOUDFLARENET',
    'Shopify, Inc.',
    ['CA', 'arin', '2013-03-08'],
    'myshopify.com',
  ),
  network(
    '192.0.78.0/24',
    2635,
    'AUTOMATTIC',
    'Automattic, Inc',
    ['US', 'arin', '2012-11-20'],
    null,
  ),
  network(
    '78.46.0.0/15',
    24940,
    'HETZNER-AS',
    'Hetzner Online GmbH',
    ['DE', 'ripencc', '2007-03-16'],
    'static.{reverse}.clients.your-server.de',
    ['78.46.128.0', 16384],
  ),
  network(
    '136.243.0.0/16',
    24940,
    'HETZNER-AS',
    'Hetzner Online GmbH',
    ['DE', 'ripencc', '2012-12-07'],
    'static.{reverse}.clients.your-server.de',
  ),
  network(
    '51.68.0.0/16',
    16276,
    'OVH',
    'OVH SAS',
    ['FR', 'ripencc', '1994-12-21'],
    'ip{last}.ip-{dashes3}.eu',
    ['51.68.64.0', 8192],
  ),
  network(
    '213.186.33.0/24',
    16276,
    'OVH',
    'OVH SAS',
    ['FR', 'ripencc', '2000-12-06'],
    'cluster0{last}.hosting.ovh.net',
  ),
  network(
    '167.99.0.0/16',
    14061,
    'DIGITALOCEAN-ASN',
    'DigitalOcean, LLC',
    ['US', 'arin', '2017-10-18'],
    null,
    ['167.99.32.0', 16384],
  ),
  network(
    '52.48.0.0/14',
    16509,
    'AMAZON-02',
    'Amazon.com, Inc.',
    ['US', 'arin', '2015-09-02'],
    'ec2-{dashes}.eu-west-1.compute.amazonaws.com',
    ['52.48.64.0', 16384],
  ),
  network(
    '34.96.0.0/12',
    396982,
    'GOOGLE-CLOUD-PLATFORM',
    'Google LLC',
    ['US', 'arin', '2018-09-28'],
    '{reverse}.bc.googleusercontent.com',
  ),
  network('142.250.0.0/15', 15169, 'GOOGLE', 'Google LLC', ['US', 'arin', '2012-05-24'], null),
  network(
    '13.107.246.0/24',
    8075,
    'MICROSOFT-CORP-MSN-AS-BLOCK',
    'Microsoft Corporation',
    ['US', 'arin', '2015-03-26'],
    null,
  ),
  network(
    '160.153.0.0/17',
    26496,
    'AS-26496-GO-DADDY-COM-LLC',
    'GoDaddy.com, LLC',
    ['US', 'arin', '2013-06-19'],
    '{reverse}.host.secureserver.net',
    ['160.153.32.0', 8192],
  ),
  network(
    '34.102.136.180/32',
    396982,
    'GOOGLE-CLOUD-PLATFORM',
    'Google LLC',
    ['US', 'arin', '2018-09-28'],
    '180.136.102.34.bc.googleusercontent.com',
  ),
  network('199.59.243.0/24', 16509, 'AMAZON-02', 'Bodis, LLC', ['US', 'arin', '2013-03-12'], null),
  network(
    '185.53.176.0/22',
    61969,
    'TEAMINTERNET-AS',
    'Team Internet AG',
    ['DE', 'ripencc', '2014-03-20'],
    null,
  ),
  network(
    '217.160.0.0/16',
    8560,
    'IONOS-AS',
    'IONOS SE',
    ['DE', 'ripencc', '2000-11-06'],
    '{dashes}.elastic-ssl.ui-r.com',
  ),
  network(
    '62.149.128.0/19',
    31034,
    'ARUBA-ASN',
    'Aruba S.p.A.',
    ['IT', 'ripencc', '2000-03-02'],
    'webx{last}.aruba.it',
  ),
  network(
    '219.94.128.0/17',
    9371,
    'SAKURA-C',
    'SAKURA Internet Inc.',
    ['JP', 'apnic', '2006-04-27'],
    'www{last}.sakura.ne.jp',
  ),
  network(
    '194.58.112.0/21',
    197695,
    'AS-REG',
    'Domain names registrar REG.RU, Ltd',
    ['RU', 'ripencc', '1997-12-04'],
    'server{last}.hosting.reg.ru',
  ),
  network(
    '195.8.222.0/23',
    12989,
    'FASTHOSTS-UK',
    'Fasthosts Internet Limited',
    ['GB', 'ripencc', '1999-07-01'],
    null,
  ),
  network(
    '185.199.108.0/22',
    54113,
    'FASTLY',
    'GitHub, Inc.',
    ['US', 'ripencc', '2017-07-26'],
    'cdn-185-199-{last}.github.com',
  ),
  network(
    '193.34.76.0/22',
    219871,
    'HALDENSEE-AS',
    'Haldensee Instrumente AG',
    ['CH', 'ripencc', '2016-05-11'],
    'host{last}.haldensee.ch',
  ),
  network(
    '130.209.240.0/20',
    786,
    'JANET',
    'Jisc Services Limited',
    ['GB', 'ripencc', '1993-09-01'],
    null,
  ),
  network(
    '144.92.224.0/20',
    402311,
    'THORNFIELD-STATE-AS',
    'Thornfield State University',
    ['US', 'arin', '1990-11-26'],
    'web{last}.thornfield.edu',
  ),
  network('5.45.192.0/18', 13238, 'YANDEX', 'YANDEX LLC', ['RU', 'ripencc', '2012-07-12'], null),
]

const prefixes = NETWORKS.map((entry) => ({ entry, range: ipaddr.parseCIDR(entry.prefix) }))

/** Returns the smallest network that contains the address, or null. */
export function networkOf(address: string): AddressEntry | null {
  if (!ipaddr.isValid(address)) return null
  const parsed = ipaddr.parse(address)
  let best: (typeof prefixes)[number] | undefined
  for (const candidate of prefixes) {
    const [base, bits] = candidate.range
    if (base.kind() !== parsed.kind() || !parsed.match(base, bits)) continue
    if (!best || bits > best.range[1]) best = candidate
  }
  if (!best) return null
  const { pointer, hosts: _, ...entry } = best.entry
  return {
    ...entry,
    ptr: pointer && parsed.kind() === 'ipv4' ? pointerName(pointer, address) : null,
  }
}

/**
 * Returns an address for a generated company. `which` selects the network, and `host` selects the
 * address in this network.
 */
export function madeUpAddress(which: number, host: number): string {
  const roomy = NETWORKS.flatMap((entry) => (entry.hosts ? [entry.hosts] : []))
  const pool = roomy[which % roomy.length] ?? { first: '167.99.32.0', count: 1 }
  const [a = 0, b = 0, c = 0, d = 0] = ipaddr.IPv4.parse(pool.first).toByteArray()
  const value = ((a << 24) | (b << 16) | (c << 8) | d) >>> 0
  const picked = (value + (host % pool.count)) >>> 0
  return [picked >>> 24, (picked >>> 16) & 255, (picked >>> 8) & 255, picked & 255].join('.')
}

function pointerName(pattern: string, address: string): string {
  const parts = address.split('.')
  return pattern
    .replace('{reverse}', parts.toReversed().join('.'))
    .replace('{dashes3}', parts.slice(0, 3).join('-'))
    .replace('{dashes}', parts.join('-'))
    .replace('{last}', parts[3] ?? '0')
}
