import type { Step } from './field-paths.ts'

// Fields to keep of one object. If `whole` is true, the field is kept with everything in it;
// otherwise only `members` are kept.
interface Selection {
  whole: boolean
  members: Map<string, Selection>
}

function selectionOf(paths: readonly (readonly Step[])[]): Selection {
  const root: Selection = { whole: false, members: new Map() }
  for (const steps of paths) {
    let selection = root
    for (const { member } of steps) {
      const next: Selection = selection.members.get(member) ?? { whole: false, members: new Map() }
      selection.members.set(member, next)
      selection = next
    }
    selection.whole = true
  }
  return root
}

function select(value: unknown, selection: Selection): unknown {
  if (selection.whole || value === null || typeof value !== 'object') return value
  if (Array.isArray(value)) return value.map((element) => select(element, selection))
  const members = Object.entries(value).flatMap(([name, member]) => {
    const below = selection.members.get(name)
    return below === undefined ? [] : [[name, select(member, below)] as const]
  })
  return Object.fromEntries(members)
}

/**
 * Copy of an object with only the selected fields, in the same nesting. A selected field that the
 * object lacks is absent in the copy.
 */
export function project(value: object, paths: readonly (readonly Step[])[]): object {
  return select(value, selectionOf(paths)) as object
}
