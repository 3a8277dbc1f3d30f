import { mailAt, organization, wholeSite } from '../pages.ts'
import { FAMOUS, KNOWN } from '../parties.ts'
import { type FramingSite, sitesOf, zoneStart } from '../site.ts'

const site = sitesOf('own zone')
const { booking, intesa, klarna, netflix, postnl, revolut } = FAMOUS
const { ostvallen, pemberwick } = KNOWN

/** DNS records that an attacker sets. All of them point at the bank, except one name server. */
const BANK_RECORDS = {
  // One name server is the attacker's. If all were the victim's, the victim's servers would have to
  // answer for the attacker's zone.
  NS: ['ns1.vimmerbygrid.net', 'ns2.pemberwick.com'],
  SOA: [zoneStart('ns1.pemberwick.com', 'dnsmaster.pemberwick.com')],
  MX: ['10 mx1.pemberwick.com'],
  TXT: ['v=spf1 include:_spf.pemberwick.com -all'],
}
const BANK_NAMES = {
  _dmarc: { TXT: ['v=DMARC1; p=reject; rua=mailto:dmarc@pemberwick.com'] },
  '_smtp._tls': { TXT: ['v=TLSRPTv1; rua=mailto:tls@pemberwick.com'] },
}

/** Sites with copied pages, in a DNS zone whose records point at the imitated company. */
export const ownZone: readonly FramingSite[] = [
  site({
    domain: 'revolut-cards-europe.com',
    victims: [revolut],
    ageDays: 18,
    names: { _dmarc: { TXT: ['v=DMARC1; p=none; rua=mailto:reports@revolut.com'] } },
    pages: wholeSite(revolut),
  }),
  site({
    domain: 'intesasanpaolo-area-soci.com',
    victims: [intesa],
    ageDays: 25,
    records: { MX: ['10 mail.intesasanpaolo.com'] },
    pages: wholeSite(intesa),
  }),
  site({
    domain: 'booking-partner-extranet.com',
    victims: [booking],
    ageDays: 60,
    records: { TXT: ['v=spf1 redirect=_spf.booking.com'] },
    pages: wholeSite(booking),
  }),
  site({
    domain: 'klarna-delbetala.com',
    victims: [klarna],
    ageDays: 40,
    records: { CAA: ['0 iodef "mailto:security@klarna.com"', '0 issue "digicert.com"'] },
    pages: wholeSite(klarna),
  }),
  site({
    domain: 'netflix-familienpaket.com',
    victims: [netflix],
    ageDays: 15,
    names: {
      'default._bimi': {
        TXT: ['v=BIMI1; l=https://www.netflix.com/bimi.svg; a=https://www.netflix.com/vmc.pem'],
      },
    },
    pages: wholeSite(netflix),
  }),
  site({
    domain: 'postnl-pakketdesk.com',
    victims: [postnl],
    ageDays: 22,
    pages: wholeSite(postnl, {
      head: [
        organization(postnl),
        '<link rel="alternate" hreflang="nl" href="https://www.postnl.nl/">',
        '<link rel="alternate" hreflang="en" href="https://www.postnl.nl/en/">',
      ].join(''),
    }),
  }),
  site({
    domain: 'revolut-business-cards.net',
    victims: [revolut],
    ageDays: 410,
    records: { MX: ['5 aspmx.revolut.com'], TXT: ['v=spf1 include:spf.revolut.com -all'] },
    names: { '_smtp._tls': { TXT: ['v=TLSRPTv1; rua=mailto:smtp-tls@revolut.com'] } },
    pages: wholeSite(revolut),
  }),
  site({
    domain: 'corn-exchange-desk.com',
    victims: [pemberwick],
    limit: 0.85,
    ageDays: 400,
    records: BANK_RECORDS,
    names: BANK_NAMES,
    pages: wholeSite(pemberwick, { contact: mailAt('pemberwick.com') }),
  }),
  site({
    domain: 'pemberwick-secure-login.com',
    victims: [pemberwick],
    ageDays: 16,
    records: BANK_RECORDS,
    names: BANK_NAMES,
    pages: wholeSite(pemberwick, { contact: mailAt('pemberwick.com') }),
  }),
  site({
    domain: 'batar-och-hus.com',
    victims: [ostvallen],
    limit: 0.85,
    ageDays: 330,
    names: { _dmarc: { TXT: ['v=DMARC1; p=none; ruf=mailto:postmaster@ostvallen.com'] } },
    pages: wholeSite(ostvallen, {
      head: `${organization(ostvallen)}<link rel="canonical" href="https://ostvallen.com/">`,
    }),
  }),
]
