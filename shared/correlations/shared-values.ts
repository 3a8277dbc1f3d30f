import type { LinkingIdentifier } from '../attribution/signals/signal.ts'
import { registrableDomain } from '../platform/public-suffix.ts'
import type { Families, Relative } from './company-families.ts'
import type { DomainFacts } from './domain-facts.ts'
import { linkKind } from './link-kinds.ts'
import { rarityOf, type Spread } from './rarity.ts'

/** A value that several domains of the set hold, or point at. */
export interface SharedValue {
  kind: string
  value: string
  /** Places of the holders in the set, ascending. */
  holders: number[]
  /** How much of its weight the value keeps, 0..1. */
  rarity: number
  nats: number
}

/** Values that are looked up over the whole service; those beyond the strongest are judged by the set alone. */
export const LOOKED_UP_MAX = 2_000
/** What two domains that point at a third say of each other, against what they say of the third. */
const THIRD_PARTY_FACTOR = 0.85
/** Further values of a pair, after the strongest, add nothing that could be seen. */
const VALUES_PER_PAIR_MAX = 24
/** Name servers that one domain of the set runs for others of it, in nats. */
const OWN_SERVERS_NATS = 3.8

/** How the service knows a value, by `valueKey`; absent where it was not looked up. */
export type Spreads = ReadonlyMap<string, Spread>

export const valueKey = ({ kind, value }: LinkingIdentifier): string => `${kind}\u0000${value}`

interface Held extends LinkingIdentifier {
  key: string
  holders: number[]
  /** Place of the domain that the value names, for pointers; it holds the value too. */
  target: number | null
}

/** The domain that a value names: what a pointer points at, or the one zone in which all name servers are. */
function pointedAt(kind: string, value: string): string | null {
  if (linkKind(kind).pointer === true) return value
  if (kind !== 'name_servers') return null
  const zones = new Set(value.split(' ').map(registrableDomain))
  return zones.size === 1 ? ([...zones][0] ?? null) : null
}

/** Values with two holders or more, those that say most first. */
function heldValues(facts: readonly DomainFacts[]): Held[] {
  const places = new Map(facts.map(({ site }, place) => [site, place]))
  facts.forEach(({ domain }, place) => {
    places.set(domain, place)
  })
  const held = new Map<string, Held>()
  facts.forEach(({ links }, place) => {
    for (const { kind, value } of links) {
      const key = valueKey({ kind, value })
      const target = places.get(pointedAt(kind, value) ?? '') ?? null
      const entry = held.get(key) ?? { key, kind, value, holders: target === null ? [] : [target], target }
      if (!entry.holders.includes(place)) entry.holders.push(place)
      held.set(key, entry)
    }
  })
  return [...held.values()]
    .filter(({ holders }) => holders.length > 1)
    .map((entry) => ({ ...entry, holders: [...entry.holders].sort((a, b) => a - b) }))
    .sort((a, b) => linkKind(b.kind).nats - linkKind(a.kind).nats || (a.key < b.key ? -1 : 1))
}

/** The values of the set whose spread over the whole service matters. */
export function valuesToLookUp(facts: readonly DomainFacts[]): LinkingIdentifier[] {
  return heldValues(facts)
    .slice(0, LOOKED_UP_MAX)
    .map(({ kind, value }) => ({ kind, value }))
}

/** What the pairs of a set share, each value weighed by its rarity in the set and in the service. */
export function sharedByPair(
  facts: readonly DomainFacts[],
  spreads: Spreads,
  families: Families,
): { values: SharedValue[]; of(a: number, b: number): SharedValue[] } {
  const weighed = heldValues(facts)
    .map((held) => {
      const nats = held.kind === 'name_servers' && held.target !== null ? OWN_SERVERS_NATS : linkKind(held.kind).nats
      return { ...held, nats, rarity: rarityIn(held, facts, spreads.get(held.key), families) }
    })
    .filter(({ rarity }) => rarity > 0)
    .sort((a, b) => b.nats * b.rarity - a.nats * a.rarity || (a.key < b.key ? -1 : 1))
  const pairs = new Map<number, SharedValue[]>()
  const pairKey = (a: number, b: number): number => a * facts.length + b
  for (const value of weighed) {
    const points = value.target !== null || linkKind(value.kind).pointer === true
    const thirdParty = points ? { ...value, nats: value.nats * THIRD_PARTY_FACTOR } : value
    value.holders.forEach((a, index) => {
      for (let place = index + 1; place < value.holders.length; place += 1) {
        const b = value.holders[place] ?? a
        const shared = a === value.target || b === value.target ? value : thirdParty
        const known = pairs.get(pairKey(a, b))
        if (known === undefined) pairs.set(pairKey(a, b), [shared])
        else if (known.length < VALUES_PER_PAIR_MAX) known.push(shared)
      }
    })
  }
  return { values: weighed, of: (a, b) => pairs.get(pairKey(a, b)) ?? [] }
}

function rarityIn(held: Held, facts: readonly DomainFacts[], spread: Spread | undefined, families: Families): number {
  const entities = held.holders.flatMap((place): (Relative & { domains: number })[] => {
    const entity = facts[place]?.entity ?? null
    return entity === null ? [] : [{ name: entity.name, parent: entity.parent, domains: 1 }]
  })
  const { class: linkClass } = linkKind(held.kind)
  const names = new Set(held.holders.map((place) => nameOf(facts[place])))
  const inSet = rarityOf({ domains: names.size, entities }, linkClass, families)
  return spread === undefined ? inSet : Math.min(inSet, rarityOf(spread, linkClass, families))
}

const LABEL_LENGTH_MIN = 5

/** What a holder counts as: a name that stands under many suffixes is one holder. */
export const nameOf = (facts: Pick<DomainFacts, 'label' | 'domain'> | undefined): string =>
  facts === undefined ? '' : facts.label.length >= LABEL_LENGTH_MIN ? facts.label : facts.domain
