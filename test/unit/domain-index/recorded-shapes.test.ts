import { expect, test } from 'vitest'
import { parseBrregUnit } from '../../../shared/domain-index/sources/brreg.ts'
import { parseDotgov } from '../../../shared/domain-index/sources/dotgov.ts'
import { parseSeller } from '../../../shared/domain-index/sources/google-sellers.ts'
import { kboEntries } from '../../../shared/domain-index/sources/kbo.ts'
import { parsePrhCompany } from '../../../shared/domain-index/sources/prh.ts'
import {
  parseRorOrganization,
  parseZenodoRecords,
} from '../../../shared/domain-index/sources/ror.ts'
import { parseSwotFile } from '../../../shared/domain-index/sources/swot.ts'

// Structures from the documentation and from published files; all values are invented.

const GOV_COLUMNS =
  'Domain name,Domain type,Organization name,Suborganization name,City,State,Security contact email'

test.each([
  [
    'a city',
    'KETTLERIDGE.GOV,City,"Kettle Ridge, City of",,Kettle Ridge,OR,(blank)',
    [{ site: 'kettleridge.gov', name: 'Kettle Ridge, City of', country: 'US' }],
  ],
  ['a domain that is not below .gov', 'kettleridge.com,City,Kettle Ridge,,Kettle Ridge,OR,x', []],
])('.gov: %s', (_, line, entries) => {
  expect(parseDotgov(`\ufeff${GOV_COLUMNS}\r\n${line}\r\n`)).toEqual(entries)
})

const swotFile = (path: string, text: string | Uint8Array) =>
  parseSwotFile(
    `swot-master/lib/domains/${path}.txt`,
    typeof text === 'string' ? new TextEncoder().encode(text) : text,
  )

test.each([
  ['a college', 'uk/ac/thornfield', 'Thornfield College\n', 'thornfield.ac.uk'],
  [
    'names of several languages',
    'pl/edu/haldensee',
    'Thornfield College\r\nHochschule',
    'haldensee.edu.pl',
  ],
  ['a path in capitals', 'edu/THORNFIELD', 'Thornfield College', 'thornfield.edu'],
])('swot: %s', (_, path, text, site) => {
  expect(swotFile(path, text)).toEqual([{ site, name: 'Thornfield College' }])
})

test.each(['ch/haldensee', 'com/thornfield', 'ac/thornfield', 'uk/co/ac'])(
  'swot: %s is no domain below a suffix for schools, so it names nobody',
  (path) => {
    expect(swotFile(path, 'Thornfield College')).toEqual([])
  },
)

test('swot: a file without a name, or not in UTF-8, names nobody', () => {
  expect(swotFile('edu/empty', '\n')).toEqual([])
  expect(swotFile('edu/latin', Uint8Array.of(0x49, 0xe9, 0x4a))).toEqual([])
})

const ROR = {
  admin: {
    created: { date: '2018-11-14', schema_version: '1.0' },
    last_modified: { date: '2024-12-11', schema_version: '2.1' },
  },
  domains: ['thornfield.edu'],
  established: 1909,
  external_ids: [{ all: ['grid.400000.0'], preferred: 'grid.400000.0', type: 'grid' }],
  id: 'https://ror.org/0sample01',
  links: [
    { type: 'website', value: 'https://www.thornfield.edu/' },
    { type: 'wikipedia', value: 'https://en.wikipedia.org/wiki/Thornfield' },
  ],
  locations: [
    {
      geonames_details: { country_code: 'US', country_name: 'United States', name: 'Thornfield' },
      geonames_id: 5_000_000,
    },
  ],
  names: [
    { lang: null, types: ['acronym'], value: 'TSU' },
    { lang: 'en', types: ['label', 'ror_display'], value: 'Thornfield State University' },
  ],
  relationships: [],
  status: 'active',
  types: ['education', 'funder'],
}
const rorEntry = {
  name: 'Thornfield State University',
  country: 'US',
  number: '0sample01',
  date: '2024-12-11',
}

test.each([
  [
    'an organisation',
    ROR,
    [
      { ...rorEntry, site: 'thornfield.edu' },
      { ...rorEntry, site: 'https://www.thornfield.edu/' },
    ],
  ],
  ['a withdrawn organisation', { ...ROR, status: 'withdrawn' }, []],
  ['an organisation without a name to show', { ...ROR, names: [] }, []],
  ['schema 1', { id: ROR.id, name: 'Thornfield', links: ['https://www.thornfield.edu'] }, null],
])('ROR: %s', (_, organization, entries) => {
  expect(parseRorOrganization(organization)).toEqual(entries)
})

test('ROR: the newest dump is found in the list of Zenodo', () => {
  const self = 'https://zenodo.org/api/records/17953395/files/v2.0-2025-12-16-ror-data.zip/content'
  const file = { id: 'f1', key: 'v2.0-2025-12-16-ror-data.zip', size: 1, links: { self } }
  expect(
    parseZenodoRecords({ hits: { hits: [{ id: 17_953_395, files: [file] }], total: 100 } }),
  ).toBe(self)
})

const UNIT = {
  organisasjonsnummer: '100000008',
  navn: 'NORDLYS KRAFT AS',
  organisasjonsform: { kode: 'AS', beskrivelse: 'Aksjeselskap' },
  hjemmeside: 'www.nordlyskraft.no',
  registreringsdatoEnhetsregisteret: '1995-02-19',
  forretningsadresse: { land: 'Norge', landkode: 'NO', adresse: ['Storgata 1'] },
  konkurs: false,
  underAvvikling: false,
}
const { hjemmeside, ...UNIT_WITHOUT_SITE } = UNIT

test.each([
  [
    'a company',
    UNIT,
    [{ site: hjemmeside, name: 'NORDLYS KRAFT AS', country: 'NO', number: '100000008' }],
  ],
  ['a company without a website', UNIT_WITHOUT_SITE, []],
  ['a dissolved company', { ...UNIT, slettedato: '2024-01-31' }, []],
  ['a bankrupt company', { ...UNIT, konkurs: true }, []],
  ['another object', { respons_klasse: 'Enhet' }, null],
])('Brønnøysund: %s', (_, unit, entries) => {
  expect(parseBrregUnit(unit)).toEqual(entries)
})

const COMPANY = {
  businessId: { value: '9999900-1', registrationDate: '2009-08-27', source: '3' },
  names: [
    { name: 'Kivi Oy', type: '1', registrationDate: '1999-01-01', endDate: '2009-09-13' },
    { name: 'Kivisalo Oy', type: '1', registrationDate: '2009-09-14', version: 1 },
    { name: 'Kivipalvelu', type: '3', registrationDate: '2010-09-14' },
  ],
  website: { url: 'www.kivisalo.fi', registrationDate: '2010-03-02' },
  registeredEntries: [{ type: '1', register: '1', registrationDate: '2009-09-14' }],
  status: '2',
}

test.each([
  [
    'a company',
    COMPANY,
    [
      {
        site: 'www.kivisalo.fi',
        name: 'Kivisalo Oy',
        country: 'FI',
        number: '9999900-1',
        date: '2010-03-02',
      },
    ],
  ],
  ['a company without a website', { ...COMPANY, website: null }, []],
  ['a website without a date', { ...COMPANY, website: { url: 'www.kivisalo.fi' } }, []],
  ['a dissolved company', { ...COMPANY, endDate: '2024-01-31' }, []],
  ['a company whose names have ended', { ...COMPANY, names: COMPANY.names.slice(0, 1) }, []],
  ['another object', { totalResults: 1 }, null],
])('PRH: %s', (_, company, entries) => {
  expect(parsePrhCompany(company)).toEqual(entries)
})

const SELLER = {
  seller_id: 'pub-0000000000000000',
  is_confidential: 0,
  seller_type: 'PUBLISHER',
  name: 'Vossenkade BV',
  domain: 'vossenkade.nl',
}

test.each([
  ['a publisher', SELLER, [{ site: SELLER.domain, name: SELLER.name, sellerId: SELLER.seller_id }]],
  ['an intermediary', { ...SELLER, seller_type: 'INTERMEDIARY' }, []],
  ['a publisher that sells for others', { ...SELLER, seller_type: 'BOTH' }, []],
  ['a confidential publisher', { ...SELLER, is_confidential: 1 }, []],
  ['an identifier of Google', { name: 'TAG-ID', value: 'f08c47fec0942fa0' }, []],
  ['another object', { id: 'pub-1' }, null],
])('sellers.json: %s', (_, seller, entries) => {
  expect(parseSeller(seller)).toEqual(entries)
})

test('KBO: an official name is joined with the website of its company', async () => {
  async function* contacts() {
    const contact = { EntityNumber: '0100.000.070', EntityContact: 'ENT' }
    yield { ...contact, ContactType: 'EMAIL', Value: 'info@wolk.be' }
    yield { ...contact, ContactType: 'WEB', Value: 'www.wolk.be' }
  }
  async function* denominations() {
    const name = { EntityNumber: '0100.000.070', Language: '2' }
    yield { ...name, TypeOfDenomination: '003', Denomination: 'De Wolk' }
    yield { ...name, TypeOfDenomination: '001', Denomination: 'Koffiebranderij Wolk' }
    yield { ...name, TypeOfDenomination: '001', Denomination: 'Torrefaction Wolk' }
  }
  const entries = []
  for await (const batch of kboEntries(contacts(), denominations())) entries.push(...batch)
  expect(entries).toEqual([
    { site: 'www.wolk.be', name: 'Koffiebranderij Wolk', country: 'BE', number: '0100.000.070' },
  ])
  async function* other() {
    yield { Number: '1' }
  }
  const reading = kboEntries(other(), denominations()).next()
  await expect(reading).rejects.toMatchObject({ name: 'SourceUnreadable' })
})
