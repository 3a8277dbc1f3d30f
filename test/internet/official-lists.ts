import { gzipSync } from 'node:zlib'
import { z } from 'zod'
import lists from './domain-index.json' with { type: 'json' }
import { BytesResponse, type SampleRequest } from './messages.ts'
import { type ArchivedFile, tarOf, zipOf } from './tar-and-zip.ts'

const Lists = z.object({
  dotgov: z.array(z.object({ domain: z.string(), organization: z.string() })),
  swot: z.array(z.object({ path: z.string(), names: z.array(z.string()) })),
  ror: z.array(
    z.object({
      id: z.string(),
      status: z.enum(['active', 'inactive', 'withdrawn']),
      name: z.string(),
      country: z.string(),
      website: z.string(),
      modified: z.string(),
    }),
  ),
  brreg: z.array(z.object({ number: z.string(), name: z.string(), website: z.string() })),
  prh: z.array(z.object({ number: z.string(), name: z.string(), website: z.string() })),
  google_sellers: z.array(
    z.object({
      seller_id: z.string(),
      seller_type: z.enum(['PUBLISHER', 'BOTH', 'INTERMEDIARY']),
      name: z.string(),
      domain: z.string(),
    }),
  ),
})
const LISTS = Lists.parse(lists)

/** Names of the file, without those of the further rows. */
export const LISTED_NAMES: ReadonlySet<string> = new Set([
  ...LISTS.dotgov.map(({ organization }) => organization),
  ...LISTS.swot.flatMap(({ names }) => names),
  ...[...LISTS.ror, ...LISTS.brreg, ...LISTS.prh, ...LISTS.google_sellers].map(({ name }) => name),
])

/** Rows that each list has besides the ones of the file, so that a list has some 100 rows. */
const FURTHER_ROWS = 100
const further = <Row>(row: (number: number) => Row): Row[] =>
  Array.from({ length: FURTHER_ROWS }, (_, index) => row(index))

const RECORD = '14728473'
const DUMP = 'v1.74-2025-11-24-ror-data'
const DUMP_URL = `https://zenodo.org/api/records/${RECORD}/files/${DUMP}.zip/content`

interface ServedFile {
  type: string
  bytes: () => Buffer
}

const text = (content: string): Buffer => Buffer.from(content)
const file = (name: string, value: unknown): ArchivedFile => ({
  name,
  bytes: text(JSON.stringify(value)),
})

/** Files by URL, without the query. */
const FILES: Readonly<Record<string, ServedFile>> = {
  'https://raw.githubusercontent.com/cisagov/dotgov-data/main/current-full.csv': {
    type: 'text/plain; charset=utf-8',
    bytes: () => text(dotgovCsv()),
  },
  'https://codeload.github.com/JetBrains/swot/tar.gz/refs/heads/master': {
    type: 'application/x-gzip',
    bytes: () => gzipSync(tarOf(swotFiles())),
  },
  'https://zenodo.org/api/records/': {
    type: 'application/json',
    bytes: () =>
      text(
        JSON.stringify({
          hits: {
            hits: [{ id: RECORD, files: [{ key: `${DUMP}.zip`, links: { self: DUMP_URL } }] }],
            total: 1,
          },
        }),
      ),
  },
  [DUMP_URL]: {
    type: 'application/octet-stream',
    bytes: () =>
      zipOf(
        [file(`${DUMP}.json`, []), file(`${DUMP}_schema_v2.json`, rorOrganizations())],
        'before',
      ),
  },
  'https://data.brreg.no/enhetsregisteret/api/enheter/lastned': {
    type: 'application/vnd.brreg.enhetsregisteret.enhet.v2+gzip;charset=UTF-8',
    bytes: () => gzipSync(text(JSON.stringify(brregUnits()))),
  },
  'https://avoindata.prh.fi/opendata-ytj-api/v3/all_companies': {
    type: 'application/zip',
    bytes: () => zipOf([file('data_20261122.json', prhCompanies())], 'after'),
  },
  'https://realtimebidding.google.com/sellers.json': {
    type: 'application/json',
    bytes: () => text(JSON.stringify(sellersFile())),
  },
}

/** Beginnings of the URLs of the lists. */
export const OFFICIAL_LISTS = Object.keys(FILES)

/** Answers as the hosts of the lists do. They refuse a request without a User-Agent header. */
export function answerOfficialLists(request: SampleRequest): Response {
  const { origin, pathname } = new URL(request.url)
  const served = FILES[origin + pathname]
  if (served === undefined) return new Response('Not Found', { status: 404 })
  if (request.method !== 'GET')
    return new Response(null, { status: 405, headers: { allow: 'GET' } })
  if (!request.headers.get('user-agent')) return new Response('Forbidden', { status: 403 })
  return new BytesResponse(new Uint8Array(served.bytes()), {
    headers: { 'content-type': served.type },
  })
}

function dotgovCsv(): string {
  const rows = [
    ...LISTS.dotgov,
    ...further((number) => ({ domain: `town-${number}.gov`, organization: `Town ${number}` })),
  ]
  const columns =
    'Domain name,Domain type,Organization name,Suborganization name,City,State,Security contact email'
  return [columns, ...rows.map(({ domain, organization }) => lineOf(domain, organization))].join(
    '\n',
  )
}

const lineOf = (domain: string, organization: string): string =>
  `${domain},City,"${organization}",,Kettle Ridge,OR,(blank)`

function swotFiles(): ArchivedFile[] {
  const schools = [
    ...LISTS.swot,
    ...further((number) => ({ path: `uk/ac/college-${number}`, names: [`College ${number}`] })),
  ]
  return [
    { name: 'swot-master/README.md', bytes: text('# Swot\n') },
    ...schools.map(({ path, names }) => ({
      name: `swot-master/lib/domains/${path}.txt`,
      bytes: text(`${names.join('\n')}\n`),
    })),
  ]
}

function rorOrganizations(): unknown[] {
  const organizations = [
    ...LISTS.ror,
    ...further((number) => ({
      id: `https://ror.org/0lab${String(number).padStart(5, '0')}`,
      status: 'active',
      name: `Laboratory ${number}`,
      country: 'NL',
      website: `https://laboratory-${number}.nl/`,
      modified: '2024-12-11',
    })),
  ]
  return organizations.map(({ id, status, name, country, website, modified }) => ({
    id,
    status,
    names: [{ value: name, types: ['label', 'ror_display'], lang: 'en' }],
    links: [{ type: 'website', value: website }],
    domains: [],
    locations: [{ geonames_id: 1, geonames_details: { country_code: country, name: 'Town' } }],
    admin: {
      created: { date: '2018-11-14', schema_version: '1.0' },
      last_modified: { date: modified, schema_version: '2.1' },
    },
  }))
}

function brregUnits(): unknown[] {
  const units = [
    ...LISTS.brreg,
    ...further((number) => ({
      number: String(900_000_000 + number),
      name: `FJORDVERK ${number} AS`,
      website: `fjordverk-${number}.no`,
    })),
  ]
  return units.map(({ number, name, website }) => ({
    organisasjonsnummer: number,
    navn: name,
    organisasjonsform: { kode: 'AS', beskrivelse: 'Aksjeselskap' },
    hjemmeside: website,
    konkurs: false,
  }))
}

function prhCompanies(): unknown[] {
  const companies = [
    ...LISTS.prh,
    ...further((number) => ({
      number: `${String(number).padStart(7, '0')}-1`,
      name: `Saarimylly ${number} Oy`,
      website: `saarimylly-${number}.fi`,
    })),
  ]
  return companies.map(({ number, name, website }) => ({
    businessId: { value: number, registrationDate: '2009-08-27' },
    names: [{ name, type: '1', registrationDate: '2009-09-14', version: 1 }],
    website: { url: website, registrationDate: '2010-03-02' },
    tradeRegisterStatus: '1',
    status: '2',
  }))
}

const sellersFile = (): unknown => ({
  contact_email: 'sellers@google.example',
  version: '1.0',
  identifiers: [{ name: 'TAG-ID', value: 'f08c47fec0942fa0' }],
  sellers: [
    ...LISTS.google_sellers.map((seller) => ({ is_confidential: 0, ...seller })),
    ...further((number) => ({
      seller_id: `pub-${String(number).padStart(16, '1')}`,
      is_confidential: 1,
      seller_type: 'PUBLISHER',
    })),
  ],
})
