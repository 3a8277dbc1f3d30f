import { imprintText, legalLinks, mailAt, page, privacyPage, wholeSite } from '../pages.ts'
import { KNOWN, type Party } from '../parties.ts'
import { type FramingSite, registrantOf, sitesOf, zoneStart } from '../site.ts'

const control = sitesOf('control')

/** Address of a server in the bank's own network. The server answers requests for any host name. */
export const BANK_ADDRESS = '193.201.88.40'
export const BANK_NETWORK = {
  asn: 398_871,
  as_name: 'PEMBERWICK-AS',
  prefix: '193.201.88.0/24',
  cc: 'GB',
  registry: 'ripencc',
  ptr: 'web1.pemberwick.com',
  org: 'Pemberwick Savings Bank plc',
  allocated: '2009-05-14',
}

interface OwnSite {
  ageDays: number
  head?: string
  body?: string
  registered?: true
}

/** A company's own site, with a certificate that is 150 days old. */
function ownSite(party: Party, { ageDays, body, registered }: OwnSite): FramingSite {
  const domain = party.domain ?? ''
  return control({
    domain,
    operator: party,
    ageDays,
    registrar: 'gandi',
    ...(registered ? { registrant: registrantOf(party, { email: `hostmaster@${domain}` }) } : {}),
    pages: wholeSite(party, { contact: mailAt(domain), ...(body === undefined ? {} : { body }) }),
    certificates: [{ organization: party.legal, fromDays: 150, untilDays: -220 }],
  })
}

const { aldecoa, castelrovo, dornheck, hauteval, ostvallen, pemberwick, vandersloot, zamorski } =
  KNOWN

/**
 * The own sites of the victims. The answer must name each victim for its own site. None of the
 * pages names a hostile site.
 */
export const knownCompanies: readonly FramingSite[] = [
  ownSite(dornheck, { ageDays: 6_100, registered: true }),
  ownSite(ostvallen, { ageDays: 5_200 }),
  ownSite(hauteval, { ageDays: 3_900, registered: true }),
  ownSite(vandersloot, { ageDays: 4_400, registered: true }),
  ownSite(aldecoa, { ageDays: 2_700 }),
  ownSite(zamorski, { ageDays: 3_300 }),
  ownSite(castelrovo, {
    ageDays: 7_000,
    registered: true,
    body:
      '<h2>I nostri siti</h2><ul><li><a href="https://www.pastificio-belcanto.com/">Pastificio Belcanto, ' +
      'un marchio di Castelrovo Alimentari S.p.A.</a></li></ul>',
  }),
  control({
    domain: 'pemberwick.com',
    operator: pemberwick,
    ageDays: 8_100,
    registrar: 'csc',
    registrant: registrantOf(pemberwick, { email: 'domains@pemberwick.com', country: 'GB' }),
    address: BANK_ADDRESS,
    addresses: { [BANK_ADDRESS]: BANK_NETWORK },
    records: {
      NS: ['ns1.pemberwick.com', 'ns2.pemberwick.com'],
      SOA: [zoneStart('ns1.pemberwick.com', 'dnsmaster.pemberwick.com')],
      MX: ['10 mx1.pemberwick.com'],
      TXT: ['v=spf1 include:_spf.pemberwick.com -all'],
    },
    names: {
      ns1: { A: ['193.201.88.2'] },
      ns2: { A: ['193.201.88.3'] },
      mx1: { A: ['193.201.88.25'] },
      _dmarc: { TXT: ['v=DMARC1; p=reject; rua=mailto:dmarc@pemberwick.com'] },
    },
    pages: {
      ...wholeSite(pemberwick, { contact: mailAt('pemberwick.com') }),
      ...privacyPage(pemberwick),
      '/about': page(
        'About the bank',
        `<h1>About the bank</h1>${imprintText(pemberwick)}${legalLinks(pemberwick)}`,
      ),
    },
    certificates: [{ organization: pemberwick.legal, fromDays: 90, untilDays: -280 }],
  }),
]
