import { compactName, isSameName } from '../attribution/names/entity-names.ts'
import { clusterPairs, type Group } from './cluster-pairs.ts'
import { familyOf } from './company-families.ts'
import { isCopyable } from './copyable.ts'
import type { Cluster, CorrelationResult } from './correlation-result.ts'
import type { DomainFacts } from './domain-facts.ts'
import { cachedLikeness, type Profile, profileOf } from './domain-profile.ts'
import { linkKind } from './link-kinds.ts'
import { summarizeCluster, summarizeSet } from './rule-summaries.ts'
import { type PairScore, scorePair } from './score-pair.ts'
import { type SharedValue, sharedByPair, type ValueUsages } from './shared-values.ts'

const SHARED_SIGNALS_MAX = 30
const SCORE_DIGITS = 1e4

/**
 * The order of the domains does not change the result. `usages` contains, for each value that
 * `valuesToLookUp` returned, the number of domains in the database with this value.
 */
export function correlate(
  unordered: readonly DomainFacts[],
  usages: ValueUsages,
): CorrelationResult {
  const facts = [...unordered].sort((a, b) =>
    a.domain < b.domain ? -1 : a.domain > b.domain ? 1 : 0,
  )
  const shared = sharedByPair(facts, usages)
  const profiles = facts.map(profileOf)
  const alike = cachedLikeness()
  const pairs: PairScore[] = []
  profiles.forEach((first, a) => {
    for (let b = a + 1; b < profiles.length; b += 1) {
      const second = profiles[b]
      if (second === undefined) continue
      const pair = scorePair({ a, b }, [first, second], shared.of(a, b), alike)
      if (pair.score > 0 || pair.distinct) pairs.push(pair)
    }
  })
  const groups = clusterPairs(facts.length, pairs)
  const scoreOf = new Map(pairs.map((pair) => [pair.a * facts.length + pair.b, pair]))
  const sharedIn = sharedByGroup(groups, facts.length, shared.values)
  const clusters = groups.map((group, index) =>
    clusterOf(index, group, profiles, sharedIn[index] ?? [], (a, b) =>
      scoreOf.get(Math.min(a, b) * facts.length + Math.max(a, b)),
    ),
  )
  const grouped = new Set(groups.flatMap(({ members }) => members))
  const unclustered = facts.flatMap(({ domain }, index) => (grouped.has(index) ? [] : [domain]))
  return {
    clusters,
    unclustered,
    imitations: imitationsIn(facts),
    pairs: pairs
      .filter(({ score }) => score > 0)
      .sort((one, other) => other.score - one.score || one.a - other.a || one.b - other.b)
      .map(({ a, b, score, signals }) => ({
        a: facts[a]?.domain ?? '',
        b: facts[b]?.domain ?? '',
        score,
        signals,
      })),
    summary: summarizeSet(facts.length, clusters, unclustered.length),
    summary_source: 'rule',
  }
}

const imitationsIn = (facts: readonly DomainFacts[]): CorrelationResult['imitations'] =>
  facts.flatMap(({ domain, imitates }) =>
    imitates.map((entity) => ({
      domain,
      entity,
      of_domains: facts.flatMap((other) =>
        other.domain !== domain && other.entity !== null && isSameName(other.entity.name, entity)
          ? [other.domain]
          : [],
      ),
    })),
  )

// Values that at least two domains of a group share. In the result, the holders of a value are only
// the domains of that group.
function sharedByGroup(
  groups: readonly Group[],
  size: number,
  values: readonly SharedValue[],
): SharedValue[][] {
  const groupOf = new Int32Array(size).fill(-1)
  groups.forEach(({ members }, group) => {
    for (const member of members) groupOf[member] = group
  })
  const shared: SharedValue[][] = groups.map(() => [])
  for (const value of values) {
    const { holders } = value
    const countOf = new Uint32Array(groups.length)
    for (const holder of holders) {
      const group = groupOf[holder] ?? -1
      if (group >= 0) countOf[group] = (countOf[group] ?? 0) + 1
    }
    countOf.forEach((count, group) => {
      if (count < 2) return
      const members =
        count === holders.length ? holders : holders.filter((holder) => groupOf[holder] === group)
      shared[group]?.push({ ...value, holders: members })
    })
  }
  return shared
}

function clusterOf(
  index: number,
  { members, isProven }: Group,
  profiles: readonly Profile[],
  values: readonly SharedValue[],
  pairOf: (a: number, b: number) => PairScore | undefined,
): Cluster {
  const facts = profiles.map((profile) => profile.facts)
  const names = (indexes: readonly number[]): string[] =>
    indexes.map((index) => facts[index]?.domain ?? '')
  const shared = [...values]
    .sort((a, b) => b.nats * b.holders.length - a.nats * a.holders.length)
    .slice(0, SHARED_SIGNALS_MAX)
    .map((value) => ({
      signal: value.kind,
      value: value.value,
      domains: names(value.holders),
      copyable: isCopyableAmong(value, value.holders, profiles),
    }))
  const stated = operatorOf(members, facts)
  const cluster = {
    cluster_id: `c${index + 1}`,
    domains: names(members),
    // Without a proven link, one of the domains may only pretend to have the operator of the other
    // domains, so no operator is named.
    entity: isProven ? (stated?.name ?? null) : null,
    confidence: confidenceOf(members, pairOf),
    shared_signals: [
      ...(stated !== null && stated.members.length > 1
        ? [
            {
              signal: 'entity',
              value: stated.name,
              domains: names(stated.members),
              copyable: isCopyableAmong(linkKind('entity'), stated.members, profiles),
            },
          ]
        : []),
      ...shared,
      ...labelsOf(members, facts),
    ].slice(0, SHARED_SIGNALS_MAX),
  }
  return { ...cluster, summary: summarizeCluster(cluster, isProven), summary_source: 'rule' }
}

// True if, for at least one pair of the value's holders, one person can make both share the value.
const isCopyableAmong = (
  value: Pick<SharedValue, 'author'>,
  holders: readonly number[],
  profiles: readonly Profile[],
): boolean =>
  holders.some((a) =>
    holders.some((b) => {
      const [first, second] = [profiles[a], profiles[b]]
      return (
        a < b && first !== undefined && second !== undefined && isCopyable(value, first, second)
      )
    }),
  )

function confidenceOf(
  members: readonly number[],
  pairOf: (a: number, b: number) => PairScore | undefined,
): number {
  const strongest = members.map((one) =>
    Math.max(...members.map((other) => (one === other ? 0 : (pairOf(one, other)?.score ?? 0)))),
  )
  const mean = strongest.reduce((sum, score) => sum + score, 0) / members.length
  return Math.floor(mean * SCORE_DIGITS) / SCORE_DIGITS
}

function operatorOf(
  members: readonly number[],
  facts: readonly DomainFacts[],
): { name: string; members: number[] } | null {
  const support = new Map<string, { name: string; confidence: number; members: number[] }>()
  for (const member of members) {
    const entity = facts[member]?.entity ?? null
    if (entity === null) continue
    const spelled = [...support].find(([, other]) => isSameName(other.name, entity.name))
    const key = spelled?.[0] ?? compactName(entity.name)
    const known = support.get(key) ?? { name: entity.name, confidence: 0, members: [] }
    // If a parent company and its subsidiary have equal confidence, this factor makes the parent
    // the operator of the group.
    const factor = familyOf(entity) === compactName(entity.name) ? 1.01 : 1
    support.set(key, {
      name: known.name,
      confidence: known.confidence + entity.confidence * factor,
      members: [...known.members, member],
    })
  }
  const ranked = [...support.values()].sort(
    (a, b) => b.confidence - a.confidence || (a.name < b.name ? -1 : 1),
  )
  return ranked[0] ?? null
}

const LABEL_LENGTH_MIN = 5

function labelsOf(
  members: readonly number[],
  facts: readonly DomainFacts[],
): Cluster['shared_signals'] {
  const byLabel = new Map<string, string[]>()
  const sites = new Map<string, Set<string>>()
  for (const member of members) {
    const { label = '', domain = '', site = '' } = facts[member] ?? {}
    if (label.length < LABEL_LENGTH_MIN) continue
    byLabel.set(label, [...(byLabel.get(label) ?? []), domain])
    sites.set(label, (sites.get(label) ?? new Set()).add(site))
  }
  return [...byLabel]
    .filter(([label]) => (sites.get(label)?.size ?? 0) > 1)
    .map(([value, domains]) => ({ signal: 'label', value, domains, copyable: true }))
}
