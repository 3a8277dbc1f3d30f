import { by, during, type FactsPatch, from, once, RESOLVERS, rightAfter } from '../facts.ts'
import {
  CHARITY,
  COMPANY,
  DNS_SERVFAIL,
  DNS_TIMEOUT,
  LOST,
  MAGAZINE,
  NOT_IN_DNS,
  nameServers,
  RDAP_404,
  SHOP,
  site,
  TRADE,
  WORKSHOP,
} from '../sites.ts'
import { quiet } from './recorded-sequence.ts'

const [FIRST_RESOLVER, SECOND_RESOLVER] = RESOLVERS
const ELSEWHERE = nameServers('ns1.rogue-resolver.net', 'ns2.rogue-resolver.net')
const addresses = (list: string[], networks: number[]): FactsPatch => ({
  dns: { addresses: list },
  networks,
})

export const QUIET_RESOLVERS = [
  quiet('the name servers answer SERVFAIL for two days', COMPANY, [during(3, 5, DNS_SERVFAIL)]),
  quiet('the name servers answer nobody for six days', SHOP, [during(2, 8, DNS_TIMEOUT)]),
  quiet('only the questions for name servers fail', COMPANY, [
    during(3, 6, { dns: { ns: 'failed', soa: 'failed' } }),
  ]),
  quiet('only the question for the start of authority fails', TRADE, [
    during(3, 5, { dns: { soa: 'failed' } }),
  ]),
  quiet('a resolver gives an empty list of name servers for one reading', COMPANY, [
    once(3, { dns: { ns: [], soa: null } }),
  ]),
  quiet('one resolver lies for one reading', COMPANY, [once(3, { dns: ELSEWHERE.dns ?? {} })]),
  quiet(
    'one resolver lies for a week',
    COMPANY,
    [by(FIRST_RESOLVER, during(2, 9, { dns: ELSEWHERE.dns ?? {} }))],
    {
      days: 12,
    },
  ),
  quiet(
    'the other resolver lies for a week',
    COMPANY,
    [by(SECOND_RESOLVER, during(2, 9, { dns: ELSEWHERE.dns ?? {} }))],
    { days: 12 },
  ),
  quiet('one resolver sends readers to a page of advertisements for one reading', SHOP, [
    once(4, {
      ...addresses(['198.105.244.130'], [45028]),
      web: {
        outcome: 'reached',
        status: 200,
        final_url: 'http://search-assist-page.com/',
        placeholder: 'parked',
      },
    }),
  ]),
  quiet('one resolver answers NXDOMAIN for three days', SHOP, [
    by(FIRST_RESOLVER, during(3, 6, NOT_IN_DNS)),
  ]),
  quiet('one resolver answers NXDOMAIN for a day while RDAP answers 404 once', SHOP, [
    by(SECOND_RESOLVER, during(3, 5, NOT_IN_DNS)),
    once(3, RDAP_404),
  ]),
  quiet('both resolvers answer NXDOMAIN for two days while the name is registered', TRADE, [
    during(3, 5, NOT_IN_DNS),
  ]),
  quiet('no reading finds anything for five days', COMPANY, [during(2, 7, LOST)]),
]

export const QUIET_ADDRESSES = [
  quiet('the addresses of CloudFront rotate', COMPANY, [
    from(1, addresses(['18.165.83.12', '18.165.83.44'], [16509])),
    from(2, addresses(['13.224.189.77', '13.224.189.10'], [16509])),
    from(3, addresses(['52.84.150.3', '52.84.150.9', '52.84.150.20'], [16509])),
  ]),
  quiet('Akamai answers from its own networks and from those of providers', COMPANY, [
    from(1, addresses(['23.45.12.9'], [16625])),
    from(2, addresses(['2.16.186.40'], [20940])),
    from(3, addresses(['95.101.22.8'], [34164, 20940])),
    from(4, addresses(['23.45.12.9'], [16625])),
  ]),
  quiet('each resolver sees another part of an anycast network', MAGAZINE, [
    by(FIRST_RESOLVER, from(1, addresses(['104.16.1.1'], [13335]))),
    by(SECOND_RESOLVER, from(1, addresses(['188.114.96.3'], [13335, 209242]))),
  ]),
  quiet('a site moves from CloudFront to Fastly by its CNAME', COMPANY, [
    from(3, {
      dns: { www_cname: ['tealharbour.map.fastly.net'], addresses: ['151.101.2.132'] },
      networks: [54113],
    }),
  ]),
  quiet(
    'a subdomain moves from CloudFront to Akamai by its CNAME',
    site(COMPANY, { dns: { cname: ['d3k1abcdefgh12.cloudfront.net'] } }),
    [
      from(3, {
        dns: {
          cname: ['www.tealharbour.com.edgekey.net', 'e1234.a.akamaiedge.net'],
          addresses: ['23.45.12.9'],
        },
        networks: [16625],
      }),
    ],
  ),
  quiet('a site moves behind the proxy of Cloudflare by its addresses', CHARITY, [
    from(3, addresses(['104.21.60.7', '172.67.200.8'], [13335])),
  ]),
  quiet('a site moves from one cloud to another', SHOP, [
    from(3, addresses(['34.117.59.81'], [396982])),
  ]),
  quiet('the lookup of the networks fails for days', COMPANY, [
    during(2, 7, { networks: 'failed' }),
  ]),
]

export const QUIET_NAME_SERVERS = [
  quiet('name servers come in another order, in capitals and with a final dot', COMPANY, [
    from(2, {
      registration: {
        name_servers: COMPANY.registration.name_servers
          .map((host) => `${host.toUpperCase()}.`)
          .toReversed(),
      },
      dns: { ns: COMPANY.registration.name_servers.toReversed() },
    }),
  ]),
  quiet('Route 53 gives a new zone other name servers', COMPANY, [
    from(
      3,
      nameServers(
        'ns-77.awsdns-09.com',
        'ns-640.awsdns-16.net',
        'ns-1533.awsdns-63.org',
        'ns-2042.awsdns-63.co.uk',
      ),
    ),
  ]),
  quiet(
    'Azure DNS gives a new zone other name servers',
    site(
      COMPANY,
      nameServers(
        'ns1-01.azure-dns.com',
        'ns2-01.azure-dns.net',
        'ns3-01.azure-dns.org',
        'ns4-01.azure-dns.info',
      ),
    ),
    [
      from(
        3,
        nameServers(
          'ns1-37.azure-dns.com',
          'ns2-37.azure-dns.net',
          'ns3-37.azure-dns.org',
          'ns4-37.azure-dns.info',
        ),
      ),
    ],
  ),
  quiet(
    'UltraDNS spreads a zone over more top-level domains',
    site(COMPANY, nameServers('pdns1.ultradns.net', 'pdns2.ultradns.net')),
    [
      from(
        3,
        nameServers(
          'pdns196.ultradns.com',
          'pdns196.ultradns.net',
          'pdns196.ultradns.org',
          'pdns196.ultradns.biz',
        ),
      ),
    ],
  ),
  quiet('Cloudflare gives a zone in another account other names', MAGAZINE, [
    from(3, nameServers('lia.ns.cloudflare.com', 'walt.ns.cloudflare.com')),
  ]),
  quiet(
    'NS1 moves a zone to another pool',
    site(COMPANY, nameServers('dns1.p01.nsone.net', 'dns2.p01.nsone.net')),
    [from(3, nameServers('dns1.p07.nsone.net', 'dns2.p07.nsone.net', 'dns3.p07.nsone.net'))],
  ),
  quiet(
    'Google Cloud DNS moves a zone to another set',
    site(COMPANY, nameServers('ns-cloud-a1.googledomains.com', 'ns-cloud-a2.googledomains.com')),
    [from(3, nameServers('ns-cloud-e1.googledomains.com', 'ns-cloud-e2.googledomains.com'))],
  ),
  quiet('GoDaddy moves a zone to another pair of hosts', TRADE, [
    from(3, nameServers('ns53.domaincontrol.com', 'ns54.domaincontrol.com')),
  ]),
  quiet(
    'Akamai adds hosts to the set of a zone',
    site(COMPANY, nameServers('a1-67.akam.net', 'a12-64.akam.net')),
    [
      from(
        3,
        nameServers('a1-67.akam.net', 'a9-66.akam.net', 'a14-65.akam.net', 'a28-64.akam.net'),
      ),
    ],
  ),
  quiet('IONOS gives a zone other hosts under the same four names', WORKSHOP, [
    from(
      3,
      nameServers(
        'ns1117.ui-dns.biz',
        'ns1059.ui-dns.com',
        'ns1034.ui-dns.de',
        'ns1125.ui-dns.org',
      ),
    ),
  ]),
  quiet('IONOS leaves one of its four names out', WORKSHOP, [
    from(3, nameServers('ns1041.ui-dns.biz', 'ns1042.ui-dns.com', 'ns1071.ui-dns.de')),
  ]),
  quiet('one of four name servers is missing in one answer', COMPANY, [
    once(3, { dns: { ns: COMPANY.registration.name_servers.slice(1) } }),
  ]),
  quiet('the serial and the first host of the zone change within one provider', TRADE, [
    from(2, { dns: { soa: 'ns12.domaincontrol.com' } }),
    from(5, { dns: { soa: 'ns11.domaincontrol.com' } }),
  ]),
  quiet('the name servers of one reading in two are those of another provider', COMPANY, [
    once(2, { dns: ELSEWHERE.dns ?? {} }),
    once(4, { dns: ELSEWHERE.dns ?? {} }),
    once(6, { dns: ELSEWHERE.dns ?? {} }),
  ]),
  quiet('a migration of the name servers is undone within ten minutes', COMPANY, [
    once(3, nameServers('ada.ns.cloudflare.com', 'rick.ns.cloudflare.com')),
  ]),
  quiet('a wrong reading is followed by a lost one', COMPANY, [
    once(3, ELSEWHERE),
    rightAfter(3, LOST),
  ]),
  quiet('a wrong reading is followed by a lost day', COMPANY, [
    once(3, ELSEWHERE),
    { ...rightAfter(3, LOST), until_hour: 95 },
  ]),
  quiet(
    'the second reading comes five hours late and finds the old name servers',
    COMPANY,
    [once(3, ELSEWHERE)],
    {
      late_hours: 5,
    },
  ),
  quiet('two readings name two different wrong providers', COMPANY, [
    once(3, ELSEWHERE),
    { ...rightAfter(3, nameServers('ns1.captive-portal.org')), until_hour: 72.4 },
  ]),
]

export const QUIET_MAIL_AND_TEXTS = [
  quiet('TXT and DMARC records change every day', COMPANY, [
    from(1, {
      dns: { txt: ['v=spf1 include:spf.protection.outlook.com include:sendgrid.net -all'] },
    }),
    from(2, { dns: { dmarc: 'v=DMARC1; p=reject; rua=mailto:reports@dmarcian.com' } }),
    from(3, { dns: { txt: ['google-site-verification=abc', 'facebook-domain-verification=def'] } }),
    from(4, { dns: { txt: [], dmarc: null } }),
  ]),
  quiet('mail moves from GoDaddy to Microsoft 365', TRADE, [
    from(3, { dns: { mx: ['oakridgeroofing-com01c.mail.protection.outlook.com'] } }),
  ]),
  quiet('mail is switched off', SHOP, [from(3, { dns: { mx: [] } })]),
]
