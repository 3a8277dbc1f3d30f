import type { CorrelationResult } from '../../shared/correlations/correlation-result.ts'
import { newIdentifier } from '../../shared/platform/identifiers.ts'
import type { Service } from '../platform/service.ts'

export async function storeCorrelation(
  { platform }: Service,
  accountId: string,
  result: CorrelationResult,
): Promise<string> {
  const id = newIdentifier('cor')
  const domains = [...result.clusters.flatMap((cluster) => cluster.domains), ...result.unclustered]
  await platform.pool.query(
    `insert into correlations (id, account_id, status, credits_charged, result, completed_at)
      values ($1, $2, 'completed', 0, $3, clock_timestamp())`,
    [id, accountId, JSON.stringify(result)],
  )
  await platform.pool.query(
    `insert into correlation_items (correlation_id, position, domain, cached)
      select $1, position, domain, true from unnest($2::text[]) with ordinality as listed(domain, position)`,
    [id, domains],
  )
  return id
}

const GROUPS = 12
const MEMBERS = 7

/** A result with 100 domains in which every domain is linked to every other: 4,950 pairs. */
export function hundredDomains(): CorrelationResult {
  const domains = Array.from(
    { length: 100 },
    (_, index) => `number-${index}.example-${index % GROUPS}.com`,
  )
  const groupOf = (index: number) => (index < GROUPS * MEMBERS ? index % GROUPS : null)
  const pairs = domains.flatMap((a, from) =>
    domains.slice(from + 1).map((b, offset) => {
      const to = from + offset + 1
      const isGroup = groupOf(from) !== null && groupOf(from) === groupOf(to)
      return {
        a,
        b,
        score: isGroup ? 0.9 : 0.05 + ((from * 31 + to * 17) % 30) / 100,
        signals: [
          { signal: 'vat', value: `DE${100_000 + from}`, contribution: 0.6, copyable: true },
          {
            signal: 'name_servers',
            value: 'ns1.example.com ns2.example.com',
            contribution: 0.3,
            copyable: false,
          },
        ],
      }
    }),
  )
  pairs.sort((x, y) => y.score - x.score)
  const clusters = Array.from({ length: GROUPS }, (_, group) => ({
    cluster_id: `c${group + 1}`,
    domains: domains.filter((_, index) => groupOf(index) === group),
    entity: `Example Holding ${group + 1} GmbH`,
    confidence: 0.9,
    shared_signals: [
      { signal: 'vat', value: `DE${group}`, domains: domains.slice(0, 3), copyable: true },
    ],
    summary: '7 domains seem to have one operator.',
    summary_source: 'rule' as const,
  }))
  const unclustered = domains.filter((_, index) => groupOf(index) === null)
  return {
    clusters,
    unclustered,
    imitations: [],
    pairs,
    summary: 'Of 100 domains, 84 fall into 12 groups.',
    summary_source: 'rule',
  }
}

const HOSTILE = '\u202e</text><script>alert(1)</script><img src=x onerror=alert(1)>'

/**
 * A result with hostile texts. Each text tries to end the element that contains it, to reverse the
 * text beside it, or to make the page wider.
 */
export function hostileResult(): CorrelationResult {
  const domains = ['a.example.com', 'b.example.com', `${'long-'.repeat(40)}name.example.com`]
  const shared = [
    { signal: 'google_analytics', value: HOSTILE, domains, copyable: true },
    { signal: HOSTILE, value: 'w'.repeat(10_000), domains, copyable: true },
  ]
  const pairSignals = shared.map(({ signal, value }) => ({
    signal,
    value,
    contribution: 0.5,
    copyable: true,
  }))
  return {
    clusters: [
      {
        cluster_id: 'c1',
        domains,
        entity: `${HOSTILE}${'x'.repeat(10_000)}`,
        confidence: 0.9,
        shared_signals: shared,
        summary: `${HOSTILE}${'y'.repeat(10_000)}`,
        summary_source: 'rule',
      },
    ],
    unclustered: ['c.example.com'],
    imitations: [{ domain: 'c.example.com', entity: HOSTILE, of_domains: ['a.example.com'] }],
    pairs: [
      { a: domains[0] ?? '', b: domains[1] ?? '', score: 0.9, signals: pairSignals },
      { a: domains[0] ?? '', b: domains[2] ?? '', score: 0.8, signals: pairSignals },
    ],
    summary: HOSTILE,
    summary_source: 'rule',
  }
}
