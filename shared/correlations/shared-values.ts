import type { LinkingIdentifier } from '../attribution/signals/signal.ts'
import { registrableDomain } from '../platform/public-suffix.ts'
import type { Relative } from './company-families.ts'
import type { DomainFacts } from './domain-facts.ts'
import { linkKind } from './link-kinds.ts'
import { rarityOf, type ValueUsage } from './rarity.ts'

/**
 * A value that at least two of the compared domains have. If the value is itself one of the compared domains, for example as a redirect
 * target, that domain counts as having the value too.
 */
export interface SharedValue {
  kind: string
  value: string
  /** Domains that have the value, as indexes in the array of compared domains, in ascending order. */
  holders: number[]
  rarity: number
  nats: number
}

/**
 * To know how rare a shared value is, the service counts the domains with this value in the database. It does this for at most this number
 * of values, those with the highest weights. For the other values it counts only among the compared domains.
 */
export const LOOKED_UP_MAX = 2_000
/**
 * Weight factor for two domains that both point to a third domain, for example with a redirect. If one of the two domains points to the
 * other, the factor is 1.
 */
const THIRD_PARTY_FACTOR = 0.85
/**
 * Highest number of shared values that count for a pair of domains. If a pair shares more values, only the strongest count, because the
 * others would hardly change the score of the pair.
 */
const VALUES_PER_PAIR_MAX = 24
/**
 * Weight for two domains that use the same name servers, if the name servers belong to one of the compared domains. Such name servers are
 * stronger evidence than name servers of a hosting company. Unit: natural log-odds.
 */
const OWN_SERVERS_NATS = 3.8

/**
 * Statistics of shared values among all domains in the database. The map keys are made by `valueKey`. A value that was not looked up in the
 * database has no entry.
 */
export type ValueUsages = ReadonlyMap<string, ValueUsage>

export const valueKey = ({ kind, value }: LinkingIdentifier): string => `${kind}\u0000${value}`

interface Held extends LinkingIdentifier {
  key: string
  holders: number[]
  target: number | null
}

/**
 * Returns the domain to which a value points. This is the value itself if it is a domain. For a list of name servers, it is the registered
 * domain that all name servers in the list have in common. Returns null for other values.
 */
function targetOf(kind: string, value: string): string | null {
  if (linkKind(kind).pointer === true) return value
  if (kind !== 'name_servers') return null
  const zones = new Set(value.split(' ').map(registrableDomain))
  return zones.size === 1 ? ([...zones][0] ?? null) : null
}

function heldValues(facts: readonly DomainFacts[]): Held[] {
  const indexes = new Map(facts.map(({ site }, index) => [site, index]))
  facts.forEach(({ domain }, index) => {
    indexes.set(domain, index)
  })
  const held = new Map<string, Held>()
  facts.forEach(({ links }, index) => {
    for (const { kind, value } of links) {
      const key = valueKey({ kind, value })
      const target = indexes.get(targetOf(kind, value) ?? '') ?? null
      const entry = held.get(key) ?? { key, kind, value, holders: target === null ? [] : [target], target }
      if (!entry.holders.includes(index)) entry.holders.push(index)
      held.set(key, entry)
    }
  })
  return [...held.values()]
    .filter(({ holders }) => holders.length > 1)
    .map((entry) => ({ ...entry, holders: [...entry.holders].sort((a, b) => a - b) }))
    .sort((a, b) => linkKind(b.kind).nats - linkKind(a.kind).nats || (a.key < b.key ? -1 : 1))
}

/**
 * Returns the values that at least two of the domains share, strongest first. The caller must look up in the database how many domains have
 * each value, and pass the numbers to `sharedByPair`.
 */
export function valuesToLookUp(facts: readonly DomainFacts[]): LinkingIdentifier[] {
  return heldValues(facts)
    .slice(0, LOOKED_UP_MAX)
    .map(({ kind, value }) => ({ kind, value }))
}

/**
 * Returns all values that the compared domains share, and a function `of` that returns the shared values of one pair. The rarity of a value
 * is computed among the compared domains and among all domains in the database. The lower rarity counts.
 */
export function sharedByPair(
  facts: readonly DomainFacts[],
  usages: ValueUsages,
): { values: SharedValue[]; of(a: number, b: number): SharedValue[] } {
  const weighed = heldValues(facts)
    .map((held) => {
      const nats = held.kind === 'name_servers' && held.target !== null ? OWN_SERVERS_NATS : linkKind(held.kind).nats
      return { ...held, nats, rarity: rarityIn(held, facts, usages.get(held.key)) }
    })
    .filter(({ rarity }) => rarity > 0)
    .sort((a, b) => b.nats * b.rarity - a.nats * a.rarity || (a.key < b.key ? -1 : 1))
  const pairs = new Map<number, SharedValue[]>()
  const pairKey = (a: number, b: number): number => a * facts.length + b
  for (const value of weighed) {
    const points = value.target !== null || linkKind(value.kind).pointer === true
    const thirdParty = points ? { ...value, nats: value.nats * THIRD_PARTY_FACTOR } : value
    value.holders.forEach((a, index) => {
      for (let next = index + 1; next < value.holders.length; next += 1) {
        const b = value.holders[next] ?? a
        const shared = a === value.target || b === value.target ? value : thirdParty
        const known = pairs.get(pairKey(a, b))
        if (known === undefined) pairs.set(pairKey(a, b), [shared])
        else if (known.length < VALUES_PER_PAIR_MAX) known.push(shared)
      }
    })
  }
  return { values: weighed, of: (a, b) => pairs.get(pairKey(a, b)) ?? [] }
}

function rarityIn(held: Held, facts: readonly DomainFacts[], usage: ValueUsage | undefined): number {
  const entities = held.holders.flatMap((holder): (Relative & { domains: number })[] => {
    const entity = facts[holder]?.entity ?? null
    return entity === null ? [] : [{ name: entity.name, parent: entity.parent, domains: 1 }]
  })
  const { class: linkClass } = linkKind(held.kind)
  const names = new Set(held.holders.map((holder) => nameOf(facts[holder])))
  const inSet = rarityOf({ domains: names.size, entities }, linkClass)
  return usage === undefined ? inSet : Math.min(inSet, rarityOf(usage, linkClass))
}

const LABEL_LENGTH_MIN = 5

/**
 * Returns the name under which a domain is counted: the domain without its public suffix, so that example.com and example.org count once.
 * If that name has fewer than five characters, the full domain is returned, because many owners use the same short name.
 */
export const nameOf = (facts: Pick<DomainFacts, 'label' | 'domain'> | undefined): string =>
  facts === undefined ? '' : facts.label.length >= LABEL_LENGTH_MIN ? facts.label : facts.domain
