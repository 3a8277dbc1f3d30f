import fc from 'fast-check'
import type { CorrelationResult } from '../../../workers/dashboard/screens/correlate/correlation-graph.ts'

/**
 * Returns a result with `groups` groups of `members` domains each, `alone` domains without a group,
 * and all possible pairs.
 */
export function sampleResult(groups: number, members: number, alone: number): CorrelationResult {
  const clusters = Array.from({ length: groups }, (_, group) => ({
    cluster_id: `c${group + 1}`,
    domains: Array.from({ length: members }, (_, member) => `member-${member}.group-${group}.com`),
    entity: `Example Holding ${group + 1} GmbH`,
    confidence: 0.9,
    shared_signals: [],
    summary: '',
    summary_source: 'rule' as const,
  }))
  const unclustered = Array.from({ length: alone }, (_, index) => `alone-${index}.com`)
  const domains = [...clusters.flatMap((cluster) => cluster.domains), ...unclustered]
  const groupOf = (domain: string) => domain.split('.')[1]
  const pairs = domains.flatMap((a, index) =>
    domains.slice(index + 1).map((b) => ({
      a,
      b,
      score: groupOf(a) === groupOf(b) ? 0.9 : 0.1,
      signals: [{ signal: 'vat', value: `DE${index}`, contribution: 0.5, copyable: true }],
    })),
  )
  pairs.sort((x, y) => y.score - x.score)
  return { clusters, unclustered, pairs, summary: 'A summary.', summary_source: 'rule' }
}

/** Random groups, scores and names. Some names are hostile texts. */
export function anyResult(text: fc.Arbitrary<string>): fc.Arbitrary<CorrelationResult> {
  return fc
    .record({
      sizes: fc.array(fc.integer({ min: 2, max: 5 }), { maxLength: 4 }),
      alone: fc.integer({ min: 2, max: 4 }),
      scores: fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 20 }),
      texts: fc.array(text, { minLength: 4, maxLength: 8 }),
    })
    .map(({ sizes, alone, scores, texts }) => {
      const at = <Item>(list: readonly Item[], index: number, none: Item) =>
        list[index % list.length] ?? none
      let next = 0
      const name = () => {
        next += 1
        return `${at(texts, next, '')}${next}.com`
      }
      const clusters = sizes.map((size, index) => ({
        cluster_id: `c${index + 1}`,
        domains: Array.from({ length: size }, name),
        entity: index === 0 ? null : at(texts, index, ''),
        confidence: at(scores, index, 0),
        shared_signals: [],
        summary: at(texts, index, ''),
        summary_source: 'rule' as const,
      }))
      const unclustered = Array.from({ length: alone }, name)
      const domains = [...clusters.flatMap((cluster) => cluster.domains), ...unclustered]
      const pairs = domains.slice(1).map((b, index) => ({
        a: domains[0] ?? '',
        b,
        score: at(scores, index, 0),
        signals: [
          {
            signal: at(texts, index, ''),
            value: at(texts, index + 1, ''),
            contribution: 0.5,
            copyable: true,
          },
        ],
      }))
      return {
        clusters,
        unclustered,
        pairs,
        summary: texts[0] ?? '',
        summary_source: 'rule' as const,
      }
    })
}
