import { foldCase } from './letter-case.ts'

/**
 * Words that a text must contain so that a regular expression can match it. Programs for text search use the same idea: a fast search for
 * plain words decides which few texts are worth a slow regular expression.
 */

type Words = readonly string[]

/** Matches of a part of a pattern: `exact` lists all of them, or is null. Each match contains a word of each set in `required`. */
interface Matches {
  exact: Words | null
  required: readonly Words[]
}

const EXACT_MAX = 48
const CLASS_MAX = 12
/** Words longer than this are not preferred to each other, because each of them is already rare. */
const LENGTH_PREFERRED_MAX = 6

/** Number of sets of words that are kept for a pattern. */
const SETS_MAX = 2

const EMPTY: Matches = { exact: [''], required: [] }
const ANYTHING: Matches = { exact: null, required: [] }
const DIGIT: Matches = { exact: null, required: [[...'0123456789']] }

/**
 * Returns sets of folded words. Each match of the pattern contains at least one word of each set. Returns no set when there are no such
 * words, for example for a pattern that also matches an empty text. Understands the syntax of ECMAScript patterns with the flag `u`.
 */
export const requiredWords = ({ source }: RegExp): readonly Words[] => setsOf(new PatternReader(source).read())

const setsOf = ({ exact, required }: Matches): readonly Words[] =>
  exact === null || exact.includes('') ? required : [exact]

/** The set with the longest words comes first, because fewer texts contain one of them. */
const best = (sets: readonly Words[]): readonly Words[] =>
  sets
    .map((words) => ({ words, length: Math.min(LENGTH_PREFERRED_MAX, ...words.map((word) => word.length)) }))
    .toSorted((a, b) => b.length - a.length || a.words.length - b.words.length)
    .slice(0, SETS_MAX)
    .map(({ words }) => words)

function inSequence(parts: readonly Matches[]): Matches {
  const required: Words[] = []
  let isExact = true
  let run: Words = ['']
  for (const part of parts) {
    const longer = part.exact === null ? null : combined(run, part.exact)
    if (longer !== null) {
      run = longer
      continue
    }
    isExact = false
    required.push(...setsOf({ exact: run, required: [] }), ...part.required)
    run = part.exact ?? ['']
  }
  return isExact
    ? { exact: run, required: [] }
    : { exact: null, required: best([...required, ...setsOf({ exact: run, required: [] })]) }
}

function combined(starts: Words, ends: Words): Words | null {
  if (starts.length * ends.length > EXACT_MAX) return null
  return [...new Set(starts.flatMap((start) => ends.map((end) => start + end)))]
}

/** The sets of the choices are united by their rank: a match has a word of the first set of its choice, and one of the second set. */
function inAlternation(choices: readonly Matches[]): Matches {
  const [only] = choices
  if (choices.length === 1 && only !== undefined) return only
  const exact = choices.flatMap((choice) => choice.exact ?? [])
  const isExact = choices.every((choice) => choice.exact !== null) && exact.length <= EXACT_MAX
  if (isExact) return { exact: [...new Set(exact)], required: [] }
  const sets = choices.map(setsOf)
  if (sets.some((of) => of.length === 0)) return ANYTHING
  const ranks = Math.max(...sets.map((of) => of.length))
  const united = Array.from({ length: ranks }, (_, rank) => [
    ...new Set(sets.flatMap((of) => of[Math.min(rank, of.length - 1)] ?? [])),
  ])
  return { exact: null, required: united }
}

/** Reads the source of a pattern by recursive descent. Only what can contribute a word is understood, and the rest matches anything. */
class PatternReader {
  private at = 0

  constructor(private readonly source: string) {}

  read(): Matches {
    const choices: Matches[] = []
    let parts: Matches[] = []
    while (this.at < this.source.length && this.source[this.at] !== ')') {
      if (this.source[this.at] === '|') {
        this.at += 1
        choices.push(inSequence(parts))
        parts = []
      } else parts.push(this.repeated(this.part()))
    }
    return inAlternation([...choices, inSequence(parts)])
  }

  private part(): Matches {
    const character = this.source[this.at] ?? ''
    if (character === '(') return this.group()
    this.at += 1
    if (character === '[') return this.characterClass()
    if (character === '\\') return this.escaped()
    if (character === '^' || character === '$') return EMPTY
    return character === '.' ? ANYTHING : literal(character)
  }

  private group(): Matches {
    const opening = /\((?:\?(?::|<?[=!]|<[^=!>]{1,40}>))?/uy
    opening.lastIndex = this.at
    const [head = '('] = opening.exec(this.source) ?? []
    this.at += head.length
    const inner = this.read()
    this.at += 1
    return /[=!]$/u.test(head) ? EMPTY : inner
  }

  private escaped(): Matches {
    const letter = this.source[this.at] ?? ''
    this.at += 1
    if (letter === 'b' || letter === 'B') return EMPTY
    if (letter === 'u' || letter === 'x') return literal(this.codeUnit(letter))
    if (letter === 'p' || letter === 'P' || letter === 'k')
      this.at = this.source.indexOf(letter === 'k' ? '>' : '}', this.at) + 1
    if (letter === 'd') return DIGIT
    if (letter === 'n') return literal('\n')
    return /[\w]/u.test(letter) ? ANYTHING : literal(letter)
  }

  private codeUnit(letter: string): string {
    const digits = letter === 'u' ? 4 : 2
    const code = this.source.slice(this.at, this.at + digits)
    this.at += digits
    return String.fromCharCode(Number.parseInt(code, 16))
  }

  /** Only short classes of plain characters are read, such as `[oa]`. */
  private characterClass(): Matches {
    const end = /(?:[^\]\\]|\\.)*/uy
    end.lastIndex = this.at
    const [content = ''] = end.exec(this.source) ?? []
    this.at += content.length + 1
    const isPlain = content.length <= CLASS_MAX && !/^\^|\\|(?<=.)-(?=.)|[\ud800-\udfff]/.test(content)
    return isPlain ? { exact: [...new Set([...content].map(foldCase))], required: [] } : ANYTHING
  }

  private repeated(part: Matches): Matches {
    const quantifier = /(?:[?*+]|\{(?<least>\d+)(?:,\d*)?\})\??/uy
    quantifier.lastIndex = this.at
    const match = quantifier.exec(this.source)
    if (match === null) return part
    this.at += match[0].length
    const least = match.groups?.least ?? (match[0].startsWith('+') ? '1' : '0')
    if (match[0].startsWith('?') && part.exact !== null) return { exact: ['', ...part.exact], required: [] }
    if (least === '0') return ANYTHING
    return { exact: null, required: setsOf(part) }
  }
}

const literal = (character: string): Matches => ({ exact: [foldCase(character)], required: [] })
