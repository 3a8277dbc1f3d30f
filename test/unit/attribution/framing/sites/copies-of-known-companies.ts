import { footer, mailAt, organization, wholeSite } from '../pages.ts'
import { KNOWN } from '../parties.ts'
import { type FramingSite, registrantOf, sitesOf } from '../site.ts'

const site = sitesOf('known company')
const { aldecoa, castelrovo, dornheck, hauteval, ostvallen, vandersloot, zamorski } = KNOWN

/**
 * Sites that copy a company's pages. The copied pages mention the company's own domain, and the
 * site there does not mention the copy.
 */
export const copiesOfKnownCompanies: readonly FramingSite[] = [
  site({
    domain: 'werkzeug-aus-zweiter-hand.com',
    victims: [dornheck],
    limit: 0.85,
    ageDays: 400,
    pages: wholeSite(dornheck, { contact: mailAt(dornheck.domain) }),
  }),
  site({
    domain: 'bieres-en-solde.com',
    victims: [hauteval],
    limit: 0.85,
    ageDays: 180,
    pages: wholeSite(hauteval, {
      head: `${organization(hauteval)}<link rel="canonical" href="https://brasserie-hauteval.fr/">`,
    }),
  }),
  site({
    domain: 'tulpen-per-kilo.com',
    victims: [vandersloot],
    limit: 0.85,
    ageDays: 95,
    pages: wholeSite(vandersloot, {
      foot: `<footer><p><a href="https://vandersloot-kwekerijen.nl/">© 2026 ${vandersloot.legal}</a></p></footer>`,
    }),
  }),
  site({
    domain: 'atun-de-almacen.com',
    victims: [aldecoa],
    limit: 0.85,
    ageDays: 610,
    registrant: registrantOf(aldecoa, { email: 'dominios@conservas-aldecoa.com' }),
    pages: wholeSite(aldecoa, { contact: mailAt(aldecoa.domain) }),
  }),
  site({
    domain: 'beczki-i-kufle.com',
    victims: [zamorski],
    limit: 0.85,
    ageDays: 270,
    pages: wholeSite(zamorski, {
      head: organization(zamorski, {
        url: 'https://browar-zamorski.com/',
        sameAs: ['https://browar-zamorski.com/'],
      }),
    }),
  }),
  site({
    domain: 'pasta-a-pallet.com',
    victims: [castelrovo],
    limit: 0.85,
    ageDays: 3_000,
    registrar: '101domain GRS Limited',
    registrant: registrantOf(castelrovo),
    pages: wholeSite(castelrovo, { contact: mailAt(castelrovo.domain) }),
  }),
  site({
    domain: 'lana-utan-fragor.com',
    victims: [ostvallen],
    limit: 0.85,
    ageDays: 24,
    pages: wholeSite(ostvallen, {
      contact: mailAt(ostvallen.domain),
      foot: `${footer(ostvallen)}<p><a href="https://ostvallen.com/om-webbplatsen">Ostvallen</a></p>`,
    }),
  }),
]
