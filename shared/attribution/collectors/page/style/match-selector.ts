import words from './css-words.json' with { type: 'json' }
import type { PageNode } from './page-node.ts'
import { attributeOf, classesOf } from './page-node.ts'
import type { Compound, Match, Pseudo, Selector } from './selectors.ts'

const SIBLINGS_MAX = 40
const ANCESTORS_MAX = 520
// Limit of steps to match one selector. A hostile page could cause far more with several
// combinators.
const STEPS_MAX = 600

const both = (first: Match, second: Match): Match =>
  second === 'no' || first === 'yes' ? second : first

interface Steps {
  left: number
}

export function matchSelector(
  node: PageNode,
  selector: Selector,
  steps: Steps = { left: STEPS_MAX },
): Match {
  const last = selector.compounds[0]
  if (last === undefined) return 'no'
  const own = matchCompound(node, last, steps)
  if (own === 'no') return own
  const found = both(own, matchOuter(node, selector, 1, steps))
  return found === 'yes' && selector.isCut ? 'maybe' : found
}

export function fitsCompound(node: PageNode, { compounds: [last] }: Selector): boolean {
  return last !== undefined && matchCompound(node, { ...last, pseudos: [] }, NO_STEPS) === 'yes'
}
const NO_STEPS: Steps = { left: 0 }

/** Match of all parts but the last. Null if more than the parent of the element decides it. */
export function matchAround(node: PageNode, selector: Selector): Match | null {
  const combinator = selector.combinators[0]
  if ((combinator !== ' ' && combinator !== '>') || selector.compounds[0]?.pseudos.length !== 0)
    return null
  const found = matchOuter(node, selector, 1, { left: STEPS_MAX })
  return found === 'yes' && selector.isCut ? 'maybe' : found
}

export const needsPosition = ({ compounds }: Selector): boolean =>
  compounds.length > 1 || (compounds[0]?.pseudos.length ?? 0) > 0

function matchOuter(node: PageNode, selector: Selector, index: number, steps: Steps): Match {
  const compound = selector.compounds[index]
  if (compound === undefined) return 'yes'
  const combinator = selector.combinators[index - 1] ?? ' '
  const isDirect = combinator === '>' || combinator === '+'
  const step = (at: PageNode): PageNode | null =>
    combinator === '>' || combinator === ' ' ? at.parent : at.previous
  let best: Match = 'no'
  let at = step(node)
  for (
    let left = combinator === '~' ? SIBLINGS_MAX : ANCESTORS_MAX;
    at !== null && left > 0;
    left -= 1
  ) {
    const element: PageNode = at
    steps.left -= 1
    if (steps.left < 0) return 'maybe'
    const inner = matchCompound(element, compound, steps)
    const found =
      inner === 'no' ? inner : both(inner, matchOuter(element, selector, index + 1, steps))
    if (found === 'yes') return 'yes'
    if (found === 'maybe') best = 'maybe'
    if (isDirect) break
    at = step(element)
  }
  return best
}

function matchCompound(
  node: PageNode,
  { name, id, classes, attributes, pseudos }: Compound,
  steps: Steps,
): Match {
  if (name !== null && name !== node.name) return 'no'
  if (id !== null && id !== node.id) return 'no'
  if (classes.length > 0) {
    const own = classesOf(node)
    for (const one of classes) if (!own.has(one)) return 'no'
  }
  for (const test of attributes)
    if (!passes(attributeOf(node, test.name), test.operator, test.value)) return 'no'
  let found: Match = 'yes'
  for (const pseudo of pseudos) {
    const own = matchPseudo(node, pseudo, steps)
    if (own === 'no') return 'no'
    found = both(found, own)
  }
  return found
}

function passes(own: string | undefined, operator: string, value: string): boolean {
  if (own === undefined) return false
  switch (operator) {
    case '':
      return true
    case '=':
      return own.toLowerCase() === value.toLowerCase()
    case '~=':
      return own.split(/\s+/u).includes(value)
    case '|=':
      return own === value || own.startsWith(`${value}-`)
    case '^=':
      return value !== '' && own.startsWith(value)
    case '$=':
      return value !== '' && own.endsWith(value)
    default:
      return value !== '' && own.includes(value)
  }
}

// States such as `:hover`, which an element has only after the reader does something. A page at
// rest has none of them.
const ABSENT = new Set(words.absentStates)
const PRESENT = new Set('defined any-link link enabled read-only scope valid'.split(' '))

function matchPseudo(node: PageNode, { name, argument, inner }: Pseudo, steps: Steps): Match {
  if (inner.length > 0) {
    const found = inner.map((selector) => matchSelector(node, selector, steps))
    const any: Match = found.includes('yes') ? 'yes' : found.includes('maybe') ? 'maybe' : 'no'
    if (name !== 'not') return any
    return any === 'maybe' ? 'maybe' : any === 'yes' ? 'no' : 'yes'
  }
  if (ABSENT.has(name)) return 'no'
  if (PRESENT.has(name)) return 'yes'
  const isFirst = node.index === 1
  const fromEnd = node.parent === null ? 1 : node.parent.children - node.index + 1
  switch (name) {
    case 'root':
      return node.parent === null ? 'yes' : 'no'
    case 'first-child':
      return isFirst ? 'yes' : 'no'
    case 'last-child':
      return fromEnd === 1 ? 'yes' : 'no'
    case 'only-child':
      return isFirst && fromEnd === 1 ? 'yes' : 'no'
    case 'nth-child':
      return isNth(argument, node.index)
    case 'nth-last-child':
      return isNth(argument, fromEnd)
    default:
      return 'maybe'
  }
}

function isNth(argument: string, index: number): Match {
  if (argument === 'odd') return index % 2 === 1 ? 'yes' : 'no'
  if (argument === 'even') return index % 2 === 0 ? 'yes' : 'no'
  const match = /^([+-]?\d{0,6})n ?(?:([+-]) ?(\d{1,6}))?$/u.exec(argument)
  if (match === null)
    return /^\d{1,6}$/u.test(argument) ? (Number(argument) === index ? 'yes' : 'no') : 'maybe'
  const step = /^[+-]?$/u.test(match[1] ?? '') ? Number(`${match[1]}1`) : Number(match[1])
  const offset = Number(`${match[2] ?? ''}${match[3] ?? 0}`)
  const steps = step === 0 ? (index === offset ? 0 : -1) : (index - offset) / step
  return Number.isInteger(steps) && steps >= 0 ? 'yes' : 'no'
}
