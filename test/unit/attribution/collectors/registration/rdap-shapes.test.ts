import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  parseRdap,
  relatedAddress,
} from '../../../../../shared/attribution/collectors/registration/parse-rdap.ts'
import { propertyRuns } from '../../../../property-runs.ts'

type Json = Record<string, unknown>

const VERSION = ['version', {}, 'text', '4.0']
const read = (object: unknown) => parseRdap('larkmill.com', 'rdap.example.net', object)
const card = (...rows: unknown[]): unknown => ['vcard', [VERSION, ...rows]]
const row = (name: string, value: unknown, parameters: Json = {}): unknown[] => [
  name,
  parameters,
  'text',
  value,
]
const domain = (more: Json, ...entities: unknown[]): Json => ({
  objectClassName: 'domain',
  ldhName: 'larkmill.com',
  entities,
  ...more,
})

const FN = row('fn', 'Ada Quill')
const ORG = row('org', 'Larkmill Paper Ltd')
const cards: [form: string, data: Json][] = [
  ['rows without the array around them', { vcardArray: ['vcard', VERSION, FN, ORG] }],
  ['rows without the word vcard', { vcardArray: [VERSION, FN, ORG] }],
  ['rows in an array of arrays of rows', { vcardArray: ['vcard', [[VERSION], [FN, ORG]]] }],
  ['a member named vcard', { vcard: card(FN, ORG) }],
  ['a member in another case', { VCardArray: card(FN, ORG) }],
  [
    'rows as objects',
    {
      vcardArray: [
        'vcard',
        [
          { name: 'fn', value: 'Ada Quill' },
          { name: 'org', parameters: {}, type: 'text', value: 'Larkmill Paper Ltd' },
        ],
      ],
    },
  ],
  [
    'an object with one member for each property',
    { vcardArray: { fn: 'Ada Quill', org: 'Larkmill Paper Ltd' } },
  ],
  [
    'rows with three elements',
    { vcardArray: card(['fn', {}, 'Ada Quill'], ['org', {}, 'Larkmill Paper Ltd']) },
  ],
  [
    'rows of a name and a value',
    { vcardArray: card(['fn', 'Ada Quill'], ['org', 'Larkmill Paper Ltd']) },
  ],
  [
    'rows without parameters',
    { vcardArray: card(['fn', 'text', 'Ada Quill'], ['org', 'text', 'Larkmill Paper Ltd']) },
  ],
  ['one flat array', { vcardArray: ['vcard', ...VERSION, ...FN, ...ORG] }],
  ['the whole card as JSON text', { vcardArray: JSON.stringify(card(FN, ORG)) }],
  ['the second of two cards', { vcardArray: [card(FN), card(ORG)] }],
  [
    'parameters as empty arrays',
    {
      vcardArray: card(['fn', [], 'text', 'Ada Quill'], ['org', [], 'text', 'Larkmill Paper Ltd']),
    },
  ],
  [
    'an organisation with departments',
    { vcardArray: card(FN, row('org', ['Larkmill Paper Ltd', 'Domains'])) },
  ],
  [
    'a name of the property in capitals',
    { vcardArray: card(row('FN', 'Ada Quill'), row('ORG', 'Larkmill Paper Ltd')) },
  ],
  [
    'rows of unknown properties between',
    { vcardArray: card(['x-note', {}, 'text', 'fn'], FN, ['x-a', {}, 7], null, 5, ORG) },
  ],
  [
    'two organisations in different scripts',
    {
      vcardArray: card(
        FN,
        row('org', 'ラークミル製紙株式会社', { language: 'ja' }),
        row('org', 'Larkmill Paper Ltd', { language: 'en' }),
      ),
    },
  ],
  [
    'an empty organisation in front',
    { vcardArray: card(FN, row('org', ''), row('org', 'n/a'), ORG) },
  ],
]

test.each(cards)('the registrant is read from %s', (_, data) => {
  expect(read(domain({}, { roles: ['registrant'], ...data })).registrant).toMatchObject({
    organization: 'Larkmill Paper Ltd',
    name: 'Ada Quill',
  })
})

test('an empty value with its type names nobody', () => {
  const empty = {
    vcardArray: card(['fn', [], 'text', ''], ['org', {}, 'text'], ['email', null, 'text', '']),
  }
  expect(read(domain({}, { roles: ['registrant', 'registrar'], ...empty }))).toMatchObject({
    registrant: { organization: null, name: null },
    registrar: { name: null },
  })
})

const parties: [place: string, entities: unknown[]][] = [
  [
    'a contact below the registrant',
    [{ roles: ['registrant'], entities: [{ roles: ['administrative'], vcardArray: card(ORG) }] }],
  ],
  [
    'the entity with the same handle',
    [
      { roles: ['registrant'], handle: 'P-1' },
      { roles: ['administrative'], handle: 'P-1', vcardArray: card(ORG) },
    ],
  ],
  [
    'the second of two registrants',
    [
      { roles: ['registrant'], vcardArray: card(row('fn', 'REDACTED FOR PRIVACY')) },
      { roles: ['registrant'], vcardArray: card(ORG) },
    ],
  ],
  ['a role as an object', [{ roles: [{ value: 'Registrant' }], vcardArray: card(ORG) }]],
  ['a member named role', [{ role: 'registrant', vcardArray: card(ORG) }]],
]

test.each(parties)('the registrant is read from %s', (_, entities) => {
  expect(read(domain({}, ...entities)).registrant.organization).toBe('Larkmill Paper Ltd')
})

test.each([
  ['entities by role', { entities: { registrant: { vcardArray: card(ORG) } } }],
  ['a member named registrant', { entities: [], registrant: { vcardArray: card(ORG) } }],
  ['a single entity', { entities: { roles: ['registrant'], vcardArray: card(ORG) } }],
])('the registrant is read from %s', (_, more) => {
  expect(read(domain(more)).registrant.organization).toBe('Larkmill Paper Ltd')
})

test.each([
  ['created_at', 'activation'],
  ['created_at', 'delegated'],
  ['expires_at', 'domain expiration'],
  ['expires_at', 'expire'],
  ['expires_at', 'paid until'],
  ['expires_at', 'validUntil'],
  ['expires_at', 'next renewal'],
] as const)('the date %s is read from the event "%s"', (property, eventAction) => {
  const record = read(domain({ events: [{ eventAction, eventDate: '2030-05-01T00:00:00Z' }] }))
  expect(record[property]).toBe('2030-05-01T00:00:00Z')
})

test.each(['TEXT', 'Text'])('the value type %s is no value', (type) => {
  const rows = [['ORG', {}, type, 'Larkmill Paper Ltd']]
  expect(
    read(domain({}, { roles: ['registrant'], vcardArray: ['vcard', rows] })).registrant
      .organization,
  ).toBe('Larkmill Paper Ltd')
})

describe('the registrar', () => {
  const firm = card(row('fn', 'Abuse Desk'), row('org', 'Fernlea Names GmbH'))
  const named: [place: string, name: string | null, registrar: Json][] = [
    [
      'the contact for abuse',
      'Fernlea Names GmbH',
      { entities: [{ roles: ['abuse'], vcardArray: firm }] },
    ],
    [
      'a contact for technology, two levels below',
      'Fernlea Names GmbH',
      { entities: [{ roles: [], entities: [{ roles: ['technical'], vcardArray: firm }] }] },
    ],
    [
      'a full name with a legal form',
      'Fernlea Names GmbH',
      { entities: [{ roles: ['abuse'], vcardArray: card(row('fn', 'Fernlea Names GmbH')) }] },
    ],
    [
      'the second contact',
      'Fernlea Names GmbH',
      {
        entities: [
          { roles: ['abuse'], vcardArray: card(row('fn', 'Abuse Team')) },
          { roles: ['billing'], vcardArray: firm },
        ],
      },
    ],
    [
      'a contact, when its own name is empty',
      'Fernlea Names GmbH',
      { vcardArray: card(row('fn', '')), entities: [{ roles: ['abuse'], vcardArray: firm }] },
    ],
    [
      'its own card first',
      'Fernlea Names',
      {
        vcardArray: card(row('fn', 'Fernlea Names')),
        entities: [{ roles: ['reseller'], vcardArray: card(row('org', 'Other Ltd')) }],
      },
    ],
    [
      'nothing, for a contact that is a desk',
      null,
      { entities: [{ roles: ['abuse'], vcardArray: card(row('fn', 'Abuse Desk')) }] },
    ],
    [
      'nothing, for a department',
      null,
      { entities: [{ roles: ['abuse'], vcardArray: card(row('fn', 'Abuse Department')) }] },
    ],
    [
      'its name without the notes of the registry',
      'Fernlea Names GmbH',
      { vcardArray: card(row('fn', 'Fernlea Names GmbH (R77-LRXX)')) },
    ],
  ]
  test.each(named)('is named by %s', (_, name, registrar) => {
    const object = domain({}, { roles: ['registrar'], handle: '77', ...registrar })
    expect(read(object).registrar.name).toBe(name)
  })

  test.each<[string | null, unknown]>([
    ['9993', [{ type: 'IANA Registrar ID', identifier: '9993' }]],
    [
      '9993',
      [
        { type: 'Registry ID', identifier: '1' },
        { type: 'iana registrar id', identifier: 9993 },
      ],
    ],
    ['9993', { type: 'IANA Registrar ID', identifier: '9993' }],
    [null, [{ type: 'Registry Identifier', identifier: '88888' }]],
    [null, [{ identifier: '88888' }]],
    [null, [{ type: 'ENS_Auth_ID', identifier: '88888' }]],
    [null, []],
    [null, [{ type: 'IANA Registrar ID', identifier: 'none' }]],
  ])('has the IANA id %s for the ids %j', (id, publicIds) => {
    expect(
      read(domain({}, { roles: ['registrar'], handle: '77', publicIds })).registrar.iana_id,
    ).toBe(id)
  })
})

test.each<[boolean | null, unknown]>([
  [true, { delegationSigned: true }],
  [true, { delegationSigned: 'true' }],
  [true, [{ delegationSigned: true }]],
  [true, { dsData: [{ keyTag: 1, digest: 'aa' }] }],
  [true, { keyData: [{ flags: 257 }] }],
  [true, { dsData: { keyTag: 1 } }],
  [true, 'signedDelegation'],
  [false, { delegationSigned: false }],
  [false, { delegationSigned: false, dsData: [] }],
  [false, 'unsigned'],
  [null, { dsData: [] }],
  [null, { zoneSigned: true }],
  [null, {}],
  [null, null],
])('DNSSEC is %s for %j', (dnssec, secureDNS) => {
  expect(read(domain({ secureDNS })).dnssec).toBe(dnssec)
})

test.each<[unknown]>([
  [[{ ldhName: 'ns1.larkmill.com' }, { ldhName: 'ns2.larkmill.com' }]],
  [[{ ldhName: 'ns1.larkmill.com. 192.0.2.1' }, { ldhName: 'NS2.LARKMILL.COM 2001:db8::1' }]],
  [['ns1.larkmill.com', 'ns2.larkmill.com.']],
  ['ns1.larkmill.com, ns2.larkmill.com'],
  [[{ nameserver: { ldhName: 'ns1.larkmill.com' } }, [{ hostName: 'ns2.larkmill.com' }]]],
  [
    {
      one: { ldhName: 'ns1.larkmill.com', links: [{ href: 'https://rdap.example.net/ns' }] },
      two: 'ns2.larkmill.com',
    },
  ],
])('the name servers are read from %j', (nameservers) => {
  expect(read(domain({ nameservers })).name_servers).toEqual([
    'ns1.larkmill.com',
    'ns2.larkmill.com',
  ])
})

const event = (eventAction: string, eventDate: unknown) => ({ eventAction, eventDate })
test.each<[Json]>([
  [
    {
      events: [
        event('registration', '2012-04-05T00:00:00Z'),
        event('expiration', '2031-04-05T00:00:00Z'),
      ],
    },
  ],
  [{ events: [event('created', '2012-04-05'), event('expires', '2031-04-05')] }],
  [{ events: [event('Creation Date', '2012-04-05'), event('Registry Expiry Date', '2031-04-05')] }],
  [
    {
      events: [
        event('registered', '2012-04-05'),
        event('last update of RDAP database', '2026-01-01'),
        event('expiry', '2031-04-05'),
      ],
    },
  ],
  [{ events: { registration: '2012-04-05', expiration: '2031-04-05' } }],
  [
    {
      events: [
        { action: 'registration', date: '2012-04-05' },
        { action: 'expirationDate', date: '2031-04-05' },
      ],
    },
  ],
  [{ createdAt: '2012-04-05', expirationDate: '2031-04-05' }],
  [
    {
      events: [
        event('registrar expiration', '2030-01-01'),
        event('expiration', '2031-04-05'),
        event('registration', '2012-04-05'),
      ],
    },
  ],
])('the dates are read from %j', (more) => {
  const { created_at, expires_at, updated_at } = read(domain(more))
  expect([created_at, expires_at, updated_at]).toEqual([
    '2012-04-05T00:00:00Z',
    '2031-04-05T00:00:00Z',
    null,
  ])
})

test.each<[unknown, string]>([
  [null, 'registered'],
  [0, 'registered'],
  [200, 'registered'],
  ['200', 'registered'],
  ['', 'registered'],
  [false, 'registered'],
  [404, 'not_found'],
  ['404', 'not_found'],
  [429, 'throttled'],
  [503, 'unavailable'],
])('a record with the error code %j is "%s"', (errorCode, outcome) => {
  expect(read(domain({ errorCode })).outcome).toBe(outcome)
})

test.each<[string | null, string]>([
  ['https://rdap.fernlea.net/domain/larkmill.com', 'application/json'],
  ['https://rdap.fernlea.net/domain/larkmill.com', 'application/rdap+json;charset=utf-8'],
  [null, 'text/html'],
  [null, 'application/jsonp'],
])('the related link is %s for the type %s', (address, type) => {
  const links = [{ rel: 'related', type, href: 'https://rdap.fernlea.net/domain/larkmill.com' }]
  expect(relatedAddress(domain({ links }))).toBe(address)
})

/** Contact cards with the same content in different JSON structures, valid and invalid ones. */
const nestedCards = fc.constantFrom<(rows: unknown[][]) => Json>(
  (rows) => ({ vcardArray: ['vcard', rows] }),
  (rows) => ({ vcardArray: ['vcard', ...rows] }),
  (rows) => ({ vcardArray: rows }),
  (rows) => ({ vCard: [['vcard', rows]] }),
  (rows) => ({ vcard_array: ['vcard', rows.map(([name, , , value]) => [name, {}, value])] }),
  (rows) => ({ vcardArray: ['vcard', rows.map(([name, , , value]) => ({ name, value }))] }),
  (rows) => ({ vcardArray: Object.fromEntries(rows.map(([name, , , value]) => [name, value])) }),
  (rows) => ({ vcardArray: JSON.stringify(['vcard', rows]) }),
  (rows) => ({ vcardArray: rows.map((one) => ['vcard', [one]]) }),
  (rows) => ({ vcardArray: ['vcard', rows.flat(1)] }),
)
const nestedDomains = fc.constantFrom<(object: Json) => unknown>(
  (object) => object,
  (object) => [object],
  (object) => ({ data: object }),
  (object) => ({ result: [object] }),
  (object) => ({ status: 200, domain: object }),
)
const names = fc.constantFrom('Larkmill Paper Ltd', 'Quill & Söhne GmbH', 'Tidewell Ateliers SARL')
const people = fc.constantFrom('Ada Quill', 'Jörg Brandt', 'Marta Nowak')

test('the same content in another nesting gives the same record', () => {
  fc.assert(
    fc.property(
      fc.record({ org: names, fn: people, country: fc.constantFrom('France', 'Poland') }),
      nestedCards,
      nestedCards,
      nestedDomains,
      fc.integer({ min: 0, max: 2 }),
      ({ org, fn, country }, ofRegistrant, ofRegistrar, ofDomain, depth) => {
        const rows = [
          VERSION,
          row('fn', fn),
          row('org', org),
          row('adr', ['', '', '', '', '', '', country]),
        ]
        const registrarRows = [VERSION, row('fn', 'Fernlea Names GmbH')]
        const publicIds = [{ type: 'IANA Registrar ID', identifier: '9993' }]
        const plain = domain(
          {},
          { roles: ['registrar'], publicIds, vcardArray: ['vcard', registrarRows] },
          { roles: ['registrant'], vcardArray: ['vcard', rows] },
        )
        let registrant: Json = { roles: ['registrant'], ...ofRegistrant(rows) }
        for (let level = 0; level < depth; level += 1)
          registrant = { roles: ['reseller'], entities: [registrant] }
        const nested = domain(
          {},
          { roles: ['registrar'], publicIds, ...ofRegistrar(registrarRows) },
          registrant,
        )
        expect(read(ofDomain(nested))).toEqual(read(plain))
        expect(read(plain).registrant).toMatchObject({ organization: org, name: fn })
      },
    ),
    { numRuns: propertyRuns(2_000) },
  )
})

test('any JSON gives a record and no error', () => {
  const members = fc.oneof(
    fc.jsonValue({ maxDepth: 8 }),
    fc.constantFrom('registrant', 'vcard', 'fn', 'org'),
  )
  fc.assert(
    fc.property(
      fc.dictionary(
        fc.constantFrom(
          'ldhName',
          'entities',
          'vcardArray',
          'roles',
          'events',
          'secureDNS',
          'nameservers',
          'status',
          'publicIds',
          'data',
        ),
        members,
      ),
      (object) => {
        read({ ...object, objectClassName: 'domain' })
        read(domain({}, { roles: ['registrant', 'registrar'], ...object, entities: [object] }))
        relatedAddress(object)
      },
    ),
    { numRuns: propertyRuns(4_000) },
  )
})
