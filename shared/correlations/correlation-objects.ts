import { jobObjects, RELATED_TO, stixConfidence } from '../jobs/stix/job-objects.ts'
import { correlationReferences, isService, withProvenance } from '../jobs/stix/provenance.ts'
import {
  authored,
  boundedLine,
  observable,
  type StixObject,
  withoutRepeats,
} from '../jobs/stix/stix-object.ts'
import type { StixAnalysis } from '../jobs/stix/stored-analysis.ts'
import type { Cluster, CorrelationResult } from './correlation-result.ts'

const NAME_CHARACTERS_MAX = 255
const DESCRIPTION_CHARACTERS_MAX = 2_000
const VALUE_CHARACTERS_MAX = 200

/** `analysis` is null if the caller may not read the analysis, or if there is none. */
export interface StixDomain {
  domain: string
  analysis: StixAnalysis | null
}

export interface StixCorrelation {
  id: string
  /** ISO 8601 in UTC with milliseconds. */
  completedAt: string
  /** Address of the service. */
  publicUrl: string
}

/**
 * STIX 2.1 objects in a fixed order: the domain names, the other objects of their analyses, a
 * relationship for each linked pair of domains, and a grouping for each cluster. A cluster with a
 * known operator also has its identity.
 */
export function correlationObjects(
  { pairs, clusters }: CorrelationResult,
  domains: readonly StixDomain[],
  { id, completedAt, publicUrl }: StixCorrelation,
): StixObject[] {
  const analysed = domains.map(({ domain, analysis }) =>
    analysis === null
      ? withProvenance([observable('domain-name', { value: domain })], completedAt, [])
      : jobObjects(analysis, publicUrl),
  )
  // Only the first copy of an object is kept, so the compared domains come first. If a compared
  // domain is also a name server of another domain, that copy has no addresses.
  const known = [
    ...analysed.flatMap((objects) => objects.slice(0, 1)),
    ...analysed.flatMap((objects) => objects.slice(1)),
  ]
  const links = pairs.map((pair) => linkOf(pair, completedAt))
  const groups = clusters.flatMap((cluster) => groupOf(cluster, known, links, completedAt))
  const references = correlationReferences(publicUrl, id)
  return withoutRepeats([
    ...known,
    ...withProvenance([...links, ...groups], completedAt, references),
  ])
}

const idOf = (domain: string): string => observable('domain-name', { value: domain }).id

function linkOf(
  { a, b, score, signals }: CorrelationResult['pairs'][number],
  created: string,
): StixObject {
  const shared = signals.map(
    ({ signal, value }) => `${signal} ${boundedLine(value, VALUE_CHARACTERS_MAX)}`,
  )
  return authored('relationship', created, {
    relationship_type: RELATED_TO,
    labels: ['same-operator'],
    source_ref: idOf(a),
    target_ref: idOf(b),
    confidence: stixConfidence(score),
    description: boundedLine(`Both have: ${shared.join('; ')}`, DESCRIPTION_CHARACTERS_MAX),
  })
}

// The operator's identity has the same id as in the domains' own analyses, so that all domains lead
// to one node.
function groupOf(
  { cluster_id: id, domains, entity, confidence, summary }: Cluster,
  known: readonly StixObject[],
  links: readonly StixObject[],
  created: string,
): StixObject[] {
  const members = domains.map(idOf)
  const operators =
    entity === null ? [] : operatorsNamed(boundedLine(entity, NAME_CHARACTERS_MAX), known, created)
  const within = links.filter(
    ({ source_ref: from, target_ref: to }) =>
      members.includes(String(from)) && members.includes(String(to)),
  )
  const grouping = authored('grouping', created, {
    name: entity === null ? id : boundedLine(entity, NAME_CHARACTERS_MAX),
    description: boundedLine(summary, DESCRIPTION_CHARACTERS_MAX),
    context: 'unspecified',
    confidence: stixConfidence(confidence),
    object_refs: [...members, ...[...operators, ...within].map((object) => object.id)],
  })
  return [...operators, grouping]
}

function operatorsNamed(name: string, known: readonly StixObject[], created: string): StixObject[] {
  const named = known.filter(
    (object) => object.type === 'identity' && object.name === name && !isService(object),
  )
  return named.length > 0
    ? withoutRepeats(named)
    : [authored('identity', created, { name, identity_class: 'unknown' })]
}
