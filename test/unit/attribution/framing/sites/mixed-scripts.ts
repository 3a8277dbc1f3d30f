import { footer, goods, mailAt, organization, page, wholeSite } from '../pages.ts'
import { FAMOUS, KNOWN, type Party, UNKNOWN } from '../parties.ts'
import { type FramingSite, sitesOf } from '../site.ts'

const site = sitesOf('mixed scripts')

/** Replaces letters of the party's names by letters of other scripts that look the same. */
function disguised(party: Party, letters: Readonly<Record<string, string>>): Party {
  const write = (text: string): string =>
    [...text].map((letter) => letters[letter] ?? letter).join('')
  return { ...party, legal: write(party.legal), brand: write(party.brand) }
}

const CYRILLIC = { a: '\u0430', e: '\u0435', o: '\u043e', c: '\u0441' }
const hollerbach = disguised(UNKNOWN.hollerbach, { o: '\u043e' })
const branduzzi = disguised(UNKNOWN.branduzzi, { O: '\u039f' })
const thrapwell = {
  ...UNKNOWN.thrapwell,
  legal: 'Thrap\u200bwell Join\u200dery Ltd',
  brand: 'Thrap\u200bwell Joinery',
}
const urriaga = disguised(UNKNOWN.urriaga, { T: '\uff34', a: '\uff41' })
const norrkulla = disguised(UNKNOWN.norrkulla, CYRILLIC)
const pemberwick = disguised(KNOWN.pemberwick, { P: '\u0420', ...CYRILLIC })
const klarna = disguised(FAMOUS.klarna, { K: '\u041a', ...CYRILLIC })

/**
 * The company name on these sites looks right to a reader, but some letters are from another
 * script, so a program reads another text.
 */
export const mixedScripts: readonly FramingSite[] = [
  site({
    domain: 'drehbank-restposten.com',
    victims: [UNKNOWN.hollerbach],
    limit: 0.94,
    pages: wholeSite(hollerbach),
  }),
  site({
    domain: 'barche-usate-affare.com',
    victims: [UNKNOWN.branduzzi],
    limit: 0.94,
    pages: wholeSite(branduzzi),
  }),
  site({
    domain: 'oak-doors-overnight.com',
    victims: [UNKNOWN.thrapwell],
    limit: 0.94,
    pages: wholeSite(thrapwell),
  }),
  site({
    domain: 'motor-de-ocasion-ya.com',
    victims: [UNKNOWN.urriaga],
    limit: 0.94,
    pages: wholeSite(urriaga),
  }),
  site({
    domain: 'kok-till-halva-priset.com',
    victims: [UNKNOWN.norrkulla],
    limit: 0.85,
    ageDays: 15,
    pages: {
      '/': page(norrkulla.brand, `<h1>${norrkulla.brand}</h1>${goods('sv')}${footer(norrkulla)}`, {
        language: 'sv',
        head: organization(norrkulla),
      }),
    },
  }),
  site({
    domain: 'spar-und-zins.com',
    victims: [KNOWN.pemberwick],
    limit: 0.85,
    ageDays: 220,
    pages: wholeSite(pemberwick, { contact: mailAt('pemberwick.com') }),
  }),
  site({
    domain: 'klarna-rechnungsplan.com',
    victims: [FAMOUS.klarna],
    ageDays: 45,
    pages: wholeSite(klarna),
  }),
]
