import type { DomainFile } from './domain-file.ts'
import { madeUpAddress } from './networks.ts'

const LISTED = /^listed-(\d{1,9})\.(com|net|org)$/
const OF_A_HUNDRED = { dead: 2, withoutSite: 2, parked: 3, redacted: 12, proxied: 5 } as const

const FIRST =
  'Amber Birch Cobalt Dune Ember Fern Granite Harbour Indigo Juniper Kestrel Linden Marble Nettle Ochre Pebble Quartz Rowan Saffron Thistle Umber Velvet Willow Yarrow Zephyr Alder Beacon Cinder Drift Elm Falcon Glacier Hazel Iris Jasper Knoll Larch Meadow North Orchard'.split(
    ' ',
  )
const SECOND =
  'brook field gate hurst mere ridge shore stead vale wick bridge combe dale fold grove haven holt moor port stone'.split(
    ' ',
  )
const TRADES = [
  ['Packaging', 'corrugated boxes and inserts for small makers'],
  ['Optics', 'lenses and mounts for laboratory microscopes'],
  ['Joinery', 'staircases, doors and window frames in oak'],
  ['Logistics', 'pallet storage and next-day haulage'],
  ['Textiles', 'woven blankets and upholstery cloth'],
  ['Instruments', 'pressure gauges for breweries and dairies'],
  ['Seeds', 'vegetable seed for market gardens'],
  ['Lighting', 'street and path lamps with low glare'],
  ['Bearings', 'plain bearings for agricultural machines'],
  ['Catering', 'lunches for offices and conferences'],
  ['Print', 'labels, leaflets and short-run books'],
  ['Metalwork', 'laser-cut sheet and welded frames'],
] as const

interface Country {
  code: string
  form: string
  language: string
  city: string
  phone: string
  registrar: string
  imprintPath: string
  imprintTitle: string
  imprint(company: string, street: string, city: string, number: number): string[]
}

const COUNTRIES: readonly Country[] = [
  {
    code: 'GB',
    form: 'Limited',
    language: 'en',
    city: 'Shrewsbury SY1 2QP',
    phone: '+44 1743',
    registrar: 'tucows',
    imprintPath: '/legal',
    imprintTitle: 'Company information',
    imprint: (company, street, city, number) => [
      `<p>${company}, ${street}, ${city}.</p>`,
      `<p>Registered in England and Wales, company number ${String(10_000_000 + (number % 5_000_000)).padStart(8, '0')}.</p>`,
    ],
  },
  {
    code: 'DE',
    form: 'GmbH',
    language: 'de',
    city: '99084 Erfurt',
    phone: '+49 361',
    registrar: 'ionos',
    imprintPath: '/impressum',
    imprintTitle: 'Impressum',
    imprint: (company, street, city, number) => [
      '<p>Angaben gemäß § 5 DDG</p>',
      `<p>${company}<br>${street}<br>${city}</p>`,
      `<p>Registergericht: Amtsgericht Jena, HRB ${500_000 + (number % 20_000)}</p>`,
    ],
  },
  {
    code: 'US',
    form: 'LLC',
    language: 'en',
    city: 'Dayton, OH 45402',
    phone: '+1 937',
    registrar: 'godaddy',
    imprintPath: '/terms',
    imprintTitle: 'Terms of use',
    imprint: (company, street, city) => [
      `<p>These terms are an agreement between you and ${company} ("we", "us"), ${street}, ${city}.</p>`,
    ],
  },
  {
    code: 'FR',
    form: 'SARL',
    language: 'fr',
    city: '21000 Dijon',
    phone: '+33 3',
    registrar: 'gandi',
    imprintPath: '/mentions-legales',
    imprintTitle: 'Mentions légales',
    imprint: (company, street, city, number) => [
      `<p>Éditeur du site : ${company}, ${street}, ${city}</p>`,
      `<p>RCS Dijon ${withCheckDigit(String(40_000_000 + (number % 9_000_000)))}</p>`,
    ],
  },
  {
    code: 'SE',
    form: 'AB',
    language: 'sv',
    city: '582 24 Linköping',
    phone: '+46 13',
    registrar: 'namecheap',
    imprintPath: '/om-oss',
    imprintTitle: 'Om oss',
    imprint: (company, street, city, number) => [
      `<p>Webbplatsen drivs av ${company}, ${street}, ${city}.</p>`,
      `<p>Org.nr ${withCheckDigit(`556${100_000 + (number % 800_000)}`).replace(/(.{4})$/, '-$1')}</p>`,
    ],
  },
]

/**
 * Generates the company of `listed-<digits>.com`, `.net` or `.org`. The same domain always gets the
 * same data. Null for any other domain.
 * Of 100 domains, about 2 are unregistered, 2 have no site, 3 are parked, and 17 hide their
 * registrant.
 */
export function listedCompany(domain: string): DomainFile | null {
  const match = LISTED.exec(domain)
  if (!match) return null
  const seed = Number(match[1]) * 3 + ['com', 'net', 'org'].indexOf(match[2] ?? '')
  const draw = drawer(seed)
  const lot = draw(100)
  const { dead, withoutSite, parked, redacted, proxied } = OF_A_HUNDRED
  const unanswerable = { operator: null, accept: [], reject: [] }
  if (lot < dead) return { domain, class: 'dead', truth: unanswerable, rdap: null, whois: null }
  const company = companyOf(seed, draw)
  const address = madeUpAddress(draw(1000), draw(65_536))
  if (lot < dead + withoutSite) {
    return {
      ...registered(domain, company, address, 'redacted', draw),
      class: 'dead',
      truth: unanswerable,
    }
  }
  if (lot < dead + withoutSite + parked) {
    return {
      ...registered(domain, company, '199.59.243.228', 'redacted', draw),
      class: 'parked',
      truth: unanswerable,
      site: parkedSite(domain),
    }
  }
  const hidden = lot - dead - withoutSite - parked
  const privacy = hidden < redacted ? 'redacted' : hidden < redacted + proxied ? 'proxy' : 'shown'
  const truth = { operator: company.name, accept: [company.name, company.brand], reject: [] }
  return {
    ...registered(domain, company, address, privacy, draw),
    class: 'smb',
    truth,
    site: companySite(domain, company, draw),
  }
}

interface Company {
  brand: string
  name: string
  country: Country
  trade: (typeof TRADES)[number]
  street: string
  number: number
}

/**
 * The number of a company is multiplied by this prime to choose its name. Neighbouring numbers then
 * give different names.
 */
const NAME_STRIDE = 7919

function companyOf(seed: number, draw: Draw): Company {
  const place = { left: seed * NAME_STRIDE }
  const next = <T>(list: readonly T[]): T => {
    const chosen = list[place.left % list.length]
    if (chosen === undefined) throw new Error('an empty list to choose from')
    place.left = Math.floor(place.left / list.length)
    return chosen
  }
  const [first, second, trade, country] = [next(FIRST), next(SECOND), next(TRADES), next(COUNTRIES)]
  const brand = `${first}${second} ${trade[0]}`
  const house = 1 + draw(90)
  const street =
    country.code === 'DE' ? `Lindenweg ${house}` : `${house} ${FIRST[draw(FIRST.length)]} Lane`
  return {
    brand,
    name: `${brand} ${country.form}`,
    country,
    trade,
    street,
    number: draw(1_000_000_000),
  }
}

function registered(
  domain: string,
  company: Company,
  address: string,
  privacy: 'shown' | 'redacted' | 'proxy',
  draw: Draw,
): DomainFile {
  const created = `${2004 + draw(20)}-${String(1 + draw(12)).padStart(2, '0')}-${String(1 + draw(28)).padStart(2, '0')}`
  const { country } = company
  return {
    domain,
    registration: {
      registrar: country.registrar,
      registrant: {
        organization: company.name,
        name: 'Domain Administrator',
        country: country.code,
        street: company.street,
        email: `domains@${domain}`,
      },
      privacy,
      created,
    },
    dns: {
      [domain]: {
        NS: [`ns1.${domain}`, `ns2.${domain}`],
        SOA: [`ns1.${domain} hostmaster.${domain} 2026071401 10000 2400 604800 3600`],
        A: [address],
        MX: [`10 mail.${domain}`],
        TXT: ['v=spf1 mx -all'],
      },
      [`www.${domain}`]: { CNAME: [domain] },
      [`mail.${domain}`]: { A: [address] },
      [`ns1.${domain}`]: { A: [address] },
      [`ns2.${domain}`]: { A: [address] },
    },
  }
}

function companySite(
  domain: string,
  company: Company,
  draw: Draw,
): NonNullable<DomainFile['site']> {
  const { country, brand, name, trade } = company
  const founded = 1950 + draw(70)
  const page = (title: string, ...body: string[]) => [
    `<!doctype html><html lang="${country.language}"><head><meta charset="utf-8"><title>${title}</title></head><body>`,
    ...body,
    `<footer><p>&copy; ${founded}–2026 ${name}</p><a href="${country.imprintPath}">${country.imprintTitle}</a></footer></body></html>`,
  ]
  return {
    home: `https://www.${domain}/`,
    pages: {
      '/': page(
        brand,
        `<h1>${brand}</h1>`,
        `<p>${trade[1]}, since ${founded}.</p>`,
        `<p>Call ${country.phone} ${100_000 + draw(899_999)}.</p>`,
      ),
      [country.imprintPath]: page(
        `${country.imprintTitle} | ${brand}`,
        `<h1>${country.imprintTitle}</h1>`,
        ...country.imprint(name, company.street, country.city, company.number),
      ),
      '/robots.txt': 'User-agent: *\nDisallow:\n',
    },
  }
}

function parkedSite(domain: string): NonNullable<DomainFile['site']> {
  return {
    home: `https://${domain}/`,
    pages: {
      '/': [
        `<!doctype html><html><head><title>${domain}</title></head><body>`,
        `<h1>${domain}</h1><p>This domain is parked free of charge. Related searches: office supplies, local trades.</p>`,
        '<script src="https://www.google.com/adsense/domains/caf.js"></script></body></html>',
      ],
    },
  }
}

/**
 * Adds the check digit of Luhn's algorithm. SIREN numbers (France) and Swedish organization numbers
 * end with it.
 */
function withCheckDigit(digits: string): string {
  const sum = Array.from(digits)
    .toReversed()
    .map((digit, index) => Number(digit) * (index % 2 === 0 ? 2 : 1))
    .reduce((total, value) => total + (value > 9 ? value - 9 : value), 0)
  return `${digits}${(10 - (sum % 10)) % 10}`
}

type Draw = (below: number) => number

/** Random numbers of the algorithm splitmix32. The same seed always gives the same numbers. */
function drawer(seed: number): Draw {
  let state = seed >>> 0
  return (below) => {
    state = (state + 0x9e3779b9) >>> 0
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad)
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97)
    return ((mixed ^ (mixed >>> 15)) >>> 0) % below
  }
}
