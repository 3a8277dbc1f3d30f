import { shop, wholeSite } from '../pages.ts'
import { FAMOUS, KNOWN, operator, UNKNOWN } from '../parties.ts'
import { type FramingSite, sitesOf } from '../site.ts'

const site = sitesOf('certificate')
const { hollerbach, norrkulla, urriaga } = UNKNOWN

/** Sites whose TLS certificate names a former holder of the domain, or a provider. */
export const certificates: readonly FramingSite[] = [
  site({
    domain: 'hollerbach-aktion.com',
    victims: [hollerbach],
    ageDays: 25,
    certificates: [{ organization: hollerbach.legal, fromDays: 210, untilDays: -150 }],
    pages: shop('Aktion der Woche', { language: 'de' }),
  }),
  site({
    domain: 'urriaga-recambios.com',
    victims: [urriaga],
    limit: 0.94,
    ageDays: 60,
    certificates: [{ organization: urriaga.legal, fromDays: 170, untilDays: -190 }],
    pages: wholeSite(urriaga),
  }),
  site({
    domain: 'velour-basket-yard.com',
    victims: [operator('en', 'Akamai Technologies, Inc.', 'Akamai')],
    certificates: [
      {
        organization: 'Akamai Technologies, Inc.',
        names: ['velour-basket-yard.com'],
        fromDays: 30,
        untilDays: -330,
      },
    ],
    pages: shop('Velour and baskets'),
  }),
  site({
    domain: 'tapijt-voordeelhal.com',
    victims: [operator('en', 'Cloudflare, Inc.', 'Cloudflare')],
    certificates: [
      {
        organization: 'Cloudflare, Inc.',
        names: ['tapijt-voordeelhal.com'],
        fromDays: 45,
        untilDays: -320,
      },
    ],
    pages: shop('Tapijten met voordeel', { language: 'nl' }),
  }),
  site({
    domain: 'norrkulla-fynd.com',
    victims: [norrkulla],
    ageDays: 80,
    certificates: [{ organization: norrkulla.legal, fromDays: 460, untilDays: 60 }],
    pages: shop('Fynd varje dag', { language: 'sv' }),
  }),
  site({
    domain: 'ostvallen-kampanj.com',
    victims: [KNOWN.ostvallen],
    ageDays: 45,
    certificates: [
      {
        organization: KNOWN.ostvallen.legal,
        names: ['ostvallen-kampanj.com', 'ostvallen.com', 'www.ostvallen.com'],
        fromDays: 130,
        untilDays: -240,
      },
    ],
    pages: shop('Klockor till halva priset', { language: 'sv' }),
  }),
  // The authority checked this certificate correctly, but anybody can found a company with this
  // name.
  site({
    domain: 'klarna-helpdesk-team.com',
    victims: [FAMOUS.klarna],
    ageDays: 70,
    certificates: [{ organization: 'Klarna Helpdesk Ltd', fromDays: 30, untilDays: -330 }],
    pages: wholeSite(FAMOUS.klarna),
  }),
  site({
    domain: 'corn-street-savings.com',
    victims: [KNOWN.pemberwick],
    limit: 0.94,
    ageDays: 200,
    certificates: [{ organization: 'Pemberwick Savings Bank LLC', fromDays: 30, untilDays: -330 }],
    pages: wholeSite(KNOWN.pemberwick),
  }),
]
