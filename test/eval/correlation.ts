import path from 'node:path'
import { score } from '../../shared/attribution/scoring/score.ts'
import { registrantLinks } from '../../shared/attribution/signals/registration-signals.ts'
import { correlate } from '../../shared/correlations/correlate.ts'
import { type DomainFacts, factsOf } from '../../shared/correlations/domain-facts.ts'
import type { ValueUsage } from '../../shared/correlations/rarity.ts'
import { nameOf, type ValueUsages, valueKey } from '../../shared/correlations/shared-values.ts'
import { controlledLinks } from '../../shared/jobs/conclude-job.ts'
import { createInternet, type SampleInternet } from '../internet/internet.ts'
import { collectEvidence, targetOf } from './collect.ts'
import { type LabelledGroup, OWN_GROUPS, readGroups } from './correlation-groups.ts'
import { worldOf } from './correlation-world.ts'
import { print } from './print.ts'
import { chanceOf } from './random.ts'

const SEEDS = ['first', 'second', 'third']
const SET_DOMAINS_MAX = 100
const UNRELATED_DOMAINS = 40
const COLLECTED_AT_ONCE = 8

interface Tally {
  sets: number
  domains: number
  joined: number
  right: number
  wanted: number
  mixed: number
  named: number
  clusters: number
  slowestMs: number
}

/**
 * Measures the correlation on the simulated internet. Returns a report with precision and recall
 * over pairs of domains.
 */
export async function measureCorrelation(options: {
  clusters: string | null
  verbose?: boolean
}): Promise<string> {
  const groups =
    options.clusters === null ? [...OWN_GROUPS] : await readGroups(path.resolve(options.clusters))
  const lines = [
    `\ncorrelation: ${groups.length} groups, ${groups.flatMap(({ domains }) => domains).length} domains`,
  ]
  const sum: Record<'with the service' | 'by the set alone', Tally> = {
    'with the service': none(),
    'by the set alone': none(),
  }
  for (const seed of SEEDS) {
    const facts = await factsOfWorld(groups, seed)
    const usages = usagesOf([...facts.values()])
    for (const set of setsOf(groups, [...facts.keys()], seed)) {
      const members = set.flatMap((domain) => facts.get(domain) ?? [])
      count(sum['with the service'], members, groups, usages, options.verbose ?? false)
      count(sum['by the set alone'], members, groups, new Map(), false)
    }
  }
  for (const [name, tally] of Object.entries(sum)) {
    const precision = tally.joined === 0 ? 1 : tally.right / tally.joined
    lines.push(
      `  rarity ${name.padEnd(17)} ${tally.sets} sets · pairwise precision ${precision.toFixed(4)} · recall ${(tally.right / tally.wanted).toFixed(4)} · clusters of two groups ${tally.mixed} · with an operator ${tally.named} of ${tally.clusters} · slowest set ${tally.slowestMs.toFixed(0)} ms of CPU`,
    )
  }
  return lines.join('\n')
}

const none = (): Tally => ({
  sets: 0,
  domains: 0,
  joined: 0,
  right: 0,
  wanted: 0,
  mixed: 0,
  named: 0,
  clusters: 0,
  slowestMs: 0,
})

async function factsOfWorld(
  groups: readonly LabelledGroup[],
  seed: string,
): Promise<Map<string, DomainFacts>> {
  const internet = await createInternet()
  for (const file of worldOf(groups, seed)) internet.add(file)
  const unrelated = Array.from(
    { length: UNRELATED_DOMAINS },
    (_, index) => `listed-${7 + index * 13}.com`,
  )
  const waiting = [...groups.flatMap(({ domains }) => domains), ...unrelated]
  const facts = new Map<string, DomainFacts>()
  const now = new Date()
  const worker = async (): Promise<void> => {
    for (let domain = waiting.shift(); domain !== undefined; domain = waiting.shift())
      facts.set(domain, await factsOfDomain(internet, domain, now))
  }
  await Promise.all(Array.from({ length: COLLECTED_AT_ONCE }, worker))
  await internet.close()
  return facts
}

async function factsOfDomain(
  internet: SampleInternet,
  domain: string,
  now: Date,
): Promise<DomainFacts> {
  const evidence = await collectEvidence(internet, domain, 'deep', now)
  const { result, links, parent } = score(targetOf(domain), evidence, now)
  return factsOf(
    domain,
    result,
    [...links, ...registrantLinks(evidence), ...controlledLinks(targetOf(domain), evidence)],
    result.entity === null
      ? null
      : {
          name: result.entity,
          parent,
          registered_at: evidence.whois?.data?.record.created_at ?? null,
        },
    now,
  )
}

function usagesOf(facts: readonly DomainFacts[]): ValueUsages {
  const usages = new Map<
    string,
    { domains: number; entities: { name: string; parent: string | null; domains: number }[] }
  >()
  const names = new Map<string, Set<string>>()
  for (const one of facts) {
    const { links, entity } = one
    for (const link of links) {
      const known = usages.get(valueKey(link)) ?? { domains: 0, entities: [] }
      usages.set(valueKey(link), known)
      const holders = names.get(valueKey(link)) ?? new Set()
      names.set(valueKey(link), holders.add(nameOf(one)))
      known.domains = holders.size
      if (entity === null) continue
      const same = known.entities.find(({ name }) => name === entity.name)
      if (same === undefined)
        known.entities.push({ name: entity.name, parent: entity.parent, domains: 1 })
      else same.domains += 1
    }
  }
  return usages satisfies ReadonlyMap<string, ValueUsage>
}

/**
 * Divides the domains into lists of at most 100 domains, the limit of a correlation. Each list has
 * whole groups, and unrelated domains.
 */
function setsOf(
  groups: readonly LabelledGroup[],
  known: readonly string[],
  seed: string,
): string[][] {
  const chance = chanceOf(`${seed} sets`)
  const labelled = new Set(groups.flatMap(({ domains }) => domains))
  const unrelated = chance.shuffled(known.filter((domain) => !labelled.has(domain)))
  const sets: string[][] = []
  let current: string[] = []
  for (const { domains } of chance.shuffled(groups)) {
    const wanted = SET_DOMAINS_MAX - chance.whole(60)
    if (current.length > 0 && current.length + domains.length > wanted) {
      sets.push(current)
      current = []
    }
    current = [...current, ...domains.slice(0, SET_DOMAINS_MAX)]
  }
  if (current.length > 0) sets.push(current)
  return sets.map((set, index) =>
    [...set, ...unrelated.slice(index * 5, index * 5 + 5)].slice(0, SET_DOMAINS_MAX),
  )
}

function count(
  tally: Tally,
  facts: readonly DomainFacts[],
  groups: readonly LabelledGroup[],
  usages: ValueUsages,
  verbose: boolean,
): void {
  const before = process.cpuUsage()
  const { clusters, pairs } = correlate(facts, usages)
  const { user, system } = process.cpuUsage(before)
  tally.slowestMs = Math.max(tally.slowestMs, (user + system) / 1_000)
  tally.sets += 1
  tally.domains += facts.length
  const groupOf = new Map(
    groups.flatMap(({ primary, domains }) => domains.map((domain) => [domain, primary] as const)),
  )
  const clusterOf = new Map(
    clusters.flatMap(({ cluster_id, domains }) =>
      domains.map((domain) => [domain, cluster_id] as const),
    ),
  )
  const of = (domain: string): string => groupOf.get(domain) ?? domain
  facts.forEach(({ domain: a }, index) => {
    for (const { domain: b } of facts.slice(index + 1)) {
      const same = of(a) === of(b)
      const together = clusterOf.has(a) && clusterOf.get(a) === clusterOf.get(b)
      if (same) tally.wanted += 1
      if (together) tally.joined += 1
      if (same && together) tally.right += 1
      if (verbose && same !== together) {
        const pair = pairs.find(
          (one) => (one.a === a && one.b === b) || (one.a === b && one.b === a),
        )
        const why = pair?.signals
          .map(
            ({ signal, value, contribution }) => `${signal}=${value.slice(0, 24)} ${contribution}`,
          )
          .join(', ')
        print(`    ${together ? 'false' : 'missed'} ${a} ${b} ${pair?.score ?? 0} ${why ?? ''}`)
      }
    }
  })
  tally.clusters += clusters.length
  tally.named += clusters.filter(({ entity }) => entity !== null).length
  tally.mixed += clusters.filter(({ domains }) => new Set(domains.map(of)).size > 1).length
}
