import { describe, expect, test } from 'vitest'
import { mergeRecords } from '../../../../../shared/attribution/collectors/registration/merge-records.ts'
import {
  parseRdap,
  relatedAddress,
} from '../../../../../shared/attribution/collectors/registration/parse-rdap.ts'
import {
  baseFor,
  readBootstrap,
} from '../../../../../shared/attribution/collectors/registration/rdap-bootstrap.ts'

type Json = Record<string, unknown>

function card(...properties: unknown[][]): unknown {
  return ['vcard', [['version', {}, 'text', '4.0'], ...properties]]
}

const registrar = {
  objectClassName: 'entity',
  handle: '9991',
  roles: ['registrar'],
  publicIds: [{ type: 'IANA Registrar ID', identifier: '9991' }],
  vcardArray: card(['fn', {}, 'text', 'Ledgerstone Names, LLC']),
  entities: [{ roles: ['abuse'], vcardArray: card(['fn', {}, 'text', 'Abuse Desk']) }],
}

function domainObject(more: Json = {}, ...entities: Json[]): Json {
  return {
    objectClassName: 'domain',
    ldhName: 'TEALHARBOUR.COM',
    status: ['client transfer prohibited'],
    events: [
      { eventAction: 'registration', eventDate: '2011-06-07T19:23:48Z' },
      { eventAction: 'last changed', eventDate: '2025-03-02T10:11:12Z' },
      { eventAction: 'expiration', eventDate: '2031-06-07T19:23:48Z' },
      { eventAction: 'last update of RDAP database', eventDate: '2026-01-01T00:00:00Z' },
    ],
    nameservers: [{ ldhName: 'NS1.TEALHARBOUR.COM.' }, { ldhName: 'ns2.tealharbour.com' }],
    secureDNS: { delegationSigned: true },
    entities: [registrar, ...entities],
    ...more,
  }
}

function registrant(...properties: unknown[][]): Json {
  return { objectClassName: 'entity', roles: ['registrant'], vcardArray: card(...properties) }
}

const ADDRESS = [
  'adr',
  {},
  'text',
  ['', '', '1 Pier Road', 'Salem', 'MA', '01970', 'United States'],
]

function read(object: unknown) {
  return parseRdap('tealharbour.com', 'rdap.example.net', object)
}

test('all fields of a domain object are read', () => {
  const person = registrant(
    ['fn', {}, 'text', 'Jo Miller'],
    ['org', {}, 'text', 'Teal Harbour, Inc.'],
    ADDRESS,
    ['email', {}, 'text', 'jo@tealharbour.com'],
  )
  expect(read(domainObject({}, person))).toEqual({
    domain: 'tealharbour.com',
    outcome: 'registered',
    registrant: {
      organization: 'Teal Harbour, Inc.',
      name: 'Jo Miller',
      country: 'US',
      email_domain: 'tealharbour.com',
    },
    registrar: {
      name: 'Ledgerstone Names, LLC',
      iana_id: '9991',
      url: null,
      abuse_email: null,
      abuse_phone: null,
    },
    name_servers: ['ns1.tealharbour.com', 'ns2.tealharbour.com'],
    statuses: ['client transfer prohibited'],
    created_at: '2011-06-07T19:23:48Z',
    updated_at: '2025-03-02T10:11:12Z',
    expires_at: '2031-06-07T19:23:48Z',
    privacy: 'none',
    privacy_service: null,
    dnssec: true,
    source: 'rdap',
    servers: ['rdap.example.net'],
  })
})

const shapes: [shape: string, entity: Json, organization: string | null, country?: string][] = [
  [
    'an organisation with units',
    registrant(['org', {}, 'text', ['Teal Harbour, Inc.', 'Domains']]),
    'Teal Harbour, Inc.',
  ],
  [
    'a name of kind org',
    registrant(['kind', {}, 'text', 'org'], ['fn', {}, 'text', 'Teal Harbour']),
    'Teal Harbour',
  ],
  [
    'a country in a parameter',
    registrant(
      ['org', {}, 'text', 'Teal Harbour, Inc.'],
      ['adr', { CC: 'CA' }, 'text', ['', '', '', '', '', '', '']],
    ),
    'Teal Harbour, Inc.',
    'CA',
  ],
  [
    'a country on the last line of a label',
    registrant(
      ['org', {}, 'text', 'Teal Harbour, Inc.'],
      ['adr', { label: '1 Pier Road\nSalem\nCanada' }, 'text', ['', '', '', '', '', '', '']],
    ),
    'Teal Harbour, Inc.',
    'CA',
  ],
  [
    'several roles',
    {
      ...registrant(['org', {}, 'text', 'Teal Harbour, Inc.']),
      roles: ['administrative', 'Registrant'],
    },
    'Teal Harbour, Inc.',
  ],
  [
    'a role that is not a list',
    { ...registrant(['org', {}, 'text', 'Teal Harbour, Inc.']), roles: 'registrant' },
    'Teal Harbour, Inc.',
  ],
  [
    'an entity inside an entity',
    { roles: ['reseller'], entities: [registrant(['org', {}, 'text', 'Teal Harbour, Inc.'])] },
    'Teal Harbour, Inc.',
  ],
  [
    'a JSContact card',
    {
      roles: ['registrant'],
      jscard: {
        organizations: { o: { name: 'Teal Harbour, Inc.' } },
        addresses: { a: { countryCode: 'US' } },
      },
    },
    'Teal Harbour, Inc.',
    'US',
  ],
  ['a registrant without a card', { roles: ['registrant'] }, null],
  [
    'a card that is not a list',
    { roles: ['registrant'], vcardArray: { fn: 'Teal Harbour' } },
    null,
  ],
]

test.each(shapes)('the registrant is read from %s', (_, entity, organization, country) => {
  const record = read(domainObject({}, entity))
  expect(record.registrant.organization).toBe(organization)
  if (country !== undefined) expect(record.registrant.country).toBe(country)
})

describe('redaction by RFC 9537', () => {
  const path = "$.entities[?(@.roles[0]=='registrant')].vcardArray[1][?(@[0]=='fn')][3]"

  test('an emptied name gives a redacted registrant', () => {
    const redacted = [
      { name: { description: 'Registrant Name' }, postPath: path, method: 'emptyValue' },
    ]
    const record = read(domainObject({ redacted }, registrant(['fn', {}, 'text', ''], ADDRESS)))
    expect(record).toMatchObject({ privacy: 'redacted', registrant: { name: null, country: 'US' } })
  })

  test('a partial name is not used as the name', () => {
    const redacted = [{ name: { type: 'Registrant Name' }, postPath: path, method: 'partialValue' }]
    const record = read(domainObject({ redacted }, registrant(['fn', {}, 'text', 'J. M.'])))
    expect(record).toMatchObject({ privacy: 'redacted', registrant: { name: null } })
  })

  test("a replaced mailbox is not used as the registrant's", () => {
    const replaced = {
      name: { description: 'Registrant Email' },
      replacementPath:
        "$.entities[?(@.roles[0]=='registrant')].vcardArray[1][?(@[0]=='contact-uri')]",
      method: 'replacementValue',
    }
    const person = registrant(
      ['org', {}, 'text', 'Teal Harbour, Inc.'],
      ['email', {}, 'text', 'relay@forms.example.net'],
    )
    const record = read(domainObject({ redacted: [replaced] }, person))
    expect(record.registrant).toMatchObject({
      organization: 'Teal Harbour, Inc.',
      email_domain: null,
    })
  })

  test('a removed registrant is redacted and not absent', () => {
    const redacted = [
      {
        name: { description: 'Registrant Organization' },
        prePath: '$.entities[0]',
        method: 'removal',
      },
    ]
    expect(read(domainObject({ redacted })).privacy).toBe('redacted')
  })

  test('a redaction remark on the entity gives a redacted registrant', () => {
    const entity = {
      roles: ['registrant'],
      remarks: [{ title: 'REDACTED FOR PRIVACY', type: 'object redacted due to authorization' }],
    }
    expect(read(domainObject({}, entity)).privacy).toBe('redacted')
  })
})

const odd: [what: string, object: unknown, outcome: string][] = [
  ['an error with the code 404', { errorCode: 404, title: 'Not Found' }, 'not_found'],
  ['an error with the code 429', { errorCode: 429 }, 'throttled'],
  ['an error with the code 500', { errorCode: 500 }, 'unavailable'],
  ['an object of another class', { objectClassName: 'ip network', handle: 'NET-1' }, 'unavailable'],
  ['an object about another name', domainObject({ ldhName: 'othername.com' }), 'unavailable'],
  ['null', null, 'unavailable'],
  ['a string', 'Not Found', 'unavailable'],
  ['an array', [], 'unavailable'],
  [
    'a domain object with malformed notices',
    domainObject({ notices: { title: 'Terms' } }),
    'registered',
  ],
  ['a domain object with a malformed status', domainObject({ status: 'active' }), 'registered'],
  [
    'a reserved name',
    { objectClassName: 'domain', ldhName: 'tealharbour.com', status: ['reserved'] },
    'reserved',
  ],
]

test.each(odd)('%s gives the right outcome', (_, object, outcome) => {
  expect(read(object).outcome).toBe(outcome)
})

describe("the link to the registrar's RDAP", () => {
  const link = (more: Json): Json => ({
    links: [
      { rel: 'self', href: 'https://rdap.example.net/self' },
      {
        rel: 'related',
        type: 'application/rdap+json',
        href: 'https://rdap.ledgerstone.net/domain/tealharbour.com',
        ...more,
      },
    ],
  })

  test('the related link of type application/rdap+json is used', () => {
    expect(relatedAddress(link({}))).toBe('https://rdap.ledgerstone.net/domain/tealharbour.com')
  })

  test.each([
    [{ href: 'http://rdap.ledgerstone.net/' }],
    [{ href: 'javascript:alert(1)' }],
    [{ href: 7 }],
    [{ rel: 'glossary' }],
    [{ type: 'text/html' }],
  ])('a related link with %j is ignored', (more) => {
    expect(relatedAddress(link(more))).toBeNull()
  })
})

describe('merging the answers of registry and registrar', () => {
  const thin = read(domainObject())
  const thick = parseRdap(
    'tealharbour.com',
    'rdap.ledgerstone.net',
    domainObject(
      { status: ['locked'], nameservers: [] },
      registrant(['org', {}, 'text', 'Teal Harbour, Inc.']),
    ),
  )

  test('both answers become one record', () => {
    expect(mergeRecords(thin, thick)).toMatchObject({
      registrant: { organization: 'Teal Harbour, Inc.' },
      privacy: 'none',
      name_servers: ['ns1.tealharbour.com', 'ns2.tealharbour.com'],
      statuses: ['client transfer prohibited', 'locked'],
      servers: ['rdap.example.net', 'rdap.ledgerstone.net'],
    })
  })

  test("the registry's answer is unchanged when the registrar has none", () => {
    expect(
      mergeRecords(thin, parseRdap('tealharbour.com', 'rdap.ledgerstone.net', { errorCode: 404 })),
    ).toEqual(thin)
  })
})

test('the RDAP server of a domain is the https server of its longest listed suffix', () => {
  const bases = readBootstrap({
    services: [
      [
        ['uk', 'com'],
        ['http://a.example.net/', 'https://b.example.net'],
      ],
      [['co.uk'], ['https://c.example.net/']],
      [['kg'], ['http://d.example.net/']],
    ],
  })
  if (bases === null) throw new Error('the list was not read')
  expect(baseFor(bases, 'fernmoss.co.uk')).toBe('https://c.example.net/')
  expect(baseFor(bases, 'fernmoss.uk')).toBe('https://b.example.net/')
  expect(baseFor(bases, 'fernmoss.kg')).toBeNull()
  expect(readBootstrap({ services: 'none' })).toBeNull()
})

describe('the abuse contact', () => {
  const abuse = (...rows: unknown[][]) => ({
    objectClassName: 'entity',
    roles: ['abuse'],
    vcardArray: ['vcard', [['version', {}, 'text', '4.0'], ...rows]],
  })
  const registrar = (...entities: Json[]) => ({
    objectClassName: 'entity',
    roles: ['registrar'],
    vcardArray: ['vcard', [['fn', {}, 'text', 'Ledgerstone Names, LLC']]],
    entities,
  })
  const CONTACT = abuse(
    ['tel', { type: 'voice' }, 'uri', 'tel:+1.5550100;ext=2'],
    ['email', {}, 'text', 'abuse@ledgerstone-names.com'],
  )

  test.each<[string, Json[]]>([
    ['inside the registrar', [registrar(CONTACT)]],
    ['beside the registrar', [registrar(), CONTACT]],
  ])('is read %s', (_, entities) => {
    expect(read(domainObject({ entities })).registrar).toMatchObject({
      name: 'Ledgerstone Names, LLC',
      abuse_email: 'abuse@ledgerstone-names.com',
      abuse_phone: '+1.5550100',
    })
  })

  test('that is no address is left out', () => {
    const contact = abuse(
      ['tel', {}, 'text', 'call <b>us</b>'],
      ['email', {}, 'text', 'see https://x.test'],
    )
    expect(read(domainObject({ entities: [registrar(contact)] })).registrar).toMatchObject({
      abuse_email: null,
      abuse_phone: null,
    })
  })
})
