import { createHash } from 'node:crypto'
import { canonicalText } from '../../platform/crypto/canonical-json.ts'
import { fromHex, hexOf, utf8 } from '../../platform/crypto/encodings.ts'

export interface StixObject {
  readonly type: string
  readonly spec_version: '2.1'
  readonly id: string
  readonly [property: string]: unknown
}

// Namespace for the ids of observables such as domain names and addresses. STIX 2.1 (section 2.9)
// prescribes it, so that all producers give the same observable the same id.
const OBSERVABLES = '00abedb4-aa42-466c-9c01-fed23315a9b7'
// Namespace for the ids of all other objects that this service creates. It must never change,
// because every id would change with it.
const SERVICE = '6f1c2a8e-4d0b-4f7e-9b53-2f8f3a6f0c71'

const uuidOf = (namespace: string, value: unknown): string =>
  uuidV5(namespace, canonicalText(value))

type ObservableType = 'domain-name' | 'ipv4-addr' | 'ipv6-addr' | 'autonomous-system'

/**
 * An observable, such as a domain name. `contributing` are the properties from which its id is
 * made. The section of the type in STIX 2.1 lists them ("ID Contributing Properties"), so the id is
 * the same in every analysis and at every producer.
 */
export function observable(
  type: ObservableType,
  contributing: Record<string, string | number>,
  others: Record<string, unknown> = {},
): StixObject {
  return {
    type,
    spec_version: '2.1',
    id: `${type}--${uuidOf(OBSERVABLES, contributing)}`,
    ...contributing,
    ...others,
  }
}

type AuthoredType = 'identity' | 'relationship' | 'note' | 'observed-data' | 'grouping'

// Properties that identify an identity or a relationship. Its id depends on them alone, so a graph
// tool that imports several analyses has one node for each operator. The ids of other objects
// depend on their whole content.
const CONTRIBUTING: Readonly<Partial<Record<AuthoredType, readonly string[]>>> = {
  identity: ['name', 'identity_class'],
  relationship: ['relationship_type', 'labels', 'source_ref', 'target_ref'],
}

/**
 * An object that is not an observable. `created` (ISO 8601 in UTC with milliseconds) is also used
 * as the time of the last change: of two objects with the same id, an importing tool keeps the
 * newer one.
 */
export function authored(
  type: AuthoredType,
  created: string,
  properties: Record<string, unknown>,
): StixObject {
  const content = { type, spec_version: '2.1' as const, created, modified: created, ...properties }
  const contributing = CONTRIBUTING[type]
  const named =
    contributing && Object.fromEntries(contributing.map((name) => [name, properties[name] ?? null]))
  return {
    ...content,
    id: `${type}--${uuidOf(SERVICE, named === undefined ? content : { type, ...named })}`,
  }
}

/** Keeps the first object of each id. Two analyses can describe the same observable. */
export function withoutRepeats(objects: readonly StixObject[]): StixObject[] {
  const first = new Map<string, StixObject>()
  for (const object of objects) if (!first.has(object.id)) first.set(object.id, object)
  return [...first.values()]
}

/** The bundle as canonical JSON (RFC 8785), so the same objects always give the same bytes. */
export function bundleText(objects: readonly StixObject[]): string {
  const content = { type: 'bundle', objects: withoutRepeats(objects) }
  return canonicalText({ ...content, id: `bundle--${uuidOf(SERVICE, content)}` })
}

/** The content of a streamed bundle is known only at its end, so `name` identifies it. */
export const streamedBundleId = (name: string): string =>
  `bundle--${uuidOf(SERVICE, { type: 'bundle', name })}`

export const STIX_MEDIA_TYPE = 'application/stix+json;version=2.1'

const CONTROL_OR_BLANK = /[\s\p{Cc}\p{Zl}\p{Zp}]+/gu

/**
 * One line of text, shortened. Text from outside could contain line breaks that imitate further
 * lines of a note, or half of a surrogate pair, which RFC 8785 forbids.
 */
export function boundedLine(text: string, charactersMax: number): string {
  const line = text
    .slice(0, charactersMax * 4)
    .toWellFormed()
    .replace(CONTROL_OR_BLANK, ' ')
    .trim()
  return line.length <= charactersMax ? line : `${line.slice(0, charactersMax - 1).toWellFormed()}…`
}

/** UUID version 5 in lower case (RFC 9562, section 5.5). `namespace` is a UUID. */
function uuidV5(namespace: string, name: string): string {
  const digest = createHash('sha1')
    .update(fromHex(namespace.replaceAll('-', '')))
    .update(utf8(name))
    .digest()
  digest[6] = ((digest[6] ?? 0) & 0x0f) | 0x50
  digest[8] = ((digest[8] ?? 0) & 0x3f) | 0x80
  const hex = hexOf(digest)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20, 32)}`
}
