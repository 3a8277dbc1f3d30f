import { compactName } from '../attribution/names/entity-names.ts'

const GENERATIONS_MAX = 6

export interface Relative {
  name: string
  parent: string | null
}

/** Names under which companies of one group are equal: the outermost parent that anybody stated. */
export interface Families {
  of(entity: Relative): string
}

/** Families from what evidence states about entities. Contradicting statements: the alphabetically first parent counts. */
export function familiesOf(entities: readonly Relative[]): Families {
  const parents = new Map<string, string>()
  for (const { name, parent } of entities) {
    if (parent === null) continue
    const [child, above] = [compactName(name), compactName(parent)]
    const known = parents.get(child)
    if (above !== '' && above !== child && (known === undefined || above < known)) parents.set(child, above)
  }
  const outermost = (start: string): string => {
    const seen = [start]
    for (let generation = 0; generation < GENERATIONS_MAX; generation += 1) {
      const above = parents.get(seen.at(-1) ?? '')
      // Two companies that each call the other their parent are one family, named after the first.
      if (above === undefined) break
      if (seen.includes(above)) return [...seen].sort()[0] ?? start
      seen.push(above)
    }
    return seen.at(-1) ?? start
  }
  return { of: ({ name, parent }) => outermost(compactName(parent ?? name) || name) }
}
