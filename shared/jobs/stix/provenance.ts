import { authored, type StixObject, withoutRepeats } from './stix-object.ts'

export interface ExternalReference {
  source_name: string
  url: string
  external_id: string
}

const SERVICE_NAME = 'Domain Attribution Service'

/**
 * TLP:WHITE, which TLP 2.0 renamed to TLP:CLEAR: a bundle holds only facts that anybody can look
 * up. STIX 2.1 (section 7.2.1.4) prescribes each byte of this object.
 */
const MARKING: StixObject = {
  type: 'marking-definition',
  spec_version: '2.1',
  id: 'marking-definition--613f2e26-407d-48c7-9eca-b8e91df99dc9',
  created: '2017-01-20T00:00:00.000Z',
  definition_type: 'tlp',
  name: 'TLP:WHITE',
  definition: { tlp: 'white' },
}

const OBSERVABLES = ['domain-name', 'ipv4-addr', 'ipv6-addr', 'autonomous-system']

/** `publicUrl` is the address of the service. An analysis without a job has no references. */
export function jobReferences(publicUrl: string, jobId: string | null): ExternalReference[] {
  if (jobId === null) return []
  const url = addressOf(publicUrl, `/jobs/${jobId}`)
  return [
    { source_name: `${SERVICE_NAME}: analysis`, url, external_id: jobId },
    {
      source_name: `${SERVICE_NAME}: certificate`,
      url: `${url}/certificate`,
      external_id: jobId.replace('job_', 'crt_'),
    },
  ]
}

export const correlationReferences = (publicUrl: string, id: string): ExternalReference[] => [
  {
    source_name: `${SERVICE_NAME}: correlation`,
    url: addressOf(publicUrl, `/correlate/${id}`),
    external_id: id,
  },
]

const addressOf = (publicUrl: string, path: string) => publicUrl.replace(/\/$/, '') + path

const serviceIdentity = (created: string): StixObject =>
  authored('identity', created, { name: SERVICE_NAME, identity_class: 'system' })

const SERVICE_ID = serviceIdentity('').id

export const isService = ({ id }: StixObject): boolean => id === SERVICE_ID

/**
 * Adds the creator, the marking and the references to the objects. They are no part of the ids, so
 * an object keeps its id at another address of the service. An identity has no references, because
 * many analyses share it. The list ends with the creator and the marking.
 */
export function withProvenance(
  objects: readonly StixObject[],
  created: string,
  references: readonly ExternalReference[],
): StixObject[] {
  const service = serviceIdentity(created)
  const marking = { object_marking_refs: [MARKING.id] }
  const creator = { created_by_ref: SERVICE_ID, ...marking }
  const external = references.length === 0 ? {} : { external_references: references }
  const marked = objects.map((object) => {
    if (OBSERVABLES.includes(object.type)) return { ...object, ...marking }
    return { ...object, ...creator, ...(object.type === 'identity' ? {} : external) }
  })
  return withoutRepeats([...marked, { ...service, ...marking }, MARKING])
}
