import type { Step } from './field-paths.ts'

/** Which members to keep, nested; `whole` keeps everything below. */
interface Selection {
  whole: boolean
  members: Map<string, Selection>
}

function selectionOf(paths: readonly (readonly Step[])[]): Selection {
  const root: Selection = { whole: false, members: new Map() }
  for (const steps of paths) {
    let at = root
    for (const { member } of steps) {
      const next: Selection = at.members.get(member) ?? { whole: false, members: new Map() }
      at.members.set(member, next)
      at = next
    }
    at.whole = true
  }
  return root
}

function keep(value: unknown, selection: Selection): unknown {
  if (selection.whole || value === null || typeof value !== 'object') return value
  if (Array.isArray(value)) return value.map((element) => keep(element, selection))
  const members = Object.entries(value).flatMap(([name, member]) => {
    const below = selection.members.get(name)
    return below === undefined ? [] : [[name, keep(member, below)] as const]
  })
  return Object.fromEntries(members)
}

/** The value with only the named fields, in its own nesting; a field that the value does not have is left out. */
export function project(value: object, paths: readonly (readonly Step[])[]): object {
  return keep(value, selectionOf(paths)) as object
}
