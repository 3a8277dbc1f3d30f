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
  return {
    clusters,
    unclustered,
    imitations: [],
    pairs,
    summary: 'A summary.',
    summary_source: 'rule',
  }
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
        imitations: [],
        pairs,
        summary: texts[0] ?? '',
        summary_source: 'rule' as const,
      }
    })
}

const KINDS = ['vat', 'google_analytics', 'shared_certificate', 'name_servers', 'entity']

/**
 * Random groups with shared facts of some of their domains, facts between groups, and domains that
 * imitate a group or another domain. Names and values have usual and great lengths.
 */
export function linkedResult(): fc.Arbitrary<CorrelationResult> {
  const fact = fc.record({
    kind: fc.constantFrom(...KINDS),
    length: fc.integer({ min: 1, max: 60 }),
    holders: fc.array(fc.nat(50), { minLength: 2, maxLength: 6 }),
    copyable: fc.boolean(),
  })
  return fc
    .record({
      sizes: fc.array(fc.integer({ min: 2, max: 7 }), { maxLength: 12 }),
      alone: fc.integer({ min: 0, max: 8 }),
      facts: fc.array(fact, { maxLength: 20 }),
      imitations: fc.array(fc.tuple(fc.nat(50), fc.nat(50)), { maxLength: 4 }),
      length: fc.integer({ min: 1, max: 50 }),
    })
    .map(({ sizes, alone, facts, imitations, length }) => {
      let next = 0
      const name = () => {
        next += 1
        return `${'w'.repeat((length * next) % 50)}n${next}.com`
      }
      const clusters = sizes.map((size, index) => ({
        cluster_id: `c${index + 1}`,
        domains: Array.from({ length: size }, name),
        entity: index % 3 === 2 ? null : `Example ${'Holding '.repeat(length % 9)}GmbH`,
        confidence: 0.9,
        shared_signals: [],
        summary: '',
        summary_source: 'rule' as const,
      }))
      const unclustered = Array.from({ length: alone }, name)
      const all = [...clusters.flatMap((cluster) => cluster.domains), ...unclustered]
      const at = (index: number) => all[index % Math.max(1, all.length)] ?? ''
      const pairs = facts.flatMap(({ kind: signal, length: long, holders, copyable }, index) => {
        const value = `${'W'.repeat(long)}${index}`
        const signals = [{ signal, value, copyable, contribution: 0.5 }]
        return holders
          .slice(1)
          .map((b) => ({ a: at(holders[0] ?? 0), b: at(b), score: 0.9, signals }))
      })
      return {
        clusters,
        unclustered,
        imitations: imitations.map(([from, to]) => ({
          domain: at(from),
          entity: 'Example GmbH',
          of_domains: [at(to)],
        })),
        pairs: pairs.filter(({ a, b }) => a !== b),
        summary: '',
        summary_source: 'rule' as const,
      }
    })
}
