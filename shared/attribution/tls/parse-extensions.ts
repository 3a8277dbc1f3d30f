import {
  childrenOf,
  contextTag,
  type DerElement,
  DerError,
  expectTag,
  readElement,
  sequenceOf,
  TAG,
} from './der.ts'
import { bitsOf, booleanOf, objectIdOf, smallIntegerOf, stringOf } from './der-values.ts'

const EXTENSIONS_MAX = 64

/** Object identifiers of extensions (RFC 5280 section 4.2, except where stated). */
const EXTENSION = {
  subjectKeyId: '2.5.29.14',
  keyUsage: '2.5.29.15',
  subjectAltName: '2.5.29.17',
  basicConstraints: '2.5.29.19',
  nameConstraints: '2.5.29.30',
  policies: '2.5.29.32',
  policyMappings: '2.5.29.33',
  authorityKeyId: '2.5.29.35',
  policyConstraints: '2.5.29.36',
  extendedKeyUsage: '2.5.29.37',
  inhibitAnyPolicy: '2.5.29.54',
  /** RFC 3739 section 3.2.6. */
  qcStatements: '1.3.6.1.5.5.7.1.3',
  /** RFC 3709. */
  logotype: '1.3.6.1.5.5.7.1.12',
  /** CA/Browser Forum EV Guidelines, section 7.1.2. The subject states the same number. */
  organizationIdentifier: '2.23.140.3.1',
} as const

const UNDERSTOOD: ReadonlySet<string> = new Set(Object.values(EXTENSION))

/** ETSI EN 319 412-5 section 4.2.3. */
const QC_TYPE = '0.4.0.1862.1.6'

export interface Extensions {
  /** DNS names of the subject alternative name, in lower case. May start with "*.". */
  dnsNames: readonly string[]
  policies: readonly string[]
  /** Null if the extension is missing, which allows all uses. */
  extendedKeyUsages: readonly string[] | null
  /** Numbers of bits of RFC 5280 section 4.2.1.3. Null if the extension is missing. */
  keyUsages: ReadonlySet<number> | null
  isAuthority: boolean
  /** Largest number of intermediate certificates below this one, or null. */
  pathLength: number | null
  subjectKeyId: Uint8Array | null
  authorityKeyId: Uint8Array | null
  qcStatements: readonly string[]
  qcTypes: readonly string[]
  hasNameConstraints: boolean
  hasLogotype: boolean
  /** A verifier must refuse a certificate with such an extension (RFC 5280 section 4.2). */
  hasUnknownCritical: boolean
}

interface Extension {
  id: string
  isCritical: boolean
  value: Uint8Array
  depth: number
}

/** Throws DerError. */
export function extensionsOf(element: DerElement | undefined): Extensions {
  const list = element === undefined ? [] : extensionList(element)
  const byId = new Map(list.map((extension) => [extension.id, extension]))
  if (byId.size !== list.length) throw new DerError('An extension is repeated.')
  const read = <T>(id: string, parse: (value: DerElement) => T): T | null => {
    const extension = byId.get(id)
    return extension === undefined ? null : parse(readElement(extension.value, extension.depth))
  }
  const constraints = read(EXTENSION.basicConstraints, constraintsOf)
  return {
    dnsNames: read(EXTENSION.subjectAltName, dnsNamesOf) ?? [],
    policies: read(EXTENSION.policies, policiesOf) ?? [],
    extendedKeyUsages: read(EXTENSION.extendedKeyUsage, objectIdsOf),
    keyUsages: read(EXTENSION.keyUsage, bitsOf),
    isAuthority: constraints?.isAuthority ?? false,
    pathLength: constraints?.pathLength ?? null,
    subjectKeyId: read(EXTENSION.subjectKeyId, octetsOf),
    authorityKeyId: read(EXTENSION.authorityKeyId, authorityKeyIdOf),
    ...(read(EXTENSION.qcStatements, qcStatementsOf) ?? { qcStatements: [], qcTypes: [] }),
    hasNameConstraints: byId.has(EXTENSION.nameConstraints),
    hasLogotype: byId.has(EXTENSION.logotype),
    hasUnknownCritical: list.some(({ id, isCritical }) => isCritical && !UNDERSTOOD.has(id)),
  }
}

function extensionList(element: DerElement): Extension[] {
  const [list] = childrenOf(element)
  const extensions = sequenceOf(list)
  if (extensions.length > EXTENSIONS_MAX) throw new DerError('There are too many extensions.')
  return extensions.map((extension) => {
    const [id, ...rest] = sequenceOf(extension)
    const value = expectTag(rest.at(-1), TAG.octetString)
    const isCritical = rest.length > 1 && booleanOf(rest[0])
    return { id: objectIdOf(id), isCritical, value: value.content, depth: value.depth }
  })
}

const octetsOf = (element: DerElement): Uint8Array => expectTag(element, TAG.octetString).content

const objectIdsOf = (element: DerElement): string[] => sequenceOf(element).map(objectIdOf)

const policiesOf = (element: DerElement): string[] =>
  sequenceOf(element).map((policy) => objectIdOf(sequenceOf(policy)[0]))

function constraintsOf(element: DerElement): { isAuthority: boolean; pathLength: number | null } {
  const parts = sequenceOf(element)
  const isAuthority = parts[0]?.tag === TAG.boolean && booleanOf(parts[0])
  const length = parts.find(({ tag }) => tag === TAG.integer)
  return { isAuthority, pathLength: length === undefined ? null : smallIntegerOf(length) }
}

function authorityKeyIdOf(element: DerElement): Uint8Array | null {
  return sequenceOf(element).find(({ tag }) => tag === contextTag(0, false))?.content ?? null
}

const DNS_NAME = /^(?:\*\.)?[a-z0-9_-]{1,63}(?:\.[a-z0-9_-]{1,63}){0,126}$/u
const DNS_NAME_LENGTH_MAX = 253

function dnsNamesOf(element: DerElement): string[] {
  const names = sequenceOf(element)
    .filter(({ tag }) => tag === contextTag(2, false))
    .filter(({ content }) => content.length <= DNS_NAME_LENGTH_MAX)
    .map((name) => stringOf({ ...name, tag: TAG.ia5String })?.toLowerCase() ?? '')
  return [...new Set(names.filter((name) => DNS_NAME.test(name)))]
}

function qcStatementsOf(element: DerElement): Pick<Extensions, 'qcStatements' | 'qcTypes'> {
  const statements = sequenceOf(element).map((statement) => {
    const [id, info] = sequenceOf(statement)
    return { id: objectIdOf(id), info }
  })
  return {
    qcStatements: statements.map(({ id }) => id),
    qcTypes: statements.flatMap(({ id, info }) =>
      id === QC_TYPE && info !== undefined ? objectIdsOf(info) : [],
    ),
  }
}
