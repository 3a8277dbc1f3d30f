import { mailAt, shop, wholeSite } from '../pages.ts'
import { FAMOUS, KNOWN, UNKNOWN } from '../parties.ts'
import { type FramingSite, registrantOf, sitesOf } from '../site.ts'

const site = sitesOf('registration')
const { branduzzi, hollerbach, norrkulla, thrapwell, vauclaire } = UNKNOWN

/** Sites whose registration names an innocent company as the registrant. */
export const registration: readonly FramingSite[] = [
  site({
    domain: 'lampen-restposten-24.com',
    victims: [hollerbach],
    limit: 0.85,
    ageDays: 12,
    registrant: registrantOf(hollerbach),
    pages: shop('Lampen und Restposten', { language: 'de' }),
  }),
  site({
    domain: 'night-bargain-arcade.com',
    victims: [thrapwell],
    limit: 0.85,
    ageDays: 400,
    registrant: registrantOf(thrapwell),
    pages: shop('Night bargains'),
  }),
  site({
    domain: 'remise-soldes-express.fr',
    victims: [vauclaire],
    limit: 0.85,
    ageDays: 3_000,
    registrar: 'gandi',
    registrant: registrantOf(vauclaire),
  }),
  site({
    domain: 'orologi-svendita-oggi.com',
    victims: [branduzzi],
    limit: 0.85,
    ageDays: 380,
    registrar: 'Marcaria.com International, Inc.',
    registrant: registrantOf(branduzzi),
    pages: shop('Svendita di orologi', { language: 'it' }),
  }),
  site({
    domain: 'pemberwick-online-login.com',
    victims: [KNOWN.pemberwick],
    ageDays: 20,
    registrar: 'EnCirca, Inc.',
    registrant: registrantOf(KNOWN.pemberwick),
    pages: wholeSite(KNOWN.pemberwick, { contact: mailAt('pemberwick.com') }),
  }),
  site({
    domain: 'delbetalning-oversikt.com',
    victims: [FAMOUS.klarna],
    ageDays: 400,
    registrant: registrantOf(FAMOUS.klarna),
    pages: wholeSite(FAMOUS.klarna),
  }),
  site({
    domain: 'netflix-members-lounge.com',
    victims: [FAMOUS.netflix],
    ageDays: 3_000,
    registrant: { name: 'Netflix, Inc.', street: '3 Sample Way', city: 'Los Gatos', country: 'US' },
    pages: wholeSite(FAMOUS.netflix),
  }),
  site({
    domain: 'sendung-zustellfenster.com',
    victims: [FAMOUS.dhl],
    ageDays: 90,
    registrant: {
      name: 'Attn: DHL Paket GmbH',
      organization: 'Private Person',
      street: 'c/o DHL Paket GmbH',
    },
    pages: wholeSite(FAMOUS.dhl),
  }),
  site({
    domain: 'trappor-och-dorrar.com',
    victims: [norrkulla],
    limit: 0.94,
    ageDays: 400,
    registrar: 'Instra Corporation Pty Ltd.',
    registrant: registrantOf(norrkulla, { email: 'info@norrkulla-snickeri.example' }),
    pages: wholeSite(norrkulla),
  }),
  site({
    domain: 'ostvallen-kundportal.com',
    victims: [KNOWN.ostvallen],
    ageDays: 20,
    registrant: registrantOf(KNOWN.ostvallen),
    pages: wholeSite(KNOWN.ostvallen, { contact: mailAt('ostvallen.com') }),
  }),
  // The registry of .no verifies registrants. This registration shows that Krog Handel AS, not the
  // victim, holds the name.
  site({
    domain: 'klarna-betaling.no',
    victims: [FAMOUS.klarna],
    ageDays: 20,
    registrant: registrantOf({ ...KNOWN.ostvallen, legal: 'Krog Handel AS' }),
    pages: wholeSite(FAMOUS.klarna),
  }),
]
