import { SMALL_LETTERS } from './letter-case.ts'

/** Only the first letters of a word are searched, because a few letters are rare enough and keep the tables small. */
const WORD_LENGTH_MAX = 7
/** Letters that no word contains share class 0. Letters outside of Latin scripts share the classes behind those of Latin letters. */
const LATIN_END = 0x250
const OTHER_CLASSES = 24

/**
 * Finds many words in one pass over a text, capitals and small letters alike (A. Aho and M. Corasick, "Efficient string matching", 1975).
 * May report a word that the text does not contain, because letters share classes, but never misses one.
 */
export class WordScanner {
  /** Number of groups. */
  readonly groups: number
  private readonly resultLength: number
  private readonly classOf: Uint8Array
  private readonly classes: number
  /** State after a letter, by state and class of the letter. Negative when words end in that state. */
  private readonly next: Int32Array
  private readonly found: readonly (readonly Found[] | undefined)[]

  /** `groups` holds folded words. */
  constructor(groups: readonly (readonly string[])[]) {
    this.groups = groups.length
    this.resultLength = Math.ceil(groups.length / 32)
    const { classOf, classes } = letterClasses(groups.flat())
    this.classOf = classOf
    this.classes = classes
    const trie = new Trie(classes, this.resultLength)
    for (const [group, words] of groups.entries())
      for (const word of words)
        trie.add(
          word
            .slice(0, WORD_LENGTH_MAX)
            .split('')
            .map((letter) => classOf[letter.charCodeAt(0)] ?? 0),
          group,
        )
    this.next = trie.transitions()
    this.found = trie.found.map((bits) => bits && foundIn(bits))
  }

  /** Returns the groups of which the text may contain a word: group n is bit `n % 32` of number `n / 32`. */
  scan(text: string): Int32Array {
    const { classOf, next, classes } = this
    const result = new Int32Array(this.resultLength)
    let state = 0
    for (let index = 0; index < text.length; index += 1) {
      state = next[state + (classOf[text.charCodeAt(index)] ?? 0)] ?? 0
      if (state < 0) {
        state = -state
        for (const { at, bits } of this.found[state / classes] ?? []) result[at] = (result[at] ?? 0) | bits
      }
    }
    return result
  }
}

/** Groups whose words end in a state, as bits of one number of the result. */
interface Found {
  at: number
  bits: number
}

const foundIn = (result: Int32Array): Found[] =>
  [...result].map((bits, at) => ({ at, bits })).filter(({ bits }) => bits !== 0)

/** True when the result of a scan contains the group. */
export const hasGroup = (result: Int32Array, group: number): boolean =>
  (((result[group >> 5] ?? 0) >>> (group & 31)) & 1) === 1

function letterClasses(words: readonly string[]): { classOf: Uint8Array; classes: number } {
  const used = new Set(
    words.flatMap((word) =>
      word
        .slice(0, WORD_LENGTH_MAX)
        .split('')
        .map((letter) => letter.charCodeAt(0)),
    ),
  )
  const latin = [...used].filter((unit) => unit < LATIN_END).sort((a, b) => a - b)
  const classOfFolded = new Map(latin.map((unit, index) => [unit, index + 1]))
  for (const unit of used) if (unit >= LATIN_END) classOfFolded.set(unit, latin.length + 1 + (unit % OTHER_CLASSES))
  const ofFolded = new Uint8Array(SMALL_LETTERS.length)
  for (const [unit, letterClass] of classOfFolded) ofFolded[unit] = letterClass
  const classOf = new Uint8Array(SMALL_LETTERS.length)
  for (let unit = 0; unit < classOf.length; unit += 1) classOf[unit] = ofFolded[SMALL_LETTERS[unit] ?? 0] ?? 0
  return { classOf, classes: latin.length + 1 + OTHER_CLASSES }
}

/** Tree of the words by their letters. States are numbered in the order of their creation. */
class Trie {
  private readonly children: Map<number, number>[] = [new Map()]
  readonly found: (Int32Array | undefined)[] = [undefined]

  constructor(
    private readonly classes: number,
    private readonly resultLength: number,
  ) {}

  add(letters: readonly number[], group: number): void {
    let state = 0
    for (const letter of letters) {
      const child = this.children[state]?.get(letter)
      if (child === undefined) {
        this.children[state]?.set(letter, this.children.length)
        state = this.children.length
        this.children.push(new Map())
        this.found.push(undefined)
      } else state = child
    }
    const found = this.found[state] ?? new Int32Array(this.resultLength)
    this.found[state] = found
    found[group >> 5] = (found[group >> 5] ?? 0) | (1 << (group & 31))
  }

  /** Returns the table of transitions. A missing letter leads to the state of the longest ending of the text that begins a word. */
  transitions(): Int32Array {
    const { classes, children } = this
    const states = new Int32Array(children.length * classes)
    const fallback = new Int32Array(children.length)
    const queue = [0]
    for (const state of queue) {
      const behind = fallback[state] ?? 0
      if (state !== 0) {
        this.found[state] = united(this.found[state], this.found[behind])
        states.copyWithin(state * classes, behind * classes, (behind + 1) * classes)
      }
      for (const [letter, child] of children[state] ?? []) {
        fallback[child] = states[state * classes + letter] ?? 0
        states[state * classes + letter] = child
        queue.push(child)
      }
    }
    const rows = Int32Array.from(this.found, (found, state) =>
      found === undefined ? state * classes : -state * classes,
    )
    for (let index = 0; index < states.length; index += 1) states[index] = rows[states[index] ?? 0] ?? 0
    return states
  }
}

function united(a: Int32Array | undefined, b: Int32Array | undefined): Int32Array | undefined {
  if (a === undefined || b === undefined) return a ?? b
  return a.map((word, index) => word | (b[index] ?? 0))
}
