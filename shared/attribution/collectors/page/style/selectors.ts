import { nextSign, splitAt, withoutEscapes } from './css-syntax.ts'

export type Match = 'yes' | 'no' | 'maybe'

export interface Compound {
  name: string | null
  id: string | null
  classes: readonly string[]
  attributes: readonly AttributeTest[]
  pseudos: readonly Pseudo[]
}

interface AttributeTest {
  name: string
  operator: string
  value: string
}

export interface Pseudo {
  name: string
  inner: readonly Selector[]
  argument: string
}

export interface Selector {
  /**
   * The parts between combinators, from right to left. The first one matches the element itself.
   */
  compounds: readonly Compound[]
  /** " ", ">", "+" or "~" between the compounds, also from right to left. */
  combinators: readonly string[]
  specificity: number
  /** True for a selector that is too long or has too many parts to be read in full. */
  isCut: boolean
}

const SELECTORS_MAX = 200
const SELECTOR_LENGTH_MAX = 600
const COMPOUNDS_MAX = 12
const DEPTH_MAX = 3
const ID_WEIGHT = 10_000
const CLASS_WEIGHT = 100

/** Pseudo-elements such as `::before` match no element and are left out. */
export function readSelectors(prelude: string, depth = 0): Selector[] {
  const text = prelude.replace(/<!--|-->/gu, ' ')
  return splitAt(text, ',', SELECTORS_MAX).flatMap((one) => readSelector(one.trim(), depth) ?? [])
}

function readSelector(text: string, depth: number): Selector | null {
  const isCut = text.length > SELECTOR_LENGTH_MAX
  const source = isCut ? lastCompound(text) : text
  const compounds: Compound[] = []
  const combinators: string[] = []
  let at = 0
  while (at < source.length) {
    const end = nextSign(source, at, ' \t\n\r\f>+~')
    if (end === at) {
      const combinator = /[^\s]/u.exec(/^[\s>+~]+/u.exec(source.slice(at))?.[0] ?? '')?.[0] ?? ' '
      at += /^[\s>+~]+/u.exec(source.slice(at))?.[0].length ?? 1
      if (compounds.length > 0) combinators.unshift(combinator)
      continue
    }
    const compound = readCompound(source.slice(at, end), depth)
    if (compound === null) return null
    compounds.unshift(compound)
    at = end
  }
  if (compounds.length === 0) return null
  const kept = compounds.slice(0, COMPOUNDS_MAX)
  return {
    compounds: kept,
    combinators: combinators.slice(0, kept.length - 1),
    specificity: kept.reduce((sum, compound) => sum + weightOf(compound), 0),
    isCut: isCut || kept.length < compounds.length,
  }
}

const lastCompound = (text: string): string =>
  /[^\s>+~]{1,300}$/u.exec(text.slice(-300))?.[0] ?? '*'

/** Pseudo-elements that CSS 2 writes with one colon, like a pseudo-class. */
const ELEMENTS = new Set([
  'before',
  'after',
  'first-line',
  'first-letter',
  'selection',
  'placeholder',
])
const PART = new RegExp(
  [
    String.raw`(?<id>#)?(?<class>\.)?(?<name>(?:[\w\u0080-\uffff|*-]|\\[^\n])+)`,
    String.raw`\[(?<attribute>[^\][]{1,300})\]|(?<pseudo>:{1,2})(?<word>[\w-]{1,60})`,
  ].join('|'),
  'iuy',
)

function readCompound(text: string, depth: number): Compound | null {
  const found = { name: null as string | null, id: null as string | null }
  const classes: string[] = []
  const attributes: AttributeTest[] = []
  const pseudos: Pseudo[] = []
  let at = 0
  while (at < text.length) {
    PART.lastIndex = at
    const match = PART.exec(text)
    // "&" is skipped. Any other unknown sign makes the selector invalid.
    if (match === null && text[at] === '&') {
      at += 1
      continue
    }
    if (match === null) return null
    at = PART.lastIndex
    const { id, class: dot, name = '', attribute, pseudo, word = '' } = match.groups ?? {}
    if (attribute !== undefined) attributes.push(attributeTest(attribute))
    else if (pseudo !== undefined) {
      const argument = text[at] === '(' ? text.slice(at + 1, nextSign(text, at + 1, ')')) : ''
      if (text[at] === '(') at = Math.min(text.length, at + argument.length + 2)
      const folded = word.toLowerCase()
      if (pseudo === '::' || ELEMENTS.has(folded)) return null
      pseudos.push({
        name: folded,
        argument: argument.trim().toLowerCase(),
        inner: innerOf(folded, argument, depth),
      })
    } else if (id !== undefined) found.id = withoutEscapes(name)
    else if (dot !== undefined) classes.push(withoutEscapes(name))
    else if (!name.endsWith('*'))
      found.name = withoutEscapes(name.replace(/^.{0,40}\|/u, '')).toLowerCase()
  }
  return { ...found, classes, attributes, pseudos }
}

const innerOf = (name: string, argument: string, depth: number): Selector[] =>
  depth < DEPTH_MAX && /^(?:not|is|where|any|matches|-webkit-any|-moz-any)$/u.test(name)
    ? readSelectors(argument, depth + 1)
    : []

function attributeTest(text: string): AttributeTest {
  const match = /^\s{0,9}([\w|-]{1,60})\s{0,9}(?:([~|^$*]?=)\s{0,9}(.{0,200}))?$/su.exec(text)
  const value = (match?.[3] ?? '')
    .trim()
    .replace(/\s[is]$/iu, '')
    .trim()
  return {
    name: (match?.[1] ?? '').toLowerCase(),
    operator: match?.[2] ?? '',
    value: withoutEscapes(value.replace(/^["']|["']$/gu, '')),
  }
}

function weightOf({ name, id, classes, attributes, pseudos }: Compound): number {
  const inner = pseudos.reduce((sum, pseudo) => {
    if (pseudo.name === 'where') return sum
    if (pseudo.inner.length === 0) return sum + CLASS_WEIGHT
    return sum + Math.max(...pseudo.inner.map(({ specificity }) => specificity))
  }, 0)
  const own = (id === null ? 0 : ID_WEIGHT) + (classes.length + attributes.length) * CLASS_WEIGHT
  return own + (name === null ? 0 : 1) + inner
}
