import { compactName } from '../attribution/names/entity-names.ts'

const GENERATIONS_MAX = 6

export interface Relative {
  name: string
  parent: string | null
}

/**
 * Company groups, for example a parent company with its subsidiaries. `of` returns the normalized name of a company's topmost parent
 * company, so the name is the same for all companies of a group.
 */
export interface Families {
  of(entity: Relative): string
}

/**
 * Builds company groups from a list of companies with their stated parent companies. If two different parents are stated for a company, the
 * alphabetically first name counts.
 */
export function familiesOf(entities: readonly Relative[]): Families {
  const parents = new Map<string, string>()
  for (const { name, parent } of entities) {
    if (parent === null) continue
    const [child, stated] = [compactName(name), compactName(parent)]
    const known = parents.get(child)
    if (stated !== '' && stated !== child && (known === undefined || stated < known)) parents.set(child, stated)
  }
  const topmost = (start: string): string => {
    const seen = [start]
    for (let generation = 0; generation < GENERATIONS_MAX; generation += 1) {
      const parent = parents.get(seen.at(-1) ?? '')
      if (parent === undefined) break
      // Two companies can each state the other company as parent. In this case, the alphabetically first name is the name of the company
      // group.
      if (seen.includes(parent)) return [...seen].sort()[0] ?? start
      seen.push(parent)
    }
    return seen.at(-1) ?? start
  }
  return { of: ({ name, parent }) => topmost(compactName(parent ?? name) || name) }
}
