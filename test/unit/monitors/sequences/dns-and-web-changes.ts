import { KINDS } from '../../../../shared/monitors/kinds.ts'
import { during, type FactsPatch, from, once, rightAfter } from '../facts.ts'
import {
  CHARITY,
  COMPANY,
  DNS_SERVFAIL,
  LOST,
  MAGAZINE,
  nameServers,
  SHOP,
  site,
  TRADE,
  WORKSHOP,
} from '../sites.ts'
import { alerting } from './recorded-sequence.ts'

const CLOUDFLARE = nameServers('lia.ns.cloudflare.com', 'walt.ns.cloudflare.com')
const web = (web: FactsPatch['web'] & object): FactsPatch => ({ web })
const lands = (url: string): FactsPatch => web({ final_url: url })

export const NEW_NAME_SERVERS = [
  alerting(
    'a zone moves from Route 53 to Cloudflare',
    COMPANY,
    [['nameservers_changed']],
    [from(3, CLOUDFLARE)],
  ),
  alerting(
    'a zone moves from Cloudflare to Route 53',
    MAGAZINE,
    [['nameservers_changed']],
    [from(3, nameServers('ns-77.awsdns-09.com', 'ns-640.awsdns-16.net', 'ns-1533.awsdns-63.org'))],
  ),
  alerting(
    'a German domain without registration facts moves to another provider',
    WORKSHOP,
    [['nameservers_changed']],
    [
      from(
        3,
        nameServers('hydrogen.ns.hetzner.com', 'oxygen.ns.hetzner.com', 'helium.ns.hetzner.de'),
      ),
    ],
  ),
  alerting(
    'a company adds a second provider of DNS',
    COMPANY,
    [['nameservers_changed']],
    [
      from(
        3,
        nameServers(
          ...COMPANY.registration.name_servers,
          'pdns196.ultradns.com',
          'pdns196.ultradns.net',
        ),
      ),
    ],
  ),
  alerting(
    'a zone moves in two steps with both providers in between',
    TRADE,
    [['nameservers_changed'], ['nameservers_changed']],
    [
      from(
        2,
        nameServers(...TRADE.registration.name_servers, 'dns1.p07.nsone.net', 'dns2.p07.nsone.net'),
      ),
      from(6, nameServers('dns1.p07.nsone.net', 'dns2.p07.nsone.net')),
    ],
  ),
  alerting(
    'the second reading of a move fails',
    COMPANY,
    [['nameservers_changed']],
    [from(3, CLOUDFLARE), rightAfter(3, DNS_SERVFAIL)],
  ),
  alerting(
    'every reading of the day after a move is lost',
    COMPANY,
    [['nameservers_changed']],
    [from(3, CLOUDFLARE), { ...rightAfter(3, LOST), until_hour: 95 }],
  ),
  alerting(
    'the second reading of a move comes five hours late',
    COMPANY,
    [['nameservers_changed']],
    [from(3, CLOUDFLARE)],
    { late_hours: 5 },
  ),
  alerting(
    'an outage precedes a move',
    CHARITY,
    [['nameservers_changed']],
    [during(2, 4, DNS_SERVFAIL), from(4, CLOUDFLARE)],
  ),
  alerting(
    'a wrong reading precedes a move',
    COMPANY,
    [['nameservers_changed']],
    [once(2, nameServers('ns1.rogue-resolver.net')), from(5, CLOUDFLARE)],
  ),
  alerting(
    'name servers that return within thirty days are reported once by default',
    COMPANY,
    [['nameservers_changed']],
    [during(3, 13, CLOUDFLARE)],
    { days: 20 },
  ),
  alerting(
    'name servers that return within thirty days are a return for those who watch it',
    COMPANY,
    [['nameservers_changed'], ['returned']],
    [during(3, 13, CLOUDFLARE)],
    { days: 20, watch: KINDS },
  ),
  alerting(
    'name servers that return after forty days are a new change',
    COMPANY,
    [['nameservers_changed'], ['nameservers_changed']],
    [during(3, 43, CLOUDFLARE)],
    { days: 50 },
  ),
  alerting(
    'name servers that change to and fro within thirty days are reported once',
    COMPANY,
    [['nameservers_changed']],
    [during(3, 6, CLOUDFLARE), during(9, 12, CLOUDFLARE), from(15, CLOUDFLARE)],
    { days: 25 },
  ),
  alerting(
    'a move is found by a monitor that reads once a week',
    COMPANY,
    [['nameservers_changed']],
    [from(9, CLOUDFLARE)],
    { cadence_hours: 168, days: 35 },
  ),
  alerting(
    'a move is found by a monitor that reads every hour',
    COMPANY,
    [['nameservers_changed']],
    [from(2, CLOUDFLARE)],
    { cadence_hours: 1, days: 4 },
  ),
]

export const NEW_REDIRECTS = [
  alerting(
    'a site begins to redirect to its buyer',
    COMPANY,
    [['redirect_changed']],
    [from(3, lands('https://www.brightwater-logistics.com/welcome'))],
  ),
  alerting(
    'a domain that redirected becomes a site of its own',
    site(SHOP, lands('https://www.etsy.com/shop/fernmoss')),
    [['redirect_changed']],
    [from(3, lands('https://fernmoss-candles.com/'))],
  ),
  alerting(
    'a redirect moves from one buyer to the next',
    MAGAZINE,
    [['redirect_changed'], ['redirect_changed']],
    [from(2, lands('https://press-holding.com/')), from(6, lands('https://media-fund.io/'))],
  ),
  alerting(
    'a page of another country takes the visitors',
    COMPANY,
    [['redirect_changed']],
    [from(3, lands('https://www.tealharbour.de/'))],
  ),
  alerting(
    'a bot wall stands before a new redirect for a day',
    COMPANY,
    [['redirect_changed']],
    [
      during(3, 5, web({ outcome: 'blocked', status: 403, final_url: null })),
      from(5, lands('https://www.brightwater-logistics.com/')),
    ],
  ),
]

export const PARKED_PAGES = [
  alerting(
    'a site becomes a parked page',
    TRADE,
    [['parked']],
    [from(3, web({ placeholder: 'parked' }))],
  ),
  alerting(
    'a site is offered for sale on its own page',
    SHOP,
    [['parked']],
    [from(3, web({ placeholder: 'for_sale' }))],
  ),
  alerting(
    'a domain moves to a parking company',
    SHOP,
    [['nameservers_changed', 'parked']],
    [
      from(3, {
        ...nameServers('ns1.sedoparking.com', 'ns2.sedoparking.com'),
        ...web({ placeholder: 'parked' }),
      }),
    ],
  ),
  alerting(
    'a registrar parks a domain after its expiry',
    site(SHOP, { registration: { expires: '2026-01-01T00:00:00Z' } }),
    [['nameservers_changed', 'parked']],
    [
      from(4, {
        ...nameServers('expirens1.hichina.com', 'expirens2.hichina.com'),
        ...web({ placeholder: 'parked' }),
      }),
    ],
  ),
  alerting(
    'a page for sale leads to the market of the broker',
    COMPANY,
    [['redirect_changed', 'parked']],
    [
      from(
        3,
        web({ final_url: 'https://dan.com/buy-domain/tealharbour.com', placeholder: 'for_sale' }),
      ),
    ],
  ),
  alerting(
    'a parked page that is for sale later is reported once',
    TRADE,
    [['parked']],
    [from(2, web({ placeholder: 'parked' })), from(6, web({ placeholder: 'for_sale' }))],
  ),
]

export const LOW_KINDS = [
  alerting(
    'mail moves to another provider',
    TRADE,
    [['mail_changed']],
    [from(3, { dns: { mx: ['oakridgeroofing-com01c.mail.protection.outlook.com'] } })],
    { watch: ['mail_changed'] },
  ),
  alerting(
    'a site moves to another network',
    SHOP,
    [['hosting_changed']],
    [from(3, { dns: { addresses: ['34.117.59.81'] }, networks: [396982] })],
    { watch: ['hosting_changed'] },
  ),
  alerting(
    'the TLS certificate names another organisation',
    COMPANY,
    [['certificate_organization_changed']],
    [from(8, { certificate: 'Brightwater Logistics Inc.' })],
    { watch: ['certificate_organization_changed'], days: 21 },
  ),
  alerting(
    'a site moves with its mail and its name servers',
    TRADE,
    [['nameservers_changed', 'mail_changed', 'hosting_changed']],
    [
      from(3, {
        ...CLOUDFLARE,
        dns: { ...CLOUDFLARE.dns, mx: ['aspmx.l.google.com'], addresses: ['104.21.60.7'] },
        networks: [13335],
      }),
    ],
    { watch: KINDS },
  ),
]
