import { mailAt, page, shop, wholeSite } from '../pages.ts'
import { KNOWN } from '../parties.ts'
import { domainFile, type FramingSite, sitesOf } from '../site.ts'

const site = sitesOf('advertising file')
const { aldecoa, castelrovo, hauteval, pemberwick, zamorski } = KNOWN

/**
 * An honest advertising system. Its file lists the victims as sellers, but only for their own
 * domains.
 */
export const adSystem = domainFile({
  domain: 'adrovia-exchange.com',
  ageDays: 3_000,
  pages: { '/': page('Adrovia Exchange', '<h1>Adrovia Exchange</h1>') },
  files: {
    '/sellers.json': JSON.stringify({
      version: '1.0',
      sellers: [castelrovo, zamorski, hauteval].map(({ legal, domain }, index) => ({
        seller_id: String(50_110 + index),
        name: legal,
        domain,
        seller_type: 'PUBLISHER',
      })),
    }),
  },
})

/** An advertising system that the attacker owns. Its file names the attacker's site. */
export const ownAdSystem = domainFile({
  domain: 'paid-lines-network.com',
  ageDays: 400,
  pages: { '/': page('Paid lines', '<h1>Paid lines</h1>') },
  files: {
    '/sellers.json': JSON.stringify({
      version: '1.0',
      sellers: [
        {
          seller_id: '7',
          name: hauteval.legal,
          domain: 'cuisine-en-solde.com',
          seller_type: 'PUBLISHER',
        },
      ],
    }),
  },
})

const adsTxt = (index: number, owner: string | null): string =>
  `OWNERDOMAIN=${owner}\nadrovia-exchange.com, ${50_110 + index}, DIRECT, f08c47fec0942fa0\n`

/**
 * Hostile sites with copies of the victims' files about advertisements and affiliation, such as
 * ads.txt.
 */
export const advertisingFiles: readonly FramingSite[] = [
  site({
    domain: 'slot-fortuna-notte.com',
    victims: [castelrovo],
    pages: shop('Slot e fortuna', { language: 'it' }),
    files: { '/ads.txt': adsTxt(0, castelrovo.domain) },
  }),
  site({
    domain: 'pikantne-randki-24.com',
    victims: [zamorski],
    pages: shop('Randki bez zobowiązań', { language: 'pl' }),
    files: { '/app-ads.txt': adsTxt(1, zamorski.domain) },
  }),
  site({
    domain: 'daily-rumour-sheet.com',
    victims: [pemberwick],
    pages: shop('The daily rumour sheet'),
    files: {
      '/trust.txt':
        'controlledby=https://www.pemberwick.com/\ncontact=desk@daily-rumour-sheet.com\n',
    },
  }),
  site({
    domain: 'subasta-rapida-online.com',
    victims: [aldecoa],
    pages: shop('Subasta rápida', { language: 'es' }),
    files: {
      '/.well-known/related-website-set.json': JSON.stringify({
        primary: 'https://conservas-aldecoa.com',
      }),
    },
  }),
  site({
    domain: 'paris-enchere-nocturne.com',
    victims: [hauteval],
    limit: 0.85,
    ageDays: 260,
    pages: wholeSite(hauteval, { contact: mailAt(hauteval.domain) }),
    files: {
      '/ads.txt': adsTxt(2, hauteval.domain),
      '/trust.txt': 'controlledby=https://brasserie-hauteval.fr/\n',
    },
  }),
  site({
    domain: 'cuisine-en-solde.com',
    victims: [hauteval],
    limit: 0.94,
    pages: wholeSite(hauteval),
    files: { '/ads.txt': 'paid-lines-network.com, 7, DIRECT\n' },
  }),
]
