import { during, type FactsPatch, from, once, rightAfter } from '../facts.ts'
import {
  CHARITY,
  COMPANY,
  GONE,
  LOST,
  MAGAZINE,
  NOT_IN_DNS,
  RDAP_503,
  SHOP,
  site,
  TRADE,
} from '../sites.ts'
import { alerting } from './recorded-sequence.ts'

const expires = (date: string): FactsPatch => ({ registration: { expires: date } })
const statuses = (...list: string[]): FactsPatch => ({ registration: { statuses: list } })
const organization = (name: string): FactsPatch => ({
  registration: { registrant: { organization: name, name: null, country: 'US' } },
})
const registrar = (name: string, iana_id: string | null): FactsPatch => ({
  registration: { registrar: { name, iana_id } },
})
const REDACTED: FactsPatch = {
  registration: {
    registrant: { organization: 'REDACTED FOR PRIVACY', name: 'REDACTED FOR PRIVACY' },
  },
}

/**
 * The old registration was deleted. Then the domain was registered again through DropCatch, for
 * another holder.
 */
const REGISTERED_AGAIN: FactsPatch = {
  registration: {
    ...SHOP.registration,
    registrar: { name: 'DropCatch.com 1345 LLC', iana_id: '3345' },
    registrant: { organization: 'REDACTED FOR PRIVACY', name: 'REDACTED FOR PRIVACY' },
    created: '2026-01-10T18:11:05Z',
    expires: '2027-01-10T18:11:05Z',
    name_servers: ['ns1.namebrightdns.com', 'ns2.namebrightdns.com'],
  },
  dns: {
    ...SHOP.dns,
    ns: ['ns1.namebrightdns.com', 'ns2.namebrightdns.com'],
    soa: 'ns1.namebrightdns.com',
  },
}

export const RENEWALS = [
  alerting(
    'a domain is renewed for a year',
    COMPANY,
    [['renewed']],
    [from(3, expires('2029-03-01T05:00:00Z'))],
  ),
  alerting(
    'a domain is renewed for nine years',
    SHOP,
    [['renewed']],
    [from(3, expires('2036-06-11T14:03:22Z'))],
  ),
  alerting(
    'Nominet states a renewal with a date without a time',
    CHARITY,
    [['renewed']],
    [from(3, expires('14-May-2029'))],
  ),
  alerting(
    'a domain is renewed twice in one week',
    COMPANY,
    [['renewed'], ['renewed']],
    [from(2, expires('2029-03-01T05:00:00Z')), from(5, expires('2031-03-01T05:00:00Z'))],
  ),
  alerting(
    'RDAP fails between the first and the second reading of a renewal',
    SHOP,
    [['renewed']],
    [from(3, expires('2028-06-11T14:03:22Z')), rightAfter(3, RDAP_503)],
  ),
]

export const TRANSFERS = [
  alerting(
    'a domain is unlocked and moves from GoDaddy to Cloudflare, which adds a year',
    TRADE,
    [['transfer_lock_removed'], ['registrar_changed', 'renewed']],
    [
      from(2, statuses('active')),
      from(7, {
        registration: {
          registrar: { name: 'Cloudflare, Inc.', iana_id: '1910' },
          registrant: { organization: 'DATA REDACTED', name: 'DATA REDACTED' },
          expires: '2028-09-20T18:44:10Z',
          statuses: ['client transfer prohibited'],
        },
      }),
    ],
  ),
  alerting(
    'a domain moves to Porkbun between two readings and stays unlocked',
    SHOP,
    [['transfer_lock_removed', 'registrar_changed', 'renewed']],
    [
      from(3, {
        registration: {
          registrar: { name: 'Porkbun LLC', iana_id: '1861' },
          registrant: { organization: 'Private by Design, LLC', name: 'Private by Design, LLC' },
          expires: '2028-06-11T14:03:22Z',
          statuses: ['transfer period'],
        },
      }),
    ],
  ),
  alerting(
    'a domain moves inside one group of registrars without a new date',
    SHOP,
    [['registrar_changed']],
    [from(3, registrar('Spaceship, Inc.', '3862'))],
  ),
  alerting(
    'Nominet names another registrar tag',
    CHARITY,
    [['registrar_changed']],
    [from(3, registrar('Fasthosts Internet Ltd [Tag = LIVEDOMAINS]', null))],
  ),
  alerting(
    'a transfer is reversed after a week',
    COMPANY,
    [['registrar_changed']],
    [during(3, 10, registrar('GoDaddy.com, LLC', '146'))],
    { days: 14 },
  ),
  alerting(
    'the transfer lock is removed',
    MAGAZINE,
    [['transfer_lock_removed']],
    [from(3, statuses('active'))],
  ),
  alerting(
    'all four locks of a company are removed',
    COMPANY,
    [['transfer_lock_removed']],
    [from(3, statuses('ok'))],
  ),
  alerting(
    'the transfer lock is removed for a day and set again',
    SHOP,
    [['transfer_lock_removed']],
    [during(3, 4, statuses('active'))],
  ),
  alerting(
    'the transfer lock is removed, set again, and removed again after forty days',
    SHOP,
    [['transfer_lock_removed'], ['transfer_lock_removed']],
    [during(3, 5, statuses('active')), from(45, statuses('active'))],
    { days: 50 },
  ),
]

export const NEW_REGISTRANTS = [
  alerting(
    'a company sells its domain to another company',
    COMPANY,
    [['registrant_changed']],
    [from(3, organization('Brightwater Logistics Inc.'))],
  ),
  alerting(
    'the registrant is hidden for two weeks and then another company',
    COMPANY,
    [['registrant_changed']],
    [during(3, 17, REDACTED), from(17, organization('Brightwater Logistics Inc.'))],
    { days: 20 },
  ),
  alerting(
    'a sale goes through a broker',
    COMPANY,
    [['registrant_changed'], ['registrant_changed']],
    [
      from(3, organization('Escrow Domain Holdings LLC')),
      from(8, organization('Brightwater Logistics Inc.')),
    ],
  ),
  alerting(
    'a sale changes registrar, registrant, name servers, redirect and date at once',
    COMPANY,
    [
      [
        'registrant_changed',
        'registrar_changed',
        'nameservers_changed',
        'redirect_changed',
        'renewed',
      ],
    ],
    [
      from(3, {
        ...organization('Brightwater Logistics Inc.'),
        registration: {
          registrar: { name: 'Squarespace Domains II LLC', iana_id: '895' },
          registrant: { organization: 'Brightwater Logistics Inc.', country: 'US' },
          expires: '2029-03-01T05:00:00Z',
          name_servers: ['ns-cloud-b1.googledomains.com', 'ns-cloud-b2.googledomains.com'],
        },
        dns: {
          ns: ['ns-cloud-b1.googledomains.com', 'ns-cloud-b2.googledomains.com'],
          soa: 'ns-cloud-b1.googledomains.com',
        },
        web: { final_url: 'https://www.brightwater-logistics.com/' },
      }),
    ],
  ),
  alerting(
    'a wrong registrant of one reading is not counted, a lasting one is',
    COMPANY,
    [['registrant_changed']],
    [
      once(2, organization('Some Other Customer GmbH')),
      from(6, organization('Brightwater Logistics Inc.')),
    ],
  ),
  alerting(
    'the second reading of a sale comes five hours late',
    COMPANY,
    [['registrant_changed']],
    [from(3, organization('Brightwater Logistics Inc.'))],
    { late_hours: 5 },
  ),
]

export const DROPS = [
  alerting('a domain is deleted and stays free', SHOP, [['domain_dropped']], [from(3, GONE)]),
  alerting(
    'a deletion is read through an outage of the registry',
    SHOP,
    [['domain_dropped']],
    [
      from(3, GONE),
      during(4, 6, { registration: { ...GONE.registration, outcome: 'unavailable' } }),
    ],
  ),
  alerting(
    'a domain is deleted, is free for three days and is registered again',
    SHOP,
    [['domain_dropped'], ['domain_reregistered', 'registrar_changed', 'nameservers_changed']],
    [during(2, 5, GONE), from(5, REGISTERED_AGAIN)],
    { days: 12 },
  ),
  alerting(
    'a domain is caught on the day of its deletion, between two readings',
    SHOP,
    [['domain_reregistered', 'registrar_changed', 'nameservers_changed']],
    [from(6, REGISTERED_AGAIN)],
  ),
  alerting(
    'a domain goes through hold and redemption before it is deleted',
    site(SHOP, expires('2025-12-01T00:00:00Z')),
    [['registration_ending'], ['domain_dropped']],
    [
      from(2, {
        ...statuses('client hold', 'client transfer prohibited', 'redemption period'),
        dns: GONE.dns ?? {},
        web: GONE.web ?? {},
      }),
      from(12, GONE),
    ],
    { days: 18 },
  ),
  alerting(
    'a domain is on hold for a day and keeps its locks',
    TRADE,
    [['registration_ending']],
    [during(3, 4, { ...NOT_IN_DNS, ...statuses('client hold', ...TRADE.registration.statuses) })],
  ),
  alerting('a deleted domain is read once a week', SHOP, [['domain_dropped']], [from(10, GONE)], {
    cadence_hours: 168,
    days: 35,
  }),
  alerting(
    'a new registration keeps registrar and name servers',
    SHOP,
    [['domain_reregistered']],
    [from(3, { registration: { created: '2026-01-07T11:12:13Z' } })],
  ),
]

export const EXPIRIES = [
  alerting(
    'an expiry is reported thirty days, seven days and one day before it, once each',
    site(SHOP, expires('2026-02-14T12:00:00Z')),
    [['expires_soon'], ['expires_soon'], ['expires_soon']],
    [],
    { days: 40 },
  ),
  alerting(
    'a domain that is read every hour has the same three alerts of its expiry',
    site(SHOP, expires('2026-02-14T12:00:00Z')),
    [['expires_soon'], ['expires_soon'], ['expires_soon']],
    [],
    { days: 40, cadence_hours: 1 },
  ),
  alerting(
    'a domain is renewed after the first alert of its expiry',
    site(SHOP, expires('2026-02-14T12:00:00Z')),
    [['expires_soon'], ['renewed']],
    [from(20, expires('2027-02-14T12:00:00Z'))],
    { days: 45 },
  ),
  alerting(
    'a domain is renewed and expires again a year later',
    site(SHOP, expires('2026-02-14T12:00:00Z')),
    [['expires_soon'], ['renewed'], ['expires_soon'], ['expires_soon'], ['expires_soon']],
    [from(20, expires('2027-02-14T12:00:00Z'))],
    { days: 405 },
  ),
  alerting(
    'an expiry is reported while RDAP is down for its last week',
    site(SHOP, expires('2026-02-14T12:00:00Z')),
    [['expires_soon'], ['expires_soon'], ['expires_soon']],
    [during(31, 42, RDAP_503)],
    { days: 41 },
  ),
  alerting(
    'a lost day does not repeat the alert of an expiry',
    site(SHOP, expires('2026-02-14T12:00:00Z')),
    [['expires_soon'], ['expires_soon'], ['expires_soon']],
    [during(12, 13, LOST), during(34, 35, LOST)],
    { days: 41 },
  ),
  alerting(
    'WHOIS and RDAP state an expiry in turn and the alerts come once each',
    site(SHOP, expires('2026-02-14T12:00:00Z')),
    [['expires_soon'], ['expires_soon'], ['expires_soon']],
    [
      during(11, 12, { registration: { source: 'whois', expires: '2026-02-14' } }),
      during(13, 14, { registration: { source: 'whois', expires: '2026-02-14' } }),
      during(33, 34, { registration: { source: 'whois', expires: '2026-02-14' } }),
    ],
    { days: 41 },
  ),
]
