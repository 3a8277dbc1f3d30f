import {
  imprintText,
  jsonLd,
  mailAt,
  organization,
  page,
  privacyPage,
  shop,
  shopWithImprint,
  wholeSite,
} from '../pages.ts'
import { FAMOUS, KNOWN, operator, UNKNOWN } from '../parties.ts'
import { type FramingSite, sitesOf } from '../site.ts'

const site = sitesOf('copied pages')
const { everdonk, hollerbach, thrapwell, urriaga, vauclaire } = UNKNOWN
const { castelrovo, zamorski } = KNOWN
const trader = operator('en', 'Larkbit Trading LLC', 'Larkbit Trading')

const feed = (legal: string): string =>
  `<?xml version="1.0" encoding="utf-8"?><rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel>` +
  `<title>${legal}</title><link>https://ofertas-relampago-hoy.com/</link><description>${legal}</description>` +
  `<copyright>© 2026 ${legal}</copyright><managingEditor>redaccion@example.com (${legal})</managingEditor>` +
  `<item><title>Oferta</title><dc:creator>${legal}</dc:creator><pubDate>Fri, 20 Nov 2026 08:00:00 GMT</pubDate></item>` +
  `</channel></rss>`

export const copiedPages: readonly FramingSite[] = [
  site({
    domain: 'uhrenkeller-sonderposten.com',
    victims: [hollerbach],
    limit: 0.94,
    ageDays: 300,
    pages: shopWithImprint('Uhren und Sonderposten', hollerbach),
  }),
  site({
    domain: 'cave-aux-affaires.com',
    victims: [vauclaire],
    limit: 0.94,
    ageDays: 700,
    pages: {
      ...shop('La cave aux affaires', {
        language: 'fr',
        body: '<p><a href="/confidentialite">Confidentialité</a></p>',
      }),
      ...privacyPage(vauclaire),
    },
  }),
  site({
    domain: 'midnight-sneaker-vault.com',
    victims: [thrapwell],
    limit: 0.85,
    pages: shop('Midnight sneakers', {
      head: organization(thrapwell, { url: 'https://midnight-sneaker-vault.com/' }),
    }),
  }),
  site({
    domain: 'ofertas-relampago-hoy.com',
    victims: [urriaga],
    pages: shop('Ofertas del día', {
      language: 'es',
      head: '<link rel="alternate" type="application/rss+xml" href="/feed.xml">',
    }),
    files: { '/feed.xml': feed(urriaga.legal) },
  }),
  site({
    domain: 'koopjes-in-de-nacht.com',
    victims: [everdonk],
    pages: shop('Koopjes in de nacht', {
      language: 'nl',
      head: '<link rel="manifest" href="/site.webmanifest">',
    }),
    files: {
      '/.well-known/security.txt': [
        `# ${everdonk.legal}`,
        'Contact: mailto:security@slagerij-everdonk.example',
        'Expires: 2027-10-01T00:00:00Z',
      ].join('\n'),
      '/humans.txt': `/* TEAM */\nOwner: ${everdonk.legal}\nLocation: Zutphen\n`,
      '/site.webmanifest': JSON.stringify({ name: everdonk.legal, short_name: everdonk.brand }),
    },
  }),
  // The copied imprint is in another language than the home page.
  site({
    domain: 'garden-shed-clearout.com',
    victims: [zamorski],
    limit: 0.85,
    ageDays: 210,
    pages: {
      ...shop('Garden sheds', { body: '<p><a href="/imprint">Imprint</a></p>' }),
      '/imprint': page(
        'Imprint',
        `<h1>Imprint</h1>${imprintText(zamorski, mailAt(zamorski.domain))}`,
      ),
    },
  }),
  site({
    domain: 'velvet-pawn-outlet.com',
    victims: [thrapwell],
    // Visitors can read the sentence that names the company. It counts as a statement of the site's
    // holder, like an imprint, so the company may get a high confidence.
    limit: 0.94,
    pages: shop('Velvet Pawn Outlet', {
      head: jsonLd({
        '@type': 'Organization',
        name: 'Velvet Pawn Outlet',
        parentOrganization: {
          '@type': 'Organization',
          name: thrapwell.brand,
          legalName: thrapwell.legal,
        },
      }),
      body: `<p>Velvet Pawn Outlet is part of ${thrapwell.legal}.</p>`,
    }),
  }),
  site({
    domain: 'larkbit-trading.com',
    victims: [castelrovo],
    operator: trader,
    ageDays: 500,
    pages: wholeSite(trader, {
      head:
        organization(trader, { alternateName: [castelrovo.legal, castelrovo.brand] }) +
        `<meta property="og:site_name" content="${castelrovo.brand}">`,
    }),
  }),
  site({
    domain: 'aviso-de-entrega-24.com',
    victims: [FAMOUS.correos],
    ageDays: 400,
    pages: wholeSite(FAMOUS.correos, { contact: mailAt('correos.es') }),
  }),
  site({
    domain: 'szybka-doplata-online.com',
    victims: [FAMOUS.allegro],
    ageDays: 20,
    pages: wholeSite(FAMOUS.allegro),
  }),
]
