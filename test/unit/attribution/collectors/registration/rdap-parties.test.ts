import { expect, test } from 'vitest'
import { parseRdap } from '../../../../../shared/attribution/collectors/registration/parse-rdap.ts'

type Json = Record<string, unknown>

const card = (name: string, parameters: Json = {}): unknown => [
  'vcard',
  [
    ['version', {}, 'text', '4.0'],
    ['fn', {}, 'text', name],
    ['adr', parameters, 'text', ['', '', 'Mud Lane 8', 'Silton', '', '', '']],
  ],
]
const FIRM = { vcardArray: card('Siltworks Ltd') }
const REGISTRAR = { roles: ['registrar'], vcardArray: card('Silt Names LLC') }
const read = (object: Json) =>
  parseRdap('siltworks.net', 'rdap.example.net', {
    objectClassName: 'domain',
    ldhName: 'siltworks.net',
    ...object,
  })

const PATH = '$.entities[?(@.roles[0]=='
const redactions: [form: string, item: Json, privacy: string][] = [
  ['the contact by its name', { name: { type: 'Registrant Contact' } }, 'redacted'],
  ['the registrant by its name', { name: { description: 'Registrant' } }, 'redacted'],
  ['the path of the entity', { name: {}, prePath: `${PATH}'registrant')]` }, 'redacted'],
  ['the path in other quotation marks', { name: {}, prePath: `${PATH}"registrant")]` }, 'redacted'],
  ['the path of the card', { name: {}, prePath: `${PATH}'registrant')].vcardArray` }, 'redacted'],
  ['only a telephone', { name: { description: 'Registrant Phone' } }, 'absent'],
  ['only an id', { name: {}, prePath: `${PATH}'registrant')].handle` }, 'absent'],
  [
    'another contact',
    { name: { type: 'Technical Contact' }, prePath: `${PATH}'technical')]` },
    'absent',
  ],
]
test.each(redactions)('a redaction of %s', (_, item, privacy) => {
  const record = read({ entities: [REGISTRAR], redacted: [{ method: 'removal', ...item }] })
  expect(record).toMatchObject({ privacy, registrar: { name: 'Silt Names LLC' } })
})

const remarks: [form: string, remark: unknown, privacy: string][] = [
  ['lines', { description: ['Some lines.', 'The data of this contact was redacted.'] }, 'redacted'],
  ['a text', { description: 'Data withheld at the request of the holder' }, 'redacted'],
  ['another remark', { description: ['The registry has verified this contact.'] }, 'absent'],
]
test.each(remarks)('a remark with %s says if the registrant is hidden', (_, remark, privacy) => {
  expect(
    read({ entities: [{ roles: ['registrant'], vcardArray: card(''), remarks: [remark] }] })
      .privacy,
  ).toBe(privacy)
})

test('a remark about redaction hides no name that the record shows', () => {
  const remark = { description: ['Some fields may be redacted.'] }
  expect(read({ entities: [{ roles: ['registrant'], ...FIRM, remarks: [remark] }] })).toMatchObject(
    {
      registrant: { organization: 'Siltworks Ltd' },
      privacy: 'none',
    },
  )
})

const roles: [form: string, entities: unknown][] = [
  ['one text', [{ roles: 'technical, registrant', ...FIRM }]],
  ['a text with semicolons', [{ roles: ['registrant;billing'], ...FIRM }]],
  ['the role of a holder', [{ roles: ['holder'], ...FIRM }]],
  ['the role of a domain owner', [{ roles: ['Domain Owner'], ...FIRM }]],
  ['a member for each role', { owner: FIRM, technical: { vcardArray: card('Silt Hosting Ltd') } }],
]
test.each(roles)('the registrant is found by %s', (_, entities) => {
  expect(read({ entities }).registrant.organization).toBe('Siltworks Ltd')
})

test.each([['admin'], ['technical'], ['account owner support']])(
  'the role %j is no registrant',
  (role) => {
    expect(read({ entities: [{ roles: [role], ...FIRM }] }).registrant.organization).toBeNull()
  },
)

test('a card may state a name by its parts', () => {
  const components = [
    { kind: 'given', value: 'Ida' },
    { kind: 'separator', value: ' ' },
    { kind: 'surname', value: 'Silt' },
  ]
  expect(
    read({ entities: [{ roles: ['registrant'], jscard: { name: { components } } }] }).registrant
      .name,
  ).toBe('Ida Silt')
})

test.each(['cc', 'ISO-3166-1-alpha-2'])('the parameter %s states the country', (parameter) => {
  const vcardArray = card('Siltworks Ltd', { [parameter]: 'IE' })
  expect(read({ entities: [{ roles: ['registrant'], vcardArray }] }).registrant.country).toBe('IE')
})

test('statuses in one text are several', () => {
  expect(read({ status: 'client hold, pending delete' }).statuses).toEqual([
    'client hold',
    'pending delete',
  ])
})
