import type { Pair } from './correlation-graph.ts'

/** An empty text or kind matches every pair. */
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

/** The most frequent kind comes first. */
export function kindsIn(pairs: readonly Pair[]): string[] {
  const counts = new Map<string, number>()
  for (const { signals } of pairs) {
    for (const { signal } of signals) counts.set(signal, (counts.get(signal) ?? 0) + 1)
  }
  return [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)).map(([kind]) => kind)
}
