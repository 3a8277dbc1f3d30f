import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { correlate } from '../../shared/correlations/correlate.ts'
import type { DomainFacts } from '../../shared/correlations/domain-facts.ts'
import { valueKey } from '../../shared/correlations/shared-values.ts'
import { type BenchRow, bounded, shown } from './row.ts'

const DOMAINS = 100
const LINKS_EACH = 300
const RUNS = 30
const WARM_UP_RUNS = 3
const CPU_MS_MAX = 150
const GROWTH_MIB_MAX = 4

/**
 * Measures CPU time and memory for 100 domains: first with as many links between them as possible,
 * then with an ordinary number of links.
 */
export async function benchCorrelation(): Promise<BenchRow[]> {
  const full = measured(setOf(LINKS_EACH))
  const ordinary = measured(setOf(20))
  return [
    bounded(
      `${DOMAINS} domains with ${LINKS_EACH} links each, CPU ms`,
      full.cpuMs,
      { most: CPU_MS_MAX },
      `slowest of ${RUNS}`,
    ),
    shown(`${DOMAINS} domains with 20 links each, CPU ms`, ordinary.cpuMs.toFixed(1)),
    bounded(`memory kept after ${RUNS} runs, MiB`, full.growthMib, { most: GROWTH_MIB_MAX }),
  ]
}

const usagesOf = (facts: readonly DomainFacts[]) =>
  new Map(
    facts.flatMap(({ links }) =>
      links.map((link) => [valueKey(link), { domains: 3, entities: [] }] as const),
    ),
  )

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

function measured(facts: readonly DomainFacts[]): { cpuMs: number; growthMib: number } {
  const spreads = usagesOf(facts)
  for (let run = 0; run < WARM_UP_RUNS; run += 1) correlate(facts, spreads)
  const collect = (): number => {
    collectGarbage()
    return process.memoryUsage().heapUsed / 1024 / 1024
  }
  const before = collect()
  let cpuMs = 0
  for (let run = 0; run < RUNS; run += 1) {
    const started = process.cpuUsage()
    correlate(facts, spreads)
    const { user, system } = process.cpuUsage(started)
    cpuMs = Math.max(cpuMs, (user + system) / 1_000)
  }
  return { cpuMs, growthMib: Math.max(0, collect() - before) }
}

function setOf(links: number): DomainFacts[] {
  return Array.from({ length: DOMAINS }, (_, n): DomainFacts => {
    const operator = Math.floor(n / 5)
    const named = {
      name: `Operator ${operator} Ltd`,
      type: 'organization' as const,
      confidence: 0.9,
    }
    const domain = `domain-${n}.com`
    const isNamed = n % 2 === 0
    return {
      domain,
      site: domain,
      label: `domain-${n}`,
      entity: isNamed ? { ...named, parent: null } : null,
      basis: 'stated',
      candidates: isNamed ? [named] : [],
      links: Array.from({ length: links }, (_, index) => ({
        kind: index % 7 === 0 ? 'google_analytics' : index % 11 === 0 ? 'redirect' : 'seller',
        value: index % 3 === 0 ? `value-${index}-${n % 10}` : `value-${index}-${operator}`,
      })),
      imitates: [],
    }
  })
}
