import {
  compactName,
  hasLegalForm,
  nameParts,
  sameEntity,
} from '../attribution/names/entity-names.ts'
import { familyOf } from './company-families.ts'
import { type Sides, targetsOf } from './copyable.ts'
import type { DomainFacts, NamedEntity } from './domain-facts.ts'
import { linkKind } from './link-kinds.ts'

interface ProfiledName extends NamedEntity {
  compact: string
  // Weight of the name (0 to 1) if another domain has it too. Names of people and short words weigh
  // less, because many people or companies have them.
  weight: number
}

/**
 * Values derived from the facts of a domain. They are computed only once, because each domain is
 * compared with all others.
 */
export interface Profile extends Sides {
  facts: DomainFacts
  /** Names of all possible operators. The operator that the analysis chose comes first. */
  names: readonly ProfiledName[]
  entity: (ProfiledName & { parent: string | null; legal: boolean; family: string }) | null
  /**
   * True if the domain redirects to another site. Its names are then those of the other site. They
   * are not compared, because the redirect itself already counts.
   */
  redirects: boolean
  /** Registration numbers. Each map key names a kind of number and its country. */
  registers: ReadonlyMap<string, ReadonlySet<string>>
}

const PERSON_FACTOR = 0.75
const PLAIN_NAME_FACTOR = 0.75
const PLAIN_NAME_LENGTH_MAX = 6

export function profileOf(facts: DomainFacts): Profile {
  const registers = registerNumbers(facts)
  const named = facts.entity === null ? null : profiledName(facts.entity)
  const parent = facts.entity?.parent ?? null
  const entity =
    named === null
      ? null
      : {
          ...named,
          parent,
          legal: hasLegalForm(named.name),
          family: familyOf({ name: named.name, parent }),
        }
  const redirects = facts.links.some(({ kind }) => kind === 'redirect')
  return {
    facts,
    pointsAt: targetsOf(facts.links),
    redirects,
    names: [...(named === null ? [] : [named]), ...facts.candidates.map(profiledName)],
    entity,
    registers,
  }
}

function profiledName(entity: NamedEntity): ProfiledName {
  const { core, hasLegalForm: legal } = nameParts(entity.name)
  const plain = core.length === 1 && !legal && (core[0] ?? '').length <= PLAIN_NAME_LENGTH_MAX
  const weight = entity.type === 'person' ? PERSON_FACTOR : plain ? PLAIN_NAME_FACTOR : 1
  return { ...entity, compact: compactName(entity.name), weight }
}

function registerNumbers({ links }: DomainFacts): Map<string, Set<string>> {
  const numbers = new Map<string, Set<string>>()
  for (const { kind, value } of links) {
    if (linkKind(kind).class !== 'register') continue
    const register = `${kind} ${kind === 'lei' ? '' : (/^[A-Z]{2,4}/.exec(value)?.[0] ?? '')}`
    numbers.set(register, (numbers.get(register) ?? new Set()).add(value))
  }
  return numbers
}

/** `differ`: for some kind and country both domains have numbers, but no number in common. */
export function comparedRegisters(one: Profile, other: Profile): 'agree' | 'differ' | 'unknown' {
  let differ = false
  for (const [register, numbers] of one.registers) {
    const others = other.registers.get(register)
    if (others === undefined) continue
    for (const number of numbers) if (others.has(number)) return 'agree'
    differ = true
  }
  return differ ? 'differ' : 'unknown'
}

/**
 * Returns a function that compares two names. It caches its results, because many pairs of domains
 * have the same two names.
 */
export function cachedLikeness(): (a: string, b: string) => boolean {
  const cache = new Map<string, boolean>()
  return (a, b) => {
    const key = a < b ? `${a}\n${b}` : `${b}\n${a}`
    const cached = cache.get(key)
    if (cached !== undefined) return cached
    const alike = sameEntity(a, b)
    cache.set(key, alike)
    return alike
  }
}
