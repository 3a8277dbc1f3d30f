import { mailAt, organization, shop, wholeSite } from '../pages.ts'
import { FAMOUS, KNOWN } from '../parties.ts'
import { type FramingSite, sitesOf } from '../site.ts'
import { BANK_ADDRESS } from './known-companies.ts'

const site = sitesOf('network')
const { google, ionos, microsoft } = FAMOUS
const { dornheck, pemberwick } = KNOWN

const cloud = (asn: number, as_name: string, org: string, prefix: string, ptr: string | null) => ({
  asn,
  as_name,
  prefix,
  cc: 'US',
  registry: 'arin',
  ptr,
  org,
  allocated: '2016-02-11',
})

/**
 * Sites whose IP address suggests a company: a rented machine in the network of the imitated brand,
 * or an address of the victim.
 */
export const network: readonly FramingSite[] = [
  site({
    domain: 'microsoft-lizenzschalter.com',
    victims: [microsoft],
    ageDays: 20,
    address: '20.61.7.9',
    addresses: {
      '20.61.7.9': cloud(
        8075,
        'MICROSOFT-CORP-MSN-AS-BLOCK',
        'Microsoft Corporation',
        '20.61.0.0/16',
        null,
      ),
    },
    pages: wholeSite(microsoft),
  }),
  site({
    domain: 'google-drive-ablage.com',
    victims: [google],
    ageDays: 420,
    address: '34.97.12.4',
    pages: wholeSite(google),
  }),
  site({
    domain: 'ionos-postfach-kunden.com',
    victims: [ionos],
    ageDays: 30,
    address: '217.160.44.12',
    pages: wholeSite(ionos),
  }),
  site({
    domain: 'cut-price-vapour-lounge.com',
    victims: [pemberwick],
    limit: 0.85,
    ageDays: 150,
    address: BANK_ADDRESS,
    pages: wholeSite(pemberwick, {
      head: `${organization(pemberwick)}<link rel="canonical" href="https://pemberwick.com/">`,
      contact: mailAt('pemberwick.com'),
    }),
  }),
  site({
    domain: 'wetten-mit-bonus.com',
    victims: [dornheck],
    ageDays: 240,
    address: '167.99.210.14',
    addresses: {
      '167.99.210.14': cloud(
        14_061,
        'DIGITALOCEAN-ASN',
        'DigitalOcean, LLC',
        '167.99.0.0/16',
        'web3.dornheck-messtechnik.com',
      ),
    },
    pages: shop('Wetten mit Bonus', { language: 'de' }),
  }),
]
