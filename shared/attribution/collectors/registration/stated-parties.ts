import type { RegistrationRecord } from '../../evidence.ts'
import { foldWords } from '../../names/fold.ts'
import { hasAttachedLegalForm, isStartingLegalForm, legalFormAtEnd } from '../../names/legal-forms.ts'
import { hostName } from './host-names.ts'
import { isPlaceholder, judgeName, type StatedRegistrant } from './judge-registrant.ts'
import type { Attribute } from './whois-labels.ts'
import type { Field } from './whois-layout.ts'
import { cleanValue } from './whois-text.ts'

const ORGANIZATION_WORDS =
  /\b(?:university|universite|universitat|universidad|universidade|college|school|institute|institut|instituto|istituto|ministry|ministere|ministeri[oe]|ministerium|ministerstvo|municipality|municipalidad|municipio|prefeitura|ayuntamiento|mairie|gemeente|gemeinde|kommune?|government|gobierno|governo|gouvernement|banco|banque|banca|hochschule|department|council|city of|foundation|fundacion|association|society|bank|group|holdings?|company|centre|center|agency|authority|church|club|museum|hospital|library|systems|technologies|solutions|services|international|media|network|networks|studio|hotel|organi[sz]ation|federation|union|trust|registry)\b/
const HANDLE = /^(?=[^\s]*\d)[A-Za-z0-9][A-Za-z0-9_.-]{2,39}$/
const HANDLE_BEHIND_NAME = /\s*[([](?=[^)\]\s]{0,30}[\d_-])[A-Za-z0-9_.-]{3,30}[)\]]\s*$/
const REGISTRAR_NOTES =
  /\s*(?:\[ ?(?:Tag|ID) = [^\]]{1,60}\]|\(\s*(?:https?:\/\/|www\.)[^)]{1,200}\)|\([A-Z]\d{1,6}-[A-Z]{2,8}\))\s*$/
const PHONE = /^\(?\+?[\d\s().x/-]{6,40}$/

/** A legal form in front, in capitals. Two letters may also be somebody's first name or initials. */
const FORM_IN_FRONT = /^(\p{Lu}{3,8})\s+\p{L}/u

/** Three initials and more make a legal form, "K.S.C.P."; two may be somebody's own. */
const INITIALS = /(?<!\p{L})(?:\p{L}\.){3,}/gu

const endsInForm = (folded: string): boolean => legalFormAtEnd(folded.split(' ')) > 0

function hasLegalForm(name: string): boolean {
  const initials = foldWords(name.replace(INITIALS, (form) => form.replaceAll('.', '')))
  return (
    endsInForm(foldWords(name)) ||
    endsInForm(initials) ||
    isStartingLegalForm(FORM_IN_FRONT.exec(name)?.[1]?.toLowerCase() ?? '') ||
    hasAttachedLegalForm(name)
  )
}

/** Whether a name starts or ends in a legal form or speaks of an organisation, in contrast to a person's. */
export function isOrganizationName(name: string): boolean {
  return hasLegalForm(name) || ORGANIZATION_WORDS.test(foldWords(name)) || /[&\d]/.test(name)
}

function tidy(value: string): string {
  return cleanValue(
    value
      .replace(/\t+.{0,200}$/, '')
      .replace(/\s*<?[^\s<>]{1,64}@[^\s<>]{1,200}>?/g, ' ')
      .replace(HANDLE_BEHIND_NAME, ''),
  )
}

function ofAttribute(fields: readonly Field[], attribute: Attribute): string[] {
  const own = fields.filter((field) => field.attribute === attribute)
  const values = own.map((field) => field.value).filter((value) => value.length > 0)
  return values.length > 0 ? values : own.flatMap((field) => field.lines.slice(0, 1))
}

/** Of one party's name in two scripts the one in Latin letters, which registries print for readers abroad; else the first. */
function preferLatin(values: readonly string[]): string | null {
  return values.find((value) => /\p{Script=Latin}{2}/u.test(value.replace(REGISTRAR_NOTES, ''))) ?? values[0] ?? null
}

/** The value that names somebody, else the first value: "n/a" stands beside the name in the local script. */
function bestName(values: readonly string[]): string | null {
  const named = values.map(tidy).filter((value) => judgeName(value).is === 'name')
  return preferLatin(named) ?? values.find((value) => !isPlaceholder(value)) ?? null
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
  const names = [...ofAttribute(fields, 'name'), ...(contactIsName ? ofAttribute(fields, 'contact') : [])]
  const first = ofAttribute(fields, 'first name')[0]
  const last = ofAttribute(fields, 'last name')[0]
  if (last !== undefined) names.push([first, last].filter((part) => part !== undefined && part !== '.').join(' '))
  const organizations = [...ofAttribute(fields, 'organization'), ...ofAttribute(fields, 'local organization')]
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

/** Contact objects by their handles, as registries of RIPE's kind write them behind the domain's. */
function partiesByHandle(fields: readonly Field[]): ReadonlyMap<string, Party> {
  const objects = new Map<number, Field[]>()
  for (const field of fields) objects.set(field.object, [...(objects.get(field.object) ?? []), field].slice(0, 80))
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

/** The lines of a block that are its names. Below the first line a number starts the address, unless a legal form says otherwise. */
function namesOfBlock(lines: readonly string[]): string[] {
  const tidied = lines.slice(0, 3).map(tidy)
  const startsAddress = (line: string): boolean => /\d/.test(line) && !PHONE.test(line) && !hasLegalForm(line)
  const address = tidied.findIndex((line, index) => index > 0 && startsAddress(line))
  return (address < 0 ? tidied : tidied.slice(0, address)).filter(
    (line) => /\p{L}/u.test(line) && !PHONE.test(line) && hostName(line) === null,
  )
}

/** A heading's lines: the organisation or person first; the contact person is the line with a mailbox behind the name. */
function partyOfBlock(lines: readonly string[]): Partial<Party> {
  const names = namesOfBlock(lines)
  const email = lines.slice(0, 12).find((line) => line.includes('@')) ?? null
  const person = namesOfBlock(lines.slice(1, 4).filter((line) => line.includes('@')))[0]
  const first = names.find((name) => judgeName(name).is !== 'nothing') ?? names[0]
  if (first === undefined) return { email }
  const organizations = names.slice(0, 2).filter(isOrganizationName)
  const organization = organizations.length > 0 ? preferLatin(organizations) : null
  if (organization === null)
    return { name: person !== undefined && judgeName(first).is === 'nothing' ? person : first, email }
  return {
    organization,
    name: person ?? (first === organization ? null : isOrganizationName(first) ? null : first),
    email,
  }
}

function split(name: string | null): Partial<Party> {
  if (name === null) return {}
  return isOrganizationName(name) ? { organization: name } : { name }
}

/** The registrant as one field of its own tells it: a name, a handle that an object explains, or a heading with lines. */
function partyOfSelf(field: Field, parties: ReadonlyMap<string, Party>): Partial<Party> & { withheld?: boolean } {
  const value = field.value
  const known = parties.get(value.toLowerCase())
  if (value.length > 0 && known !== undefined) return known
  if (HANDLE.test(value)) return field.lines.length > 0 ? partyOfBlock(field.lines) : { withheld: true }
  if (value.length > 0) return split(tidy(value))
  return field.lines.length > 0 ? partyOfBlock(field.lines) : {}
}

function filled(first: Partial<Party>, second: Partial<Party>): Partial<Party> {
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

/** Names in the domain's own object, where registries without a registrant field put them: org, person, or the first descr. */
function partyOfDomain(
  domain: string,
  fields: readonly Field[],
  objects: ReadonlySet<number>,
  described = true,
): Partial<Party> {
  const own = fields.filter((field) => (field.role === null || field.role === 'domain') && objects.has(field.object))
  const party = partyOf(
    own.filter(
      (field) => field.attribute !== 'kind' && hostName(field.value) !== domain && hostName(field.value) === null,
    ),
    false,
  )
  if (hasName(party) || !described) return party
  const description = ofAttribute(own, 'description')[0]
  return description === undefined ? {} : { ...split(tidy(description)), country: party.country, email: party.email }
}

interface RecordParts {
  domain: string
  fields: readonly Field[]
  /** The registrant's own fields. */
  own: readonly Field[]
  objects: ReadonlySet<number>
  parties: ReadonlyMap<string, Party>
}

/** What the registrant's labels say; beside a contact's name, the role's own value is who the contact is for. */
function partyOfLabels({ domain, fields, own, objects, parties }: RecordParts): Partial<Party> {
  const party = partyOf(own, false)
  const selves = own.filter(({ attribute, value }) => attribute === 'self' && value.length > 0 && !HANDLE.test(value))
  const self = preferLatin(selves.map(({ value }) => value))
  if (self === null || parties.has(self.toLowerCase())) return party
  // A business name stands beside the company that holds it: "Registrant: Hughes Pty Ltd", "Eligibility Name: BOBS PLUMBING".
  if (party.organization !== null)
    return isOrganizationName(tidy(self)) && !isOrganizationName(party.organization)
      ? { ...party, organization: tidy(self) }
      : party
  if (hasName(party)) return { ...party, organization: tidy(self) }
  const named = filled(party, split(tidy(self)))
  const { organization } = partyOfDomain(domain, fields, objects, false)
  return { ...named, organization: named.organization ?? organization ?? null }
}

/** Follows the registrant's handles and headings until one of them names somebody. */
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
      party = filled(party, self)
    } else if (field.attribute === 'handle') {
      const known = parties.get(field.value.toLowerCase()) ?? {}
      party = filled(party, hasName(known) ? known : partyOfBlock(field.lines))
      withheld ||= !hasName(party) && HANDLE.test(field.value)
    }
  }
  return { party, withheld }
}

/** Without any word of a registrant: the domain's own object, or a person's only block, which is headed "Contact". */
function partyOfRest({ domain, fields, objects }: RecordParts, party: Partial<Party>): Partial<Party> {
  const ofDomain = filled(party, partyOfDomain(domain, fields, objects))
  if (hasName(ofDomain)) return ofDomain
  const only = fields.find(({ attribute, value, lines }) => attribute === 'contact' && value === '' && lines.length > 0)
  return only === undefined ? ofDomain : filled(ofDomain, partyOfBlock(only.lines))
}

/** Adds a mailbox and a country that stand with the registrant's handle or in the domain's own object. */
function completed({ domain, fields, own, objects, parties }: RecordParts, party: Partial<Party>): Partial<Party> {
  const handle = own.find((field) => field.attribute === 'handle')?.value.toLowerCase() ?? ''
  const ofDomain = partyOfDomain(domain, fields, objects, false)
  return filled(filled(party, { email: parties.get(handle)?.email ?? null }), {
    email: ofDomain.email ?? null,
    country: ofDomain.country ?? null,
  })
}

/** The registrant of a record's fields as the registry wrote it. */
export function statedRegistrant(
  domain: string,
  fields: readonly Field[],
  objects: ReadonlySet<number>,
): StatedRegistrant {
  const own = fields.filter((field) => field.role === 'registrant')
  const record: RecordParts = { domain, fields, own, objects, parties: partiesByHandle(fields) }
  const referred = partyOfReferences(record, partyOfLabels(record))
  const withheld = referred.withheld && !hasName(referred.party)
  const found = hasName(referred.party) || withheld ? referred.party : partyOfRest(record, referred.party)
  const party = hasName(found) ? completed(record, found) : found
  const { organization = null, name = null } = party
  const isOrganization = organization === null && name !== null && isOrganizationName(name)
  const named = isOrganization ? { organization: name, name: null } : { organization, name }
  return { ...party, ...named, withheld: withheld || party.anonymous === true }
}

/** The registrar of a record's fields. Its organisation counts before a short name, and an object's name before its handle. */
export function statedRegistrar(fields: readonly Field[]): RegistrationRecord['registrar'] {
  const own = fields.filter((field) => field.role === 'registrar')
  const selves = own.filter((field) => field.attribute === 'self')
  const self = preferLatin(ofAttribute(own, 'self').map((value) => value.trim()))
  const name = ofAttribute(own, 'organization')[0] ?? ofAttribute(own, 'name')[0] ?? self
  const cleaned = name === null ? null : cleanValue(name.replace(REGISTRAR_NOTES, '').replace(REGISTRAR_NOTES, ''))
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
  }
}
