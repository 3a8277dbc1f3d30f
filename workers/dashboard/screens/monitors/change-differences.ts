import type { Schemas } from '../../api/api-client.ts'
import { percent } from '../../parts/texts.ts'
import { dayText } from '../../parts/verdict/fact-words.ts'

type Diff = Schemas['ChangeDiff']

/**
 * One side of a comparison. Its names come from outside. Without a name, the value on this side is
 * unknown.
 */
export interface Side {
  title: 'Before' | 'After' | 'Added' | 'Removed'
  names: readonly string[]
  /** Our own words about the names, for example a confidence. */
  note: string | null
}

export interface Difference {
  subject: string
  sides: readonly Side[]
}

type Moved = { from: string | null; to: string | null }
type ListMoved = { added: readonly string[]; removed: readonly string[] }

const sideOf = (title: Side['title'], name: string | null, note: string | null = null): Side => ({
  title,
  names: name === null ? [] : [name],
  note,
})
const movedSides = ({ from, to }: Moved): Side[] => [sideOf('Before', from), sideOf('After', to)]

function listSides({ added, removed }: ListMoved): Side[] {
  const sides: Side[] = []
  if (removed.length > 0) sides.push({ title: 'Removed', names: removed, note: null })
  if (added.length > 0) sides.push({ title: 'Added', names: added, note: null })
  return sides
}

const confidenceNote = (confidence: number | null) =>
  confidence === null ? null : percent(confidence)

function operatorSides(operator: NonNullable<Diff['operator']>): Side[] {
  return [
    sideOf('Before', operator.from, confidenceNote(operator.confidence_from)),
    sideOf('After', operator.to, confidenceNote(operator.confidence_to)),
  ]
}

/**
 * Lists the differences, the operator first. A list without added and removed names is left out.
 */
export function differencesOf(diff: Diff): Difference[] {
  const {
    operator,
    registrant,
    registrar,
    nameservers,
    redirect,
    status,
    expires_at: expiry,
  } = diff
  const found: (Difference | null)[] = [
    operator && { subject: 'Operator', sides: operatorSides(operator) },
    registrant && { subject: 'Registrant', sides: movedSides(registrant) },
    registrar && { subject: 'Registrar', sides: movedSides(registrar) },
    nameservers && { subject: 'Name servers', sides: listSides(nameservers) },
    redirect && { subject: 'Redirect', sides: movedSides(redirect) },
    status && { subject: 'Status of the registration', sides: listSides(status) },
    expiry && { subject: 'End of the registration', sides: movedSides(datesOf(expiry)) },
  ]
  return found.filter((difference) => difference !== null).filter(({ sides }) => sides.length > 0)
}

/** A difference in one line. All its texts can come from outside. Without names, the value on this side is unknown or there is none. */
export interface Step {
  subject: string
  before: readonly string[]
  after: readonly string[]
}

const BEFORE: ReadonlySet<Side['title']> = new Set(['Before', 'Removed'])

/** The differences of a change as steps. If it has none, those of its evidence. */
export function stepsOf({ diff, evidence }: Pick<Schemas['Change'], 'diff' | 'evidence'>): Step[] {
  const steps = differencesOf(diff).map(({ subject, sides }) => {
    const named = (isBefore: boolean) =>
      sides.filter(({ title }) => BEFORE.has(title) === isBefore).flatMap(({ names }) => names)
    return { subject, before: named(true), after: named(false) }
  })
  if (steps.length > 0) return steps
  const known = (value: string | null) => (value === null ? [] : [value])
  return evidence.map(({ source, before, after }) => ({
    subject: source,
    before: known(before),
    after: known(after),
  }))
}

const datesOf = ({ from, to }: Moved): Moved => ({
  from: from === null ? null : dayText(from),
  to: to === null ? null : dayText(to),
})
