import { oneOf } from '../../names/pattern-code.ts'
import type { RegistrationRecord } from '../../registration-record.ts'
import { emailAddress, phoneNumber } from './contact-values.ts'
import { hostName } from './host-names.ts'
import { classifyName, isPlaceholder, type StatedRegistrant } from './judge-registrant.ts'
import {
  bestName,
  cleanPartyName,
  cleanRegistrarName,
  isOrganizationName,
  namedParty,
  preferLatin,
  showsLegalForm,
} from './party-names.ts'
import words from './party-words.json' with { type: 'json' }
import type { Attribute } from './whois-labels.ts'
import type { Field } from './whois-layout.ts'

const OBJECT_FIELDS_MAX = 80
/** A hostile response may repeat a label thousands of times, so only this many values are read. */
const VALUES_MAX = 50
const HANDLE = /^(?=[^\s]*\d)[A-Za-z0-9][A-Za-z0-9_.-]{2,39}$/
const BRACKETED_HANDLE = /^\([\w.-]{3,40}\)$/
const PHONE = /^\(?\+?[\d\s().x/-]{6,40}$/

const NAMES: ReadonlySet<Attribute> = new Set(['name', 'organization', 'local organization'])
const NAME_LINES_MAX = 2

// Matches a name that must continue in the next line: it ends in "&", a comma or a word such as
// "and". After a label such as "holder", the next line is otherwise an address.
const UNFINISHED = new RegExp(
  String.raw`(?:[&,/-]|(?<!\p{L})${oneOf(words.unfinishedEnds)})$`,
  'iu',
)

// Some servers break a long name into several lines. A following line with a digit is an address
// and not part of the name.
function wholeValue({ attribute, value, lines }: Field): string {
  const isName = NAMES.has(attribute) || (attribute === 'self' && UNFINISHED.test(value))
  if (value.length === 0 || !isName || showsLegalForm(value)) return value
  const end = lines.findIndex((line) => /[\d@:]/.test(line) && !showsLegalForm(line))
  return [value, ...lines.slice(0, end < 0 ? NAME_LINES_MAX : Math.min(end, NAME_LINES_MAX))].join(
    ' ',
  )
}

function ofAttribute(fields: readonly Field[], attribute: Attribute): string[] {
  const own = fields.filter((field) => field.attribute === attribute).slice(0, VALUES_MAX)
  const values = own.map(wholeValue).filter((value) => value.length > 0)
  return values.length > 0 ? values : own.flatMap((field) => field.lines.slice(0, 1))
}

interface Party {
  organization: string | null
  name: string | null
  country: string | null
  email: string | null
  anonymous: boolean
}

function partyOf(fields: readonly Field[], contactIsName: boolean): Party {
  const kind = ofAttribute(fields, 'kind').join(' ').toLowerCase()
  const names = [
    ...ofAttribute(fields, 'name'),
    ...(contactIsName ? ofAttribute(fields, 'contact') : []),
  ]
  const first = ofAttribute(fields, 'first name')[0]
  const last = ofAttribute(fields, 'last name')[0]
  if (last !== undefined)
    names.push([first, last].filter((part) => part !== undefined && part !== '.').join(' '))
  const organizations = [
    ...ofAttribute(fields, 'organization'),
    ...ofAttribute(fields, 'local organization'),
  ]
  const name = bestName(names)
  const organization = bestName(organizations)
  const legal = /organi[sz]ation|legal|company|corporat/.test(kind)
  return {
    organization: organization ?? (legal && name !== null ? name : null),
    name: organization === null && legal ? null : name,
    country: ofAttribute(fields, 'country')[0] ?? null,
    email: ofAttribute(fields, 'email')[0] ?? null,
    anonymous: /^y/i.test(ofAttribute(fields, 'anonymous')[0] ?? ''),
  }
}

// Contacts by handle. In records in the style of RIPE, the registrant field has only a handle, and
// the contact has a text block of its own.
function partiesByHandle(fields: readonly Field[]): ReadonlyMap<string, Party> {
  const objects = new Map<number, Field[]>()
  for (const field of fields) {
    const object = objects.get(field.object)
    if (object === undefined) objects.set(field.object, [field])
    else if (object.length < OBJECT_FIELDS_MAX) object.push(field)
  }
  const parties = new Map<string, Party>()
  for (const object of objects.values()) {
    if (object.some((field) => field.attribute === 'domain')) continue
    const handles = ofAttribute(object, 'handle')
    const handle = handles[0] ?? ofAttribute(object, 'contact')[0]
    if (handle === undefined) continue
    const key = handle.toLowerCase()
    if (!parties.has(key)) parties.set(key, partyOf(object, handles.length > 0))
  }
  return parties
}

// The lines before the address. The address starts at the first line that has a digit and no legal
// form.
function namesOfBlock(lines: readonly string[]): string[] {
  const cleaned = lines.slice(0, 3).map(cleanPartyName)
  const startsAddress = (line: string): boolean =>
    /\d/.test(line) && !PHONE.test(line) && !showsLegalForm(line)
  const address = cleaned.findIndex((line, index) => index > 0 && startsAddress(line))
  return (address < 0 ? cleaned : cleaned.slice(0, address)).filter(
    (line) => /\p{L}/u.test(line) && !PHONE.test(line) && hostName(line) === null,
  )
}

const hasEmail = (line: string): boolean => /@|\[at\]/i.test(line)

// Reads lines of name and address. A later line with a name and an email address is the contact
// person.
function partyOfBlock(block: readonly string[]): Partial<Party> {
  const lines = BRACKETED_HANDLE.test(block[0] ?? '') ? block.slice(1) : block
  // If the first line is a placeholder such as "n/a", the next lines are the address. So only lines
  // with an email address can still give a name.
  const isUnnamed = isPlaceholder(cleanPartyName(lines[0] ?? ''))
  const names = namesOfBlock(isUnnamed ? lines.filter(hasEmail) : lines)
  const email = lines.slice(0, 12).find((line) => line.includes('@')) ?? null
  const person = namesOfBlock(lines.slice(1, 4).filter(hasEmail))[0]
  const first = names.find((name) => classifyName(name).is !== 'nothing') ?? names[0]
  if (first === undefined) return { email }
  const organizations = names.slice(0, 2).filter(isOrganizationName)
  const organization = organizations.length > 0 ? preferLatin(organizations) : null
  if (organization === null)
    return {
      name: person !== undefined && classifyName(first).is === 'nothing' ? person : first,
      email,
    }
  return {
    organization,
    name: person ?? (first === organization ? null : isOrganizationName(first) ? null : first),
    email,
  }
}

function partyOfName(name: string | null): Partial<Party> {
  if (name === null) return {}
  return isOrganizationName(name) ? { organization: name } : { name }
}

// Reads a label that is only the role, such as "Registrant:". Its value is a name or a handle. If
// the value is empty, the name is in the next lines.
function partyOfSelf(
  field: Field,
  parties: ReadonlyMap<string, Party>,
): Partial<Party> & { withheld?: boolean } {
  const value = field.value
  const known = parties.get(value.toLowerCase())
  if (value.length > 0 && known !== undefined) return known
  if (HANDLE.test(value))
    return field.lines.length > 0 ? partyOfBlock(field.lines) : { withheld: true }
  if (value.length > 0) return partyOfName(cleanPartyName(wholeValue(field)))
  return field.lines.length > 0 ? partyOfBlock(field.lines) : {}
}

function mergeParties(first: Partial<Party>, second: Partial<Party>): Partial<Party> {
  return {
    organization: first.organization ?? second.organization ?? null,
    name: first.name ?? second.name ?? null,
    country: first.country ?? second.country ?? null,
    email: first.email ?? second.email ?? null,
    anonymous: first.anonymous === true || second.anonymous === true,
  }
}

function hasName(party: Partial<Party>): boolean {
  return (party.organization ?? null) !== null || (party.name ?? null) !== null
}

// Some registries name the registrant in the domain's text block, with the labels "org", "person"
// or "descr".
function partyOfDomain(
  fields: readonly Field[],
  objects: ReadonlySet<number>,
  described = true,
): Partial<Party> {
  const own = fields.filter(
    (field) => (field.role === null || field.role === 'domain') && objects.has(field.object),
  )
  const party = partyOf(
    own.filter((field) => field.attribute !== 'kind' && hostName(field.value) === null),
    false,
  )
  if (hasName(party) || !described) return party
  const description = ofAttribute(own, 'description')[0]
  return description === undefined
    ? {}
    : { ...partyOfName(cleanPartyName(description)), country: party.country, email: party.email }
}

interface RecordParts {
  fields: readonly Field[]
  own: readonly Field[]
  objects: ReadonlySet<number>
  parties: ReadonlyMap<string, Party>
}

/** If other labels name a contact person, the value of "Registrant:" is the organisation. */
function partyOfLabels({ fields, own, objects, parties }: RecordParts): Partial<Party> {
  const party = partyOf(own, false)
  const selves = own.filter(
    ({ attribute, value }) => attribute === 'self' && value.length > 0 && !HANDLE.test(value),
  )
  const self = preferLatin(selves.map(wholeValue))
  if (self === null || parties.has(self.toLowerCase())) return party
  // The owner's name is preferred to its trade name. Of "Registrant: Hughes Pty Ltd" and
  // "Eligibility Name: BOBS PLUMBING", the first is used.
  if (party.organization !== null)
    return isOrganizationName(cleanPartyName(self)) && !isOrganizationName(party.organization)
      ? { ...party, organization: cleanPartyName(self) }
      : party
  if (hasName(party)) return { ...party, organization: cleanPartyName(self) }
  const named = mergeParties(party, partyOfName(cleanPartyName(self)))
  const { organization } = partyOfDomain(fields, objects, false)
  return { ...named, organization: named.organization ?? organization ?? null }
}

function partyOfReferences(
  { own, parties }: RecordParts,
  start: Partial<Party>,
): { party: Partial<Party>; withheld: boolean } {
  let party = start
  let withheld = false
  for (const field of own) {
    if (hasName(party)) break
    if (field.attribute === 'self') {
      const self = partyOfSelf(field, parties)
      withheld ||= self.withheld === true
      party = mergeParties(party, self)
    } else if (field.attribute === 'handle') {
      const known = parties.get(field.value.toLowerCase()) ?? {}
      party = mergeParties(party, hasName(known) ? known : partyOfBlock(field.lines))
      withheld ||= !hasName(party) && HANDLE.test(field.value)
    }
  }
  return { party, withheld }
}

function partyOfRest({ fields, objects }: RecordParts, party: Partial<Party>): Partial<Party> {
  const ofDomain = mergeParties(party, partyOfDomain(fields, objects))
  if (hasName(ofDomain)) return ofDomain
  const only = fields.find(
    ({ attribute, value, lines }) => attribute === 'contact' && value === '' && lines.length > 0,
  )
  return only === undefined ? ofDomain : mergeParties(ofDomain, partyOfBlock(only.lines))
}

function completeParty(
  { fields, own, objects, parties }: RecordParts,
  party: Partial<Party>,
): Partial<Party> {
  const handle = own.find((field) => field.attribute === 'handle')?.value.toLowerCase() ?? ''
  const ofDomain = partyOfDomain(fields, objects, false)
  return mergeParties(mergeParties(party, { email: parties.get(handle)?.email ?? null }), {
    email: ofDomain.email ?? null,
    country: ofDomain.country ?? null,
  })
}

export function statedRegistrant(
  fields: readonly Field[],
  objects: ReadonlySet<number>,
): StatedRegistrant {
  const own = fields.filter((field) => field.role === 'registrant')
  const record: RecordParts = { fields, own, objects, parties: partiesByHandle(fields) }
  const referred = partyOfReferences(record, partyOfLabels(record))
  const withheld = referred.withheld && !hasName(referred.party)
  const found =
    hasName(referred.party) || withheld ? referred.party : partyOfRest(record, referred.party)
  const party = hasName(found) ? completeParty(record, found) : found
  const { organization = null, name = null } = party
  return {
    ...party,
    ...namedParty(organization, name),
    withheld: withheld || party.anonymous === true,
  }
}

/**
 * If a record has the registrar's full name and also a short name or an id, the full name is used.
 */
export function statedRegistrar(fields: readonly Field[]): RegistrationRecord['registrar'] {
  const own = fields.filter((field) => field.role === 'registrar')
  const selves = own.filter((field) => field.attribute === 'self')
  const self = preferLatin(ofAttribute(own, 'self').map((value) => value.trim()))
  const name = ofAttribute(own, 'organization')[0] ?? ofAttribute(own, 'name')[0] ?? self
  const cleaned = name === null ? null : cleanRegistrarName(name)
  const nobody = cleaned === null || isPlaceholder(cleaned) || /^no registrar\b/i.test(cleaned)
  const id = ofAttribute(own, 'iana id')[0]
  const note = name === null ? null : /\(\s*((?:https?:\/\/|www\.)[^)\s]{1,200})/.exec(name)
  return {
    name: nobody ? null : cleaned,
    iana_id: id !== undefined && /^\d{1,7}$/.test(id) ? id : null,
    url:
      ofAttribute(own, 'url')[0] ??
      note?.[1] ??
      selves.flatMap(({ lines }) => lines).find((line) => /^(?:https?:\/\/|www\.)/i.test(line)) ??
      null,
    abuse_email: emailAddress(ofAttribute(own, 'abuse email')[0] ?? null),
    abuse_phone: phoneNumber(ofAttribute(own, 'abuse phone')[0] ?? null),
  }
}
