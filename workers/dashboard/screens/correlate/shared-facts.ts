import type { CorrelationResult, Pair } from './correlation-graph.ts'

interface FactValue {
  readonly signal: string
  readonly value: string
}

/** One fact, or several facts that exactly the same domains share. */
export interface SharedFact {
  /** Strongest first. */
  readonly values: readonly FactValue[]
  /** True if anybody can copy the values from one site to another. */
  readonly copyable: boolean
  /** Indexes of the domains that share it, in ascending order. */
  readonly holders: readonly number[]
  readonly weight: number
}

// The answer about the operator is the question itself, and different operators are no common fact.
const NO_FACTS: ReadonlySet<string> = new Set(['entity', 'distinct_entities'])

export const isFact = ({ signal }: { signal: string }): boolean => !NO_FACTS.has(signal)

interface Found extends FactValue {
  copyable: boolean
  holders: Set<number>
  weight: number
}

/**
 * Facts of the groups, and of these pairs, strongest first. A fact is copyable if it is so for at
 * least one pair of its domains.
 */
export function sharedFactsOf(
  clusters: CorrelationResult['clusters'],
  pairs: readonly Pair[],
  indexOf: ReadonlyMap<string, number>,
): SharedFact[] {
  const found = new Map<string, Map<string, Found>>()
  const all: Found[] = []
  const add = (
    { signal, value, copyable }: FactValue & { copyable: boolean },
    domains: readonly string[],
    weight: number,
  ) => {
    const ofKind = found.get(signal) ?? new Map<string, Found>()
    if (ofKind.size === 0) found.set(signal, ofKind)
    let fact = ofKind.get(value)
    if (fact === undefined) {
      fact = { signal, value, copyable, holders: new Set(), weight: 0 }
      ofKind.set(value, fact)
      all.push(fact)
    }
    fact.copyable ||= copyable
    fact.weight += weight
    for (const domain of domains) {
      const index = indexOf.get(domain)
      if (index !== undefined) fact.holders.add(index)
    }
  }
  for (const { shared_signals: shared } of clusters)
    for (const fact of shared) if (isFact(fact)) add(fact, fact.domains, 0)
  for (const { a, b, score, signals } of pairs)
    for (const fact of signals) if (isFact(fact)) add(fact, [a, b], score * fact.contribution)
  return mergedByHolders(all.filter(({ holders }) => holders.size > 1))
}

function mergedByHolders(facts: readonly Found[]): SharedFact[] {
  const merged = new Map<string, SharedFact & { values: FactValue[] }>()
  for (const { signal, value, copyable, holders, weight } of inOrder(facts)) {
    const sorted = [...holders].sort((a, b) => a - b)
    const key = `${copyable} ${sorted.join(' ')}`
    const same = merged.get(key)
    if (same !== undefined) same.values.push({ signal, value })
    else merged.set(key, { values: [{ signal, value }], copyable, holders: sorted, weight })
  }
  return [...merged.values()]
}

const inOrder = (facts: readonly Found[]): Found[] =>
  [...facts].sort(
    (a, b) =>
      b.weight - a.weight ||
      b.holders.size - a.holders.size ||
      (`${a.signal} ${a.value}` < `${b.signal} ${b.value}` ? -1 : 1),
  )
