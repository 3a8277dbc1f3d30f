import type { LinkingIdentifier } from '../attribution/signals/signal.ts'
import { registrableDomain } from '../platform/public-suffix.ts'
import type { Relative } from './company-families.ts'
import type { DomainFacts } from './domain-facts.ts'
import { type LinkAuthor, type LinkClass, linkKind } from './link-kinds.ts'
import { rarityOf, type ValueUsage } from './rarity.ts'

export interface WeighedValue extends LinkingIdentifier {
  class: LinkClass
  author: LinkAuthor
  /** Weight of the value, reduced by its rarity. Unit: natural log-odds. */
  nats: number
  /** Kind and value in one text, to sort values of equal weight. */
  sortText: string
}

/**
 * A value that at least two of the compared domains have. If the value is itself one of the
 * compared domains, for example a redirect target, that domain counts as a holder too.
 */
export interface SharedValue extends WeighedValue {
  /** Indexes in the array of compared domains, in ascending order. */
  holders: readonly number[]
}

/**
 * Rarity is looked up in the database for at most this number of values, those with the highest
 * weights. The rarity of the other values is known only among the compared domains.
 */
export const LOOKED_UP_MAX = 2_000
// Factor on the weight of a link between two domains that both point to a third one. If one of the
// two points to the other, the factor is 1.
const THIRD_PARTY_FACTOR = 0.85
// At most this number of values counts for a pair. Further values would hardly change its score.
const VALUES_PER_PAIR_MAX = 24
// Weight of name servers that belong to one of the compared domains. They are stronger evidence
// than name servers of a hosting company. Unit: natural log-odds.
const OWN_SERVERS_NATS = 3.8

/** The map keys are made by `valueKey`. A value that was not looked up has no entry. */
export type ValueUsages = ReadonlyMap<string, ValueUsage>

export const valueKey = ({ kind, value }: LinkingIdentifier): string => `${kind}\u0000${value}`

interface Held extends LinkingIdentifier {
  key: string
  holders: number[]
  target: number | null
}

// Domain that the value points to. This is the value itself if it is a domain, or the registered
// domain that all name servers of a list have in common. Null for other values.
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
  // One map for each kind of value. With a single map, a key of kind and value would have to be
  // made for each link, which is slow.
  const byKind = new Map<string, Map<string, Omit<Held, 'key'>>>()
  for (let index = 0; index < facts.length; index += 1) {
    for (const { kind, value } of facts[index]?.links ?? []) {
      let held = byKind.get(kind)
      if (held === undefined) {
        held = new Map()
        byKind.set(kind, held)
      }
      let entry = held.get(value)
      if (entry === undefined) {
        const target = indexes.get(targetOf(kind, value) ?? '') ?? null
        entry = { kind, value, holders: target === null ? [] : [target], target }
        held.set(value, entry)
      }
      // Adds each domain only once. The domains are visited in ascending order, so only the last
      // holder, or the target at the beginning, can already be this domain.
      if (index !== entry.target && entry.holders[entry.holders.length - 1] !== index)
        entry.holders.push(index)
    }
  }
  const shared: Held[] = []
  for (const held of byKind.values())
    for (const entry of held.values())
      if (entry.holders.length > 1) shared.push({ ...entry, key: valueKey(entry) })
  for (const { holders, target } of shared) if (target !== null) holders.sort((a, b) => a - b)
  return shared
}

/**
 * Values whose usage in the database the caller must look up, strongest first. The caller passes
 * the usages to `sharedByPair`.
 */
export function valuesToLookUp(facts: readonly DomainFacts[]): LinkingIdentifier[] {
  return heldValues(facts)
    .map(({ key, kind, value }) => ({ key, kind, value, nats: linkKind(kind).nats }))
    .sort((a, b) => b.nats - a.nats || (a.key < b.key ? -1 : 1))
    .slice(0, LOOKED_UP_MAX)
    .map(({ kind, value }) => ({ kind, value }))
}

/**
 * Weighs the shared values by their rarity. Rarity is computed among the compared domains and among
 * all domains in the database; the lower result counts. The function `of` returns the shared values
 * of one pair.
 */
export function sharedByPair(
  facts: readonly DomainFacts[],
  usages: ValueUsages,
): { values: SharedValue[]; of(a: number, b: number): readonly WeighedValue[] } {
  const weighed = weighSharedValues(facts, usages)
  const pairs = new Array<WeighedValue[] | undefined>(facts.length * facts.length)
  for (const { value, target, thirdParty } of weighed) {
    const { holders } = value
    for (let first = 0; first < holders.length; first += 1) {
      const a = holders[first] ?? 0
      for (let second = first + 1; second < holders.length; second += 1) {
        const b = holders[second] ?? a
        const shared = a === target || b === target ? value : thirdParty
        const known = pairs[a * facts.length + b]
        if (known === undefined) pairs[a * facts.length + b] = [shared]
        else if (known.length < VALUES_PER_PAIR_MAX) known.push(shared)
      }
    }
  }
  return {
    values: weighed.map(({ value }) => value),
    of: (a, b) => pairs[a * facts.length + b] ?? [],
  }
}

interface Weighed {
  value: SharedValue
  /** The value with its weight for a pair of domains to which the value does not point. */
  thirdParty: WeighedValue
  target: number | null
  key: string
}

// Multiplies the weight of each shared value by its rarity, from 0 (common) to 1 (rare). Name
// servers below example.com weigh more in a pair with example.com, their target, than in a pair of
// two customers (`thirdParty`).
function weighSharedValues(facts: readonly DomainFacts[], usages: ValueUsages): Weighed[] {
  const rarityOfHolders = raritiesAmong(facts)
  return heldValues(facts)
    .flatMap((held) => {
      const { class: linkClass } = linkKind(held.kind)
      const usage = usages.get(held.key)
      const inSet = rarityOfHolders(held.holders, linkClass)
      const rarity = usage === undefined ? inSet : Math.min(inSet, rarityOf(usage, linkClass))
      return rarity <= 0 ? [] : [weighValue(held, rarity)]
    })
    .sort((a, b) => b.value.nats - a.value.nats || (a.key < b.key ? -1 : 1))
}

function weighValue({ key, kind, value, holders, target }: Held, rarity: number): Weighed {
  const { class: linkClass, nats: ownNats, author: usualAuthor, pointer } = linkKind(kind)
  const hasOwnServers = kind === 'name_servers' && target !== null
  const nats = hasOwnServers ? OWN_SERVERS_NATS : ownNats
  const author = hasOwnServers ? 'authority' : usualAuthor
  const weight = nats * rarity
  const sortText = kind + value
  const shared = { kind, value, class: linkClass, author, nats: weight, sortText, holders }
  const points = target !== null || pointer === true
  const thirdParty = points
    ? { ...shared, author: usualAuthor, nats: nats * THIRD_PARTY_FACTOR * rarity }
    : shared
  return { key, value: shared, thirdParty, target }
}

// Rarity of a value among the compared domains, by its holders. Many values have the same holders,
// so each result is kept during one correlation.
function raritiesAmong(
  facts: readonly DomainFacts[],
): (holders: readonly number[], linkClass: LinkClass) => number {
  const known = new Map<string, number>()
  return (holders, linkClass) => {
    const key = `${linkClass} ${holders.join()}`
    let rarity = known.get(key)
    if (rarity === undefined) {
      rarity = rarityAmong(holders, facts, linkClass)
      known.set(key, rarity)
    }
    return rarity
  }
}

function rarityAmong(
  holders: readonly number[],
  facts: readonly DomainFacts[],
  linkClass: LinkClass,
): number {
  const entities = holders.flatMap((holder): (Relative & { domains: number })[] => {
    const entity = facts[holder]?.entity ?? null
    return entity === null ? [] : [{ name: entity.name, parent: entity.parent, domains: 1 }]
  })
  const names = new Set(holders.map((holder) => nameOf(facts[holder])))
  return rarityOf({ domains: names.size, entities }, linkClass)
}

const LABEL_LENGTH_MIN = 5

/**
 * The name under which a domain is counted. The public suffix is left out, so that example.com and
 * example.org count as one. Many unrelated owners use the same short name, so a name below five
 * characters is counted with its suffix.
 */
export const nameOf = (facts: Pick<DomainFacts, 'label' | 'domain'> | undefined): string =>
  facts === undefined ? '' : facts.label.length >= LABEL_LENGTH_MIN ? facts.label : facts.domain
