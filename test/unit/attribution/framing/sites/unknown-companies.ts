import { organization, shop, shopWithImprint, wholeSite } from '../pages.ts'
import { UNKNOWN } from '../parties.ts'
import { type FramingSite, registrantOf, sitesOf } from '../site.ts'

const site = sitesOf('unknown company')
const { branduzzi, everdonk, golebnik, norrkulla, urriaga, vauclaire } = UNKNOWN

/** Sites that copy the pages of companies without any domain. */
export const unknownCompanies: readonly FramingSite[] = [
  site({
    domain: 'fietsen-uit-de-loods.com',
    victims: [everdonk],
    limit: 0.94,
    pages: wholeSite(everdonk),
  }),
  site({
    domain: 'borse-firmate-ora.com',
    victims: [branduzzi],
    limit: 0.85,
    ageDays: 15,
    pages: wholeSite(branduzzi),
  }),
  site({
    domain: 'movil-liberado-hoy.com',
    victims: [urriaga],
    limit: 0.85,
    ageDays: 29,
    registrant: registrantOf(urriaga),
    pages: wholeSite(urriaga),
  }),
  site({
    domain: 'billiga-dackset.com',
    victims: [norrkulla],
    limit: 0.94,
    ageDays: 900,
    pages: shop('Billiga däck', {
      language: 'sv',
      head: organization(norrkulla),
      body: `<footer><p>© 2026 ${norrkulla.legal}</p></footer>`,
    }),
  }),
  site({
    domain: 'perfumy-z-magazynu.com',
    victims: [golebnik],
    limit: 0.94,
    ageDays: 500,
    records: { MX: ['10 mx.vimmerbygrid.net'], TXT: ['v=spf1 mx -all'] },
    pages: wholeSite(golebnik),
  }),
  site({
    domain: 'montres-du-depot.com',
    victims: [vauclaire],
    limit: 0.85,
    ageDays: 4,
    pages: shopWithImprint('Montres du dépôt', vauclaire),
  }),
]
