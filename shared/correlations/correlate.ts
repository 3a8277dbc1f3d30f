import { compactName } from '../attribution/names/entity-names.ts'
import { clusterPairs } from './cluster-pairs.ts'
import { type Families, familiesOf } from './company-families.ts'
import type { Cluster, CorrelationResult } from './correlation-result.ts'
import type { DomainFacts } from './domain-facts.ts'
import { profileOf, rememberedLikeness } from './domain-profile.ts'
import { summarizeCluster, summarizeSet } from './rule-summaries.ts'
import { type PairScore, scorePair } from './score-pair.ts'
import { type SharedValue, type Spreads, sharedByPair } from './shared-values.ts'

const SHARED_SIGNALS_MAX = 30
const SCORE_DIGITS = 1e4

/**
 * Which domains of a set have one operator. Pure: the same facts and spreads give the same result, whatever their order.
 * `spreads` says how the whole service knows the values of `valuesToLookUp`.
 */
export function correlate(unordered: readonly DomainFacts[], spreads: Spreads): CorrelationResult {
  const facts = [...unordered].sort((a, b) => (a.domain < b.domain ? -1 : a.domain > b.domain ? 1 : 0))
  const families = familiesOf([
    ...facts.flatMap(({ entity }) => entity ?? []),
    ...[...spreads.values()].flatMap(({ entities }) => entities),
  ])
  const shared = sharedByPair(facts, spreads, families)
  const profiles = facts.map((one) => profileOf(one, families))
  const alike = rememberedLikeness()
  const pairs: PairScore[] = []
  profiles.forEach((first, a) => {
    profiles.slice(a + 1).forEach((second, offset) => {
      const b = a + 1 + offset
      const pair = scorePair({ a, b }, [first, second], shared.of(a, b), alike)
      if (pair.score > 0 || pair.distinct) pairs.push(pair)
    })
  })
  const groups = clusterPairs(facts.length, pairs)
  const scoreOf = new Map(pairs.map((pair) => [pair.a * facts.length + pair.b, pair]))
  const clusters = groups.map((members, index) =>
    clusterOf(index, members, facts, shared.values, families, (a, b) =>
      scoreOf.get(Math.min(a, b) * facts.length + Math.max(a, b)),
    ),
  )
  const grouped = new Set(groups.flat())
  const unclustered = facts.flatMap(({ domain }, place) => (grouped.has(place) ? [] : [domain]))
  return {
    clusters,
    unclustered,
    pairs: pairs
      .filter(({ score }) => score > 0)
      .sort((one, other) => other.score - one.score || one.a - other.a || one.b - other.b)
      .map(({ a, b, score, signals }) => ({ a: facts[a]?.domain ?? '', b: facts[b]?.domain ?? '', score, signals })),
    summary: summarizeSet(facts.length, clusters, unclustered.length),
    summary_source: 'rule',
  }
}

function clusterOf(
  index: number,
  members: readonly number[],
  facts: readonly DomainFacts[],
  values: readonly SharedValue[],
  families: Families,
  pairOf: (a: number, b: number) => PairScore | undefined,
): Cluster {
  const names = (places: readonly number[]): string[] => places.map((place) => facts[place]?.domain ?? '')
  const belongs = new Set(members)
  const shared = values
    .map(({ kind, value, holders, rarity, nats }) => ({
      kind,
      value,
      weight: nats * rarity,
      holders: holders.filter((place) => belongs.has(place)),
    }))
    .filter(({ holders }) => holders.length > 1)
    .sort((a, b) => b.weight * b.holders.length - a.weight * a.holders.length)
    .map(({ kind, value, holders }) => ({ signal: kind, value, domains: names(holders) }))
  const operator = operatorOf(members, facts, families)
  const cluster = {
    cluster_id: `c${index + 1}`,
    domains: names(members),
    entity: operator?.name ?? null,
    confidence: confidenceOf(members, pairOf),
    shared_signals: [
      ...(operator !== null && operator.places.length > 1
        ? [{ signal: 'entity', value: operator.name, domains: names(operator.places) }]
        : []),
      ...shared,
      ...labelsOf(members, facts),
    ].slice(0, SHARED_SIGNALS_MAX),
  }
  return { ...cluster, summary: summarizeCluster(cluster), summary_source: 'rule' }
}

/** How sure the group is: each member's strongest link into it, on average. */
function confidenceOf(members: readonly number[], pairOf: (a: number, b: number) => PairScore | undefined): number {
  const strongest = members.map((one) =>
    Math.max(...members.map((other) => (one === other ? 0 : (pairOf(one, other)?.score ?? 0)))),
  )
  const mean = strongest.reduce((sum, score) => sum + score, 0) / members.length
  return Math.floor(mean * SCORE_DIGITS) / SCORE_DIGITS
}

/** Whom most of the group is attributed to, by the sum of confidence, and the members that name it. */
function operatorOf(
  members: readonly number[],
  facts: readonly DomainFacts[],
  families: Families,
): { name: string; places: number[] } | null {
  const support = new Map<string, { name: string; confidence: number; places: number[] }>()
  for (const place of members) {
    const entity = facts[place]?.entity ?? null
    if (entity === null) continue
    const key = compactName(entity.name)
    const known = support.get(key) ?? { name: entity.name, confidence: 0, places: [] }
    // The outermost company answers for its parts, so it wins over any one of them that has as many domains.
    const own = families.of(entity) === key ? 1.01 : 1
    support.set(key, {
      name: known.name,
      confidence: known.confidence + entity.confidence * own,
      places: [...known.places, place],
    })
  }
  const ranked = [...support.values()].sort((a, b) => b.confidence - a.confidence || (a.name < b.name ? -1 : 1))
  return ranked[0] ?? null
}

const LABEL_LENGTH_MIN = 5

function labelsOf(members: readonly number[], facts: readonly DomainFacts[]): Cluster['shared_signals'] {
  const byLabel = new Map<string, string[]>()
  const sites = new Map<string, Set<string>>()
  for (const place of members) {
    const { label = '', domain = '', site = '' } = facts[place] ?? {}
    if (label.length < LABEL_LENGTH_MIN) continue
    byLabel.set(label, [...(byLabel.get(label) ?? []), domain])
    sites.set(label, (sites.get(label) ?? new Set()).add(site))
  }
  return [...byLabel]
    .filter(([label]) => (sites.get(label)?.size ?? 0) > 1)
    .map(([value, domains]) => ({ signal: 'label', value, domains }))
}
