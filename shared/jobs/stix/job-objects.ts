import ipaddr from 'ipaddr.js'
import { warningKinds } from '../../attribution/scoring/answer-words.ts'
import type { Candidate } from '../../attribution/scoring/scoring-result.ts'
import { noteContent } from './note-content.ts'
import { jobReferences, withProvenance } from './provenance.ts'
import {
  authored,
  boundedLine,
  observable,
  type StixObject,
  withoutRepeats,
} from './stix-object.ts'
import type { PieceOf, StixAnalysis, StixEvidence } from './stored-analysis.ts'

const NAME_CHARACTERS_MAX = 255
const DESCRIPTION_CHARACTERS_MAX = 2_000
const ALIASES_MAX = 20
/** Limit for the records of each kind. A hostile zone can have thousands. */
const RECORDS_MAX = 50

/**
 * Standard relationship type (STIX 2.1, section 3.7). The specification lists no relationship from
 * a domain name to an identity, and importing tools ignore an unlisted type. So the label says that
 * the identity operates the domain.
 */
export const RELATED_TO = 'related-to'
const OPERATED_BY = 'operated-by'
/** Prefix of the label that names the collector of observed data. */
const COLLECTOR = 'collector'

const IDENTITY_CLASSES = {
  organization: 'organization',
  person: 'individual',
  unknown: 'unknown',
} as const satisfies Record<Candidate['entity_type'], string>

/**
 * STIX objects of an analysis in a fixed order, the analyzed domain first. Every object that is
 * referenced is in the list. `publicUrl` is the address of the service.
 */
export function jobObjects(analysis: StixAnalysis, publicUrl: string): StixObject[] {
  const { completedAt, jobId } = analysis
  return withProvenance(contentOf(analysis), completedAt, jobReferences(publicUrl, jobId))
}

function contentOf(analysis: StixAnalysis): StixObject[] {
  const { domain, completedAt, result, evidence } = analysis
  if (result.outcome === 'no_clear_entity') {
    const subject = observable('domain-name', { value: domain })
    return [subject, noteOf(analysis, [subject.id])]
  }
  const addresses = readAddresses(evidence)
  const resolved = addresses.flatMap(({ id, type }) => (type === 'autonomous-system' ? [] : [id]))
  const subject = observable(
    'domain-name',
    { value: domain },
    resolved.length === 0 ? {} : { resolves_to_refs: resolved },
  )
  const candidates = result.candidates.map((candidate) =>
    operatorOf(subject, candidate, completedAt),
  )
  const observed = evidence.flatMap((piece) => observedOf(piece, subject, addresses, completedAt))
  const observations = observed.filter(({ type }) => type === 'observed-data')
  const subjects = [subject, ...candidates.map(({ identity }) => identity), ...observations]
  return withoutRepeats([
    subject,
    ...candidates.flatMap(({ identity, relationship }) => [identity, relationship]),
    ...observed,
    noteOf(
      analysis,
      withoutRepeats(subjects).map(({ id }) => id),
    ),
  ])
}

/** Maps 0 to 1 to the scale of STIX 2.1 (section 3.2): an integer from 0 to 100. */
export const stixConfidence = (confidence: number): number => Math.round(confidence * 100)

function operatorOf(subject: StixObject, candidate: Candidate, created: string) {
  const aliases = candidate.aliases
    .slice(0, ALIASES_MAX)
    .map((alias) => boundedLine(alias, NAME_CHARACTERS_MAX))
  const identity = authored('identity', created, {
    name: boundedLine(candidate.entity, NAME_CHARACTERS_MAX),
    identity_class: IDENTITY_CLASSES[candidate.entity_type],
    ...(aliases.length === 0 ? {} : { description: `Also called: ${aliases.join('; ')}` }),
  })
  const relationship = authored('relationship', created, {
    relationship_type: RELATED_TO,
    labels: [OPERATED_BY],
    source_ref: subject.id,
    target_ref: identity.id,
    confidence: stixConfidence(candidate.confidence),
    description: boundedLine(candidate.rationale, DESCRIPTION_CHARACTERS_MAX),
  })
  return { identity, relationship }
}

function noteOf(analysis: StixAnalysis, objectRefs: readonly string[]): StixObject {
  const { domain, completedAt, result } = analysis
  const labels = [
    ...(result.basis === null ? [] : [result.basis]),
    ...new Set(warningKinds(result)),
  ]
  return authored('note', completedAt, {
    abstract: `Evidence for the operator of ${domain}`,
    content: noteContent(analysis),
    object_refs: objectRefs,
    // `labels` is left out when empty, because STIX 2.1 (section 2.3) forbids empty lists. The ids
    // of notes from old results do not change by this.
    ...(labels.length === 0 ? {} : { labels }),
  })
}

// Objects for the addresses of the domain. The autonomous system of an address, if it is in the
// evidence, comes before the address.
function readAddresses(evidence: StixEvidence): StixObject[] {
  const records = evidence.find((piece) => piece.collector === 'dns')?.data
  const networks = evidence.find((piece) => piece.collector === 'asn')?.data?.addresses ?? []
  return [
    ...(records?.a ?? []).slice(0, RECORDS_MAX),
    ...(records?.aaaa ?? []).slice(0, RECORDS_MAX),
  ].flatMap((text) => {
    if (!ipaddr.isValid(text)) return []
    const address = ipaddr.parse(text)
    const network = networks.find((known) => known.address === text)
    const system = network?.asn == null ? [] : [systemOf(network.asn, network.as_name)]
    const type = address.kind() === 'ipv4' ? 'ipv4-addr' : 'ipv6-addr'
    const belongs = system.length === 0 ? {} : { belongs_to_refs: system.map(({ id }) => id) }
    return [...system, observable(type, { value: address.toString() }, belongs)]
  })
}

const systemOf = (number: number, name: string | null): StixObject =>
  observable(
    'autonomous-system',
    { number },
    name === null ? {} : { name: boundedLine(name, NAME_CHARACTERS_MAX) },
  )

function observedOf(
  piece: StixEvidence[number],
  subject: StixObject,
  addresses: readonly StixObject[],
  created: string,
): StixObject[] {
  switch (piece.collector) {
    case 'dns': {
      const records = [...addresses, ...hostsOf(dnsHosts(piece), subject)]
      return records.length === 0 ? [] : observation(piece, [subject, ...records], created)
    }
    case 'whois': {
      const registration = registrationOf(piece, subject)
      return registration.length === 0 ? [] : observation(piece, registration, created)
    }
    case 'asn':
      return []
    default:
      return piece satisfies never
  }
}

const dnsHosts = ({ data }: PieceOf<'dns'>): string[] =>
  data === null
    ? []
    : [...data.ns.slice(0, RECORDS_MAX), ...data.mx.slice(0, RECORDS_MAX).map(({ host }) => host)]

function registrationOf({ data }: PieceOf<'whois'>, subject: StixObject): StixObject[] {
  if (data === null || data.record.outcome !== 'registered') return []
  return hostsOf(
    [data.registrable_domain, ...data.record.name_servers.slice(0, RECORDS_MAX)],
    subject,
  )
}

// Matches a host name of letters, digits and hyphens (RFC 1123). Other texts in records, such as
// the empty mail host of RFC 7505, name no host and are left out.
const HOST =
  /^(?=.{1,253}$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)+$/

const hostsOf = (names: readonly string[], subject: StixObject): StixObject[] =>
  names
    .filter((name) => HOST.test(name))
    .map((value) => (value === subject.value ? subject : observable('domain-name', { value })))

function observation(
  { collector, collected_at: collectedAt }: StixEvidence[number],
  observables: readonly StixObject[],
  created: string,
): StixObject[] {
  const seen = withoutRepeats(observables)
  const time = new Date(collectedAt).toISOString()
  const data = authored('observed-data', created, {
    first_observed: time,
    last_observed: time,
    number_observed: 1,
    labels: [`${COLLECTOR}:${collector}`],
    object_refs: seen.map(({ id }) => id),
  })
  return [...seen, data]
}
