import type { Pair } from './correlation-graph.ts'

/** Finds pairs that match both conditions. An empty text or an empty kind matches every pair. */
export function matchingPairs(
  pairs: readonly Pair[],
  { domain, kind }: { domain: string; kind: string },
): readonly Pair[] {
  const text = domain.trim().toLowerCase()
  return pairs.filter(
    ({ a, b, signals }) =>
      (text === '' || a.includes(text) || b.includes(text)) &&
      (kind === '' || signals.some(({ signal }) => signal === kind)),
  )
}

/** Returns the kinds of link in these pairs, the most frequent first. */
export function kindsIn(pairs: readonly Pair[]): string[] {
  const counts = new Map<string, number>()
  for (const { signals } of pairs) {
    for (const { signal } of signals) counts.set(signal, (counts.get(signal) ?? 0) + 1)
  }
  return [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)).map(([kind]) => kind)
}
