import { compactName, hasLegalForm, nameParts, sameEntity } from '../attribution/names/entity-names.ts'
import type { Families } from './company-families.ts'
import type { DomainFacts, NamedEntity } from './domain-facts.ts'
import { linkKind } from './link-kinds.ts'

interface ProfiledName extends NamedEntity {
  /** The name as it is compared. */
  compact: string
  /** How much two domains of this name tell, 0..1: people and short words are borne by many. */
  weight: number
}

/** Facts with all that pairs compare worked out once. */
export interface Profile {
  facts: DomainFacts
  /** The attributed entity first. */
  names: readonly ProfiledName[]
  entity: (ProfiledName & { parent: string | null; family: string; legal: boolean }) | null
  /** The site is another's, reached by a redirect: its name is the target's, and says nothing that the redirect does not. */
  echoes: boolean
  /** Numbers by the register that gave them out. */
  registers: ReadonlyMap<string, ReadonlySet<string>>
}

const PERSON_FACTOR = 0.75
const PLAIN_NAME_FACTOR = 0.75
const PLAIN_NAME_LENGTH_MAX = 6

export function profileOf(facts: DomainFacts, families: Families): Profile {
  const registers = registerNumbers(facts)
  const named = facts.entity === null ? null : profiledName(facts.entity)
  const parent = facts.entity?.parent ?? null
  const entity =
    named === null
      ? null
      : {
          ...named,
          parent,
          family: families.of({ name: named.name, parent }),
          // A name without a legal form may be what another company calls its site.
          legal: hasLegalForm(named.name),
        }
  const echoes = facts.links.some(({ kind }) => kind === 'redirect')
  return {
    facts,
    echoes,
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

/** Whether two domains show numbers of one register: some in common, or none. */
export function comparedRegisters(one: Profile, other: Profile): 'agree' | 'differ' | 'unknown' {
  let differ = false
  for (const [register, own] of one.registers) {
    const theirs = other.registers.get(register)
    if (theirs === undefined) continue
    for (const number of own) if (theirs.has(number)) return 'agree'
    differ = true
  }
  return differ ? 'differ' : 'unknown'
}

/** Whether two spellings may mean one entity, remembered: a set has few names and many pairs. */
export function rememberedLikeness(): (a: string, b: string) => boolean {
  const known = new Map<string, boolean>()
  return (a, b) => {
    const key = a < b ? `${a}\n${b}` : `${b}\n${a}`
    const before = known.get(key)
    if (before !== undefined) return before
    const alike = sameEntity(a, b)
    known.set(key, alike)
    return alike
  }
}
