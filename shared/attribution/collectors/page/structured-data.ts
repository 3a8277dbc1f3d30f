import { plausibleName } from '../../names/names-in-text.ts'
import { oneOf } from '../../names/pattern-code.ts'
import type { StructuredOrganization } from '../../page-evidence.ts'
import { parseLoosely } from './loose-json.ts'
import type { MicrodataItem } from './page-document.ts'
import { plainNames } from './schema-names.ts'
import words from './schema-types.json' with { type: 'json' }
import type { Slice, SlicedWork } from './slices/sliced-work.ts'
import { foldText } from './text.ts'

type Organization = StructuredOrganization

const ORGANIZATIONS_MAX = 20
/** Limit of JSON objects. The page with the most objects among 1,500 real pages has 608. */
const NODES_MAX = 2_000
/** Limit of values that are searched for @id first, as an object may refer to a later one. */
const INDEXED_MAX = 10_000
const DEPTH_MAX = 12
const UNITS_PER_NODE = 50
const UNITS_PER_CHARACTER = 0.1
const LIST_MAX = 20
const TEXT_LENGTH_MAX = 300

/** Endings of schema.org types for organisations, and for persons who operate personal sites. */
const ORGANIZATION_TYPE = new RegExp(`${oneOf(words.organizations)}$`, 'u')
// Types that are no organisations, although some, such as Service, end like the name of an
// organisation type.
const OTHER_TYPE = new RegExp(`^${oneOf(words.others)}$`, 'u')
const OPINION_TYPE = new RegExp(`^${oneOf(words.opinions)}$`, 'u')
// Properties whose value is another company or person: the maker of a reviewed product, an
// employer, a sponsor.
const FOREIGN_PROPERTIES = new Set(words.foreignProperties)

export interface StructuredData {
  organizations: Organization[]
  siteName: string | null
  /** False when a block of data cannot be read, is nested too deep or has too many objects. */
  isComplete: boolean
}

/** Returns the organisations of a page. Those inside of other objects come last. */
export function* readStructuredData(
  blocks: readonly string[],
  microdata: readonly MicrodataItem[],
  slice: Slice,
): SlicedWork<StructuredData> {
  const walk: Walk = {
    found: [],
    nodes: 0,
    byId: new Map(),
    indexed: 0,
    isComplete: true,
    slice,
  }
  const roots: unknown[] = []
  for (const block of blocks) {
    const parsed = parseLoosely(block)
    // Some programs put the whole JSON block into a JSON string, so it is parsed twice.
    const root = plainNames(typeof parsed === 'string' ? parseLoosely(parsed) : parsed)
    if (root !== undefined) roots.push(root)
    else if (block.trim() !== '') walk.isComplete = false
    if (slice.isFull(block.length * UNITS_PER_CHARACTER)) yield
  }
  for (const root of roots) indexIds(root, walk, 0)
  for (const root of roots) yield* visit(root, '', walk, 0)
  const organizations = [...walk.found]
  for (const item of microdata) {
    organizations.push(...microdataOrganization(item))
    if (slice.isFull(UNITS_PER_NODE)) yield
  }
  return {
    organizations: organizations
      .toSorted((a, b) => Number(a.via !== '') - Number(b.via !== ''))
      .slice(0, ORGANIZATIONS_MAX),
    siteName: siteNameOf(roots),
    isComplete: walk.isComplete,
  }
}

function siteNameOf(roots: readonly unknown[]): string | null {
  for (const root of roots) {
    const graph =
      isFields(root) && Array.isArray(root['@graph'])
        ? root['@graph']
        : Array.isArray(root)
          ? root
          : [root]
    for (const node of graph.slice(0, LIST_MAX))
      if (isFields(node) && typesOf(node).includes('WebSite')) {
        const name = textOf(node.name)
        if (name !== null) return name
      }
  }
  return null
}

interface Walk {
  found: Organization[]
  nodes: number
  byId: Map<string, Fields>
  indexed: number
  isComplete: boolean
  slice: Slice
}
type Fields = Record<string, unknown>

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function indexIds(value: unknown, walk: Walk, depth: number): void {
  walk.indexed += 1
  if (depth > DEPTH_MAX || walk.indexed > INDEXED_MAX) return
  if (Array.isArray(value))
    for (const part of value.slice(0, NODES_MAX)) indexIds(part, walk, depth + 1)
  if (!isFields(value)) return
  const id = value['@id']
  if (typeof id === 'string' && Object.keys(value).length > 1 && !walk.byId.has(id))
    walk.byId.set(id, value)
  for (const part of Object.values(value))
    if (typeof part === 'object') indexIds(part, walk, depth + 1)
}

function* visit(value: unknown, via: string, walk: Walk, depth: number): SlicedWork<void> {
  if (walk.found.length >= ORGANIZATIONS_MAX * 2) return
  if (depth > DEPTH_MAX || walk.nodes >= NODES_MAX) {
    walk.isComplete = false
    return
  }
  walk.nodes += 1
  if (walk.slice.isFull(UNITS_PER_NODE)) yield
  if (Array.isArray(value)) {
    for (const part of value.slice(0, NODES_MAX)) yield* visit(part, via, walk, depth + 1)
    return
  }
  if (!isFields(value)) return
  const organization = organizationOf(value, via, walk.byId)
  if (organization !== null) walk.found.push(organization)
  for (const [property, part] of Object.entries(value)) {
    if (typeof part !== 'object' || part === null) continue
    const isOpinion =
      /^(?:author|creator)$/iu.test(property) &&
      typesOf(value).some((type) => OPINION_TYPE.test(type))
    yield* visit(part, isOpinion ? 'review' : viaOf(property, via), walk, depth + 1)
  }
}

// Returns the property that holds the organisation. Anywhere inside of a property such as "review",
// it returns that outer property: the organisation is then not the operator of the page.
function viaOf(property: string, outer: string): string {
  if (property === '@graph' || property === '@reverse' || property === 'mainEntity') return outer
  return FOREIGN_PROPERTIES.has(outer.toLowerCase()) ? outer : property.slice(0, 40)
}

function organizationOf(
  node: Fields,
  via: string,
  byId: ReadonlyMap<string, Fields>,
): Organization | null {
  const type = typesOf(node).find((name) => ORGANIZATION_TYPE.test(name) && !OTHER_TYPE.test(name))
  const disclosed = ['legalName', 'vatID', 'leiCode'].some(
    (property) => typeof node[property] === 'string',
  )
  if (type === undefined && !disclosed) return null
  const name = nameOf(node.name)
  const legalName = nameOf(node.legalName)
  if (name === null && legalName === null) return null
  return {
    syntax: 'json-ld',
    type: type ?? 'Organization',
    via,
    name,
    legal_name: legalName,
    url:
      textOf(node.url) ??
      (typeof node['@id'] === 'string' && /^https?:/u.test(node['@id'])
        ? node['@id'].slice(0, TEXT_LENGTH_MAX)
        : null),
    same_as: textsOf(node.sameAs),
    parent: parentOf(node.parentOrganization, byId),
    alternate_names: [...textsOf(node.alternateName), ...textsOf(node.brand)].slice(0, LIST_MAX),
    identifiers: identifiersOf(node),
  }
}

function typesOf(node: Fields): string[] {
  const type = node['@type']
  const types = Array.isArray(type) ? type : [type]
  return types
    .filter((name): name is string => typeof name === 'string')
    .slice(0, LIST_MAX)
    .map((name) => name.replace(/^.*[/#:]/u, '').slice(0, 60))
}

function parentOf(value: unknown, byId: ReadonlyMap<string, Fields>): string | null {
  const node = Array.isArray(value) ? value[0] : value
  if (!isFields(node)) return nameOf(node)
  const whole =
    typeof node['@id'] === 'string' && node.name === undefined ? byId.get(node['@id']) : node
  return nameOf(whole?.legalName) ?? nameOf(whole?.name)
}

const IDENTIFIERS = {
  vatID: 'vat',
  taxID: 'tax_id',
  leiCode: 'lei',
  duns: 'duns',
  iso6523Code: 'iso6523',
  telephone: 'phone',
  email: 'email',
  naics: 'naics',
} as const

function identifiersOf(node: Fields): { kind: string; value: string }[] {
  const direct = Object.entries(IDENTIFIERS).flatMap(([property, kind]) => {
    const value = textOf(node[property])
    return value === null ? [] : [{ kind, value: value.replace(/^mailto:/iu, '') }]
  })
  const address = Array.isArray(node.address) ? node.address[0] : node.address
  if (!isFields(address)) return direct
  const parts = ['streetAddress', 'postalCode', 'addressLocality', 'addressCountry'].map((part) =>
    textOf(address[part]),
  )
  const written = parts.filter((part) => part !== null).join(', ')
  return parts[0] === null || written === ''
    ? direct
    : [...direct, { kind: 'address', value: written }]
}

function textOf(value: unknown): string | null {
  const first = Array.isArray(value) ? value[0] : value
  const plain = isFields(first) && '@value' in first ? first['@value'] : first
  if (isFields(plain)) return textOf(plain.name)
  return typeof plain === 'string' || typeof plain === 'number'
    ? foldText(String(plain), TEXT_LENGTH_MAX) || null
    : null
}

function textsOf(value: unknown): string[] {
  const list = Array.isArray(value) ? value : [value]
  return list.slice(0, LIST_MAX).flatMap((part) => textOf(part) ?? [])
}

// Markup that is removed from names, because some pages emphasise a part of a name. A text with
// other markup is no name.
const INLINE_MARKUP = /<\/?(?:b|i|em|strong|span|br|p|small|sup|sub)\b[^<>]{0,100}>/giu

function nameOf(value: unknown): string | null {
  const text = textOf(value)
  return text === null
    ? null
    : plausibleName(
        text
          .replace(/&amp;/gu, '&')
          .replace(/&#0?39;|&apos;/gu, "'")
          .replace(/&quot;/gu, '"')
          .replace(INLINE_MARKUP, ' '),
      )
}

function microdataOrganization(item: MicrodataItem): Organization[] {
  if (!ORGANIZATION_TYPE.test(item.type) || OTHER_TYPE.test(item.type)) return []
  const values = (name: string): string[] =>
    item.properties.filter((property) => property.name === name).map(({ value }) => value)
  const name = nameOf(values('name')[0])
  const legalName = nameOf(values('legalName')[0])
  if (name === null && legalName === null) return []
  return [
    {
      syntax: 'microdata',
      type: item.type,
      via: item.via,
      name,
      legal_name: legalName,
      url: values('url')[0] ?? null,
      same_as: values('sameAs').slice(0, LIST_MAX),
      parent: nameOf(values('parentOrganization')[0]),
      alternate_names: values('alternateName').slice(0, LIST_MAX),
      identifiers: Object.entries(IDENTIFIERS).flatMap(([property, kind]) =>
        values(property)
          .slice(0, 1)
          .map((value) => ({ kind, value })),
      ),
    },
  ]
}
