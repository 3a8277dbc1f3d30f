import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import Ajv2020, { type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { canonicalJson } from '../unit/certificates/independent.ts'

const FOLDER = path.join(import.meta.dirname, 'stix-schemas')
const OBSERVABLES = '00abedb4-aa42-466c-9c01-fed23315a9b7'

/**
 * For each type of observable, the property from which its id is computed (STIX 2.1, id
 * contributing properties of sections 6.1 to 6.20).
 */
const CONTRIBUTING: Record<string, string> = {
  'domain-name': 'value',
  'ipv4-addr': 'value',
  'ipv6-addr': 'value',
  'autonomous-system': 'number',
}
/**
 * For each property with references, the types that it may refer to (STIX 2.1, sections 6.2, 6.4,
 * 6.8 and 6.9).
 */
const REFERENCED: Record<string, readonly string[]> = {
  resolves_to_refs: ['ipv4-addr', 'ipv6-addr', 'domain-name'],
  belongs_to_refs: ['autonomous-system'],
}
const IDENTITY_CLASSES = ['individual', 'group', 'system', 'organization', 'class', 'unknown']
const MILLISECONDS = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/

// Without the flag u: some patterns of the schemas escape characters that this flag does not allow
// to escape.
const ajv = new Ajv2020({ strict: false, allErrors: true, unicodeRegExp: false })
addFormats.default(ajv)
ajv.addFormat(
  'idn-hostname',
  /^(?=.{1,253}$)(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z0-9-]*[a-z0-9]$/,
)
const validators = new Map<string, ValidateFunction>()
const schemas = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter((name) =>
  name.endsWith('.json'),
)
for (const name of schemas)
  ajv.addSchema(JSON.parse(readFileSync(path.join(FOLDER, name), 'utf8')), name)
for (const name of schemas) {
  const validate = ajv.getSchema(name)
  if (validate === undefined) throw new Error(`the schema ${name} is not known`)
  validators.set(path.basename(name, '.json'), validate)
}

export const objectsIn = (text: string): StixObject[] => JSON.parse(text).objects

export const ofType = (objects: readonly StixObject[], type: string) =>
  objects.filter((object) => object.type === type)

export interface StixObject {
  type: string
  id: string
  [property: string]: unknown
}

/** Identity of this service, which is the creator of all its objects. */
export const SERVICE = 'Domain Attribution Service'

/** The identities of operators. */
export const operatorsIn = (objects: readonly StixObject[]) =>
  ofType(objects, 'identity').filter(({ name }) => name !== SERVICE)

/**
 * Computes a UUID of version 5 (RFC 9562) without the service's code, so that the check can detect
 * errors in that code.
 */
export function uuidV5(namespace: string, name: string): string {
  const bytes = createHash('sha1')
    .update(Buffer.from(namespace.replaceAll('-', ''), 'hex'))
    .update(name)
    .digest()
  bytes.writeUInt8((bytes.readUInt8(6) % 16) + 0x50, 6)
  bytes.writeUInt8((bytes.readUInt8(8) % 64) + 0x80, 8)
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5')
}

function schemaFaults(name: string, value: unknown): string[] {
  const validate = validators.get(name)
  if (validate === undefined) return [`there is no schema of ${name}`]
  if (validate(value)) return []
  return (validate.errors ?? []).map(
    ({ instancePath, message }) => `${name}${instancePath} ${message}`,
  )
}

function referencesOf(object: StixObject): [property: string, id: string][] {
  return Object.entries(object).flatMap(([property, value]) =>
    /_refs?$/.test(property)
      ? [value].flat().map((id): [string, string] => [property, String(id)])
      : [],
  )
}

/** The whole object as STIX 2.1 (section 7.2.1.4) prescribes it. */
const WHITE = {
  type: 'marking-definition',
  spec_version: '2.1',
  id: 'marking-definition--613f2e26-407d-48c7-9eca-b8e91df99dc9',
  created: '2017-01-20T00:00:00.000Z',
  definition_type: 'tlp',
  name: 'TLP:WHITE',
  definition: { tlp: 'white' },
}

/** Every object is marked, and every object but observables and the service names its creator. */
function provenanceFaults(object: StixObject): string[] {
  const faults: string[] = []
  const isCreator = object.type === 'identity' && object.name === SERVICE
  if (JSON.stringify(object.object_marking_refs) !== JSON.stringify([WHITE.id]))
    faults.push(`${object.id} is not marked`)
  const isCreated = CONTRIBUTING[object.type] === undefined && !isCreator
  if (isCreated !== (object.created_by_ref !== undefined))
    faults.push(`${object.id} has the creator ${object.created_by_ref}`)
  if (/^identity|^domain-name/.test(object.id) && object.external_references !== undefined)
    faults.push(`${object.id} is of many analyses and refers to one`)
  return faults
}

function objectFaults(object: StixObject): string[] {
  if (object.type === WHITE.type)
    return canonicalJson(object as never) === canonicalJson(WHITE)
      ? []
      : [`${object.id} is not the marking of the standard`]
  const faults = [...schemaFaults(object.type, object), ...provenanceFaults(object)]
  if (object.spec_version !== '2.1') faults.push(`${object.id} is not of version 2.1`)
  const contributing = CONTRIBUTING[object.type]
  if (contributing === undefined) {
    if (!MILLISECONDS.test(String(object.created)) || object.modified !== object.created)
      faults.push(
        `${object.id} was created at ${object.created} and modified at ${object.modified}`,
      )
  } else {
    const name = canonicalJson({ [contributing]: object[contributing] as string | number })
    if (object.id !== `${object.type}--${uuidV5(OBSERVABLES, name)}`)
      faults.push(`${object.id} is not the id of ${name}`)
  }
  if (object.type === 'identity' && !IDENTITY_CLASSES.includes(String(object.identity_class)))
    faults.push(`${object.id} has the class ${object.identity_class}`)
  if (
    !/^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(
      object.id.split('--')[1] ?? '',
    )
  )
    faults.push(`${object.id} has no UUID of version 5`)
  return faults
}

/**
 * Returns the faults of a STIX 2.1 bundle. A valid bundle has none. Faults are: differences from
 * the schemas, references to objects outside the bundle, repeated ids, wrong ids of observables,
 * and bytes that are not canonical JSON (RFC 8785).
 */
export function bundleFaults(text: string): string[] {
  const bundle = JSON.parse(text) as { id: string; objects?: StixObject[] }
  const objects = bundle.objects ?? []
  const ids = new Set(objects.map(({ id }) => id))
  const faults = [...schemaFaults('bundle', bundle), ...objects.flatMap(objectFaults)]
  if (ids.size !== objects.length) faults.push('an id occurs twice')
  if (canonicalJson(bundle as never) !== text) faults.push('the bytes are not canonical')
  for (const object of objects)
    for (const [property, id] of referencesOf(object)) {
      if (!ids.has(id)) faults.push(`${object.id} refers to ${id}, which is not in the bundle`)
      if (REFERENCED[property]?.includes(id.split('--')[0] ?? '') === false)
        faults.push(`${property} of ${object.id} refers to ${id}`)
    }
  return faults
}
