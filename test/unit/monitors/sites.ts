import { type Facts, type FactsPatch, patched } from './facts.ts'

/** Every sequence begins at this time. The dates of the sites below are chosen to fit it. */
export const FIRST_READING_AT = Date.parse('2026-01-05T06:00:00Z')

const AWS_NAME_SERVERS = [
  'ns-421.awsdns-52.com',
  'ns-973.awsdns-57.net',
  'ns-1302.awsdns-34.org',
  'ns-1891.awsdns-44.co.uk',
]

/**
 * A company with the registrar MarkMonitor, and with Route 53, CloudFront and Microsoft 365. The
 * registry shows the registrant.
 */
export const COMPANY: Facts = {
  registration: {
    outcome: 'registered',
    source: 'rdap',
    registrar: { name: 'MarkMonitor Inc.', iana_id: '292' },
    registrant: {
      organization: 'Teal Harbour Shipping Ltd',
      name: 'Domain Administrator',
      country: 'GB',
    },
    created: '1998-03-02T05:00:00Z',
    expires: '2028-03-01T05:00:00Z',
    statuses: [
      'client delete prohibited',
      'client transfer prohibited',
      'client update prohibited',
      'server delete prohibited',
    ],
    name_servers: AWS_NAME_SERVERS,
  },
  dns: {
    rcode: 'NOERROR',
    ns: AWS_NAME_SERVERS,
    soa: 'ns-421.awsdns-52.com',
    mx: ['tealharbour-com.mail.protection.outlook.com'],
    cname: [],
    www_cname: ['d3k1abcdefgh12.cloudfront.net'],
    addresses: ['13.224.189.10', '13.224.189.41', '13.224.189.77', '13.224.189.99'],
    txt: ['v=spf1 include:spf.protection.outlook.com -all', 'MS=ms12345678'],
    dmarc: 'v=DMARC1; p=none; rua=mailto:dmarc@tealharbour.com',
  },
  web: {
    outcome: 'reached',
    status: 200,
    final_url: 'https://www.tealharbour.com/',
    placeholder: null,
  },
  networks: [16509],
  certificate: 'Teal Harbour Shipping Ltd',
}

const NAMECHEAP_NAME_SERVERS = ['dns1.registrar-servers.com', 'dns2.registrar-servers.com']

/**
 * A small shop with the registrar Namecheap and its free privacy service, shared hosting and a free
 * certificate.
 */
export const SHOP: Facts = {
  registration: {
    outcome: 'registered',
    source: 'rdap',
    registrar: { name: 'NameCheap, Inc.', iana_id: '1068' },
    registrant: {
      organization: 'Privacy service provided by Withheld for Privacy ehf',
      name: 'Redacted for Privacy',
      country: 'IS',
      email: '4f1c@withheldforprivacy.com',
    },
    created: '2019-06-11T14:03:22Z',
    expires: '2027-06-11T14:03:22Z',
    statuses: ['client transfer prohibited'],
    name_servers: NAMECHEAP_NAME_SERVERS,
  },
  dns: {
    rcode: 'NOERROR',
    ns: NAMECHEAP_NAME_SERVERS,
    soa: 'dns1.registrar-servers.com',
    mx: ['eforward1.registrar-servers.com', 'eforward2.registrar-servers.com'],
    cname: [],
    www_cname: [],
    addresses: ['162.0.229.100'],
    txt: ['v=spf1 include:spf.efwd.registrar-servers.com ~all'],
    dmarc: null,
  },
  web: {
    outcome: 'reached',
    status: 200,
    final_url: 'https://fernmoss-candles.com/',
    placeholder: null,
  },
  networks: [22612],
  certificate: null,
}

const GODADDY_NAME_SERVERS = ['ns11.domaincontrol.com', 'ns12.domaincontrol.com']

/**
 * A trade business with the registrar GoDaddy. The privacy service Domains By Proxy hides the
 * registrant.
 */
export const TRADE: Facts = {
  registration: {
    outcome: 'registered',
    source: 'rdap',
    registrar: { name: 'GoDaddy.com, LLC', iana_id: '146' },
    registrant: {
      organization: 'Domains By Proxy, LLC',
      name: 'Registration Private',
      country: 'US',
    },
    created: '2011-09-20T18:44:10Z',
    expires: '2027-09-20T18:44:10Z',
    statuses: [
      'client delete prohibited',
      'client renew prohibited',
      'client transfer prohibited',
      'client update prohibited',
    ],
    name_servers: GODADDY_NAME_SERVERS,
  },
  dns: {
    rcode: 'NOERROR',
    ns: GODADDY_NAME_SERVERS,
    soa: 'ns11.domaincontrol.com',
    mx: ['smtp.secureserver.net', 'mailstore1.secureserver.net'],
    cname: [],
    www_cname: ['oakridge-roofing.com'],
    addresses: ['160.153.0.17'],
    txt: ['v=spf1 include:secureserver.net -all'],
    dmarc: null,
  },
  web: {
    outcome: 'reached',
    status: 200,
    final_url: 'https://oakridge-roofing.com/',
    placeholder: null,
  },
  networks: [21501],
  certificate: null,
}

const CLOUDFLARE_NAME_SERVERS = ['ada.ns.cloudflare.com', 'rick.ns.cloudflare.com']

/**
 * A magazine with Cloudflare as registrar, DNS provider and proxy. The registration hides the
 * registrant.
 */
export const MAGAZINE: Facts = {
  registration: {
    outcome: 'registered',
    source: 'rdap',
    registrar: { name: 'Cloudflare, Inc.', iana_id: '1910' },
    registrant: {
      organization: 'DATA REDACTED',
      name: 'DATA REDACTED',
      country: 'US',
      withheld: true,
    },
    created: '2015-02-17T09:30:01Z',
    expires: '2027-02-17T09:30:01Z',
    statuses: ['client transfer prohibited'],
    name_servers: CLOUDFLARE_NAME_SERVERS,
  },
  dns: {
    rcode: 'NOERROR',
    ns: CLOUDFLARE_NAME_SERVERS,
    soa: 'ada.ns.cloudflare.com',
    mx: ['aspmx.l.google.com', 'alt1.aspmx.l.google.com'],
    cname: [],
    www_cname: [],
    addresses: ['104.21.14.101', '172.67.158.42'],
    txt: ['v=spf1 include:_spf.google.com ~all'],
    dmarc: 'v=DMARC1; p=quarantine',
  },
  web: {
    outcome: 'reached',
    status: 200,
    final_url: 'https://saltlamp-magazine.com/',
    placeholder: null,
  },
  networks: [13335],
  certificate: null,
}

const IONOS_NAME_SERVERS = [
  'ns1041.ui-dns.biz',
  'ns1042.ui-dns.com',
  'ns1071.ui-dns.de',
  'ns1088.ui-dns.org',
]

/**
 * A German workshop at IONOS. The registry DENIC shows no registrar, no registrant and no dates.
 */
export const WORKSHOP: Facts = {
  registration: {
    outcome: 'registered',
    source: 'rdap',
    registrar: { name: null, iana_id: null },
    registrant: {},
    created: null,
    expires: null,
    statuses: ['active'],
    name_servers: IONOS_NAME_SERVERS,
  },
  dns: {
    rcode: 'NOERROR',
    ns: IONOS_NAME_SERVERS,
    soa: 'ns1041.ui-dns.biz',
    mx: ['mx00.ionos.de', 'mx01.ionos.de'],
    cname: [],
    www_cname: [],
    addresses: ['217.160.0.187', '2001:8d8:100f:f000::2a1'],
    txt: ['v=spf1 include:_spf-eu.ionos.com ~all'],
    dmarc: null,
  },
  web: {
    outcome: 'reached',
    status: 200,
    final_url: 'https://www.holzwerk-lindner.de/',
    placeholder: null,
  },
  networks: [8560],
  certificate: null,
}

/** A British charity. The registry Nominet gives the registrar's tag, not its IANA id. */
export const CHARITY: Facts = patched(COMPANY, {
  registration: {
    source: 'whois',
    registrar: { name: '123-Reg Limited t/a 123-reg [Tag = 123-REG]', iana_id: null },
    registrant: { organization: 'Marram Coast Trust', name: null, country: 'GB' },
    created: '14-May-2003',
    expires: '14-May-2027',
    statuses: ['Registered until expiry date.'],
    name_servers: ['ns.123-reg.co.uk', 'ns2.123-reg.co.uk'],
  },
  dns: {
    ns: ['ns.123-reg.co.uk', 'ns2.123-reg.co.uk'],
    soa: 'ns.123-reg.co.uk',
    mx: ['mx0.123-reg.co.uk', 'mx1.123-reg.co.uk'],
    www_cname: [],
    addresses: ['94.136.40.82'],
  },
  web: { final_url: 'https://www.marramcoast.org.uk/' },
  networks: [20738],
  certificate: null,
})

export const site = (facts: Facts, patch: FactsPatch): Facts => patched(facts, patch)

export const nameServers = (...hosts: string[]): FactsPatch => ({
  registration: { name_servers: hosts },
  dns: { ns: hosts, soa: hosts[0] ?? null },
})

/** RDAP and DNS give these answers for a domain that nobody has registered. */
export const GONE: FactsPatch = {
  registration: {
    outcome: 'not_found',
    registrar: { name: null, iana_id: null },
    registrant: {},
    created: null,
    expires: null,
    statuses: [],
    name_servers: [],
  },
  dns: {
    rcode: 'NXDOMAIN',
    ns: [],
    soa: null,
    mx: [],
    cname: [],
    www_cname: [],
    addresses: [],
    txt: [],
    dmarc: null,
  },
  web: { outcome: 'no_address', status: null, final_url: null, placeholder: null },
  networks: [],
  certificate: 'failed',
}

export const NOT_IN_DNS: FactsPatch = { dns: GONE.dns ?? {}, web: GONE.web ?? {}, networks: [] }

const UNREGISTERED = GONE.registration ?? {}
export const RDAP_404: FactsPatch = { registration: UNREGISTERED }
export const RDAP_429: FactsPatch = { registration: { ...UNREGISTERED, outcome: 'throttled' } }
export const RDAP_503: FactsPatch = { registration: { ...UNREGISTERED, outcome: 'unavailable' } }

const NO_ANSWER = {
  ns: 'failed',
  soa: 'failed',
  mx: 'failed',
  cname: [],
  www_cname: [],
  addresses: 'failed',
  txt: [],
  dmarc: null,
} as const
const NOT_REACHED = {
  outcome: 'no_address',
  status: null,
  final_url: null,
  placeholder: null,
} as const
export const DNS_SERVFAIL: FactsPatch = {
  dns: { ...NO_ANSWER, rcode: 'SERVFAIL', cname: [], www_cname: [], txt: [] },
  web: NOT_REACHED,
  networks: 'failed',
  certificate: 'failed',
}
export const DNS_TIMEOUT: FactsPatch = {
  dns: { ...NO_ANSWER, rcode: 'TIMEOUT', cname: [], www_cname: [], txt: [] },
  web: NOT_REACHED,
  networks: 'failed',
  certificate: 'failed',
}

/** A reading that found nothing, for example because the service had no network. */
export const LOST: FactsPatch = { ...RDAP_503, ...DNS_TIMEOUT }

export const WEB_TIMEOUT: FactsPatch = {
  web: { outcome: 'timeout', status: null, final_url: null, placeholder: null },
  certificate: 'failed',
}
