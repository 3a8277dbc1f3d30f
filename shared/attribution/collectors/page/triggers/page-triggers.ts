import { requiredWords } from './required-words.ts'
import { hasGroup, WordScanner } from './word-scanner.ts'

/**
 * Sets of words of one pattern or of several patterns. A text may match when it contains a word of each set of one of the patterns. A
 * pattern without sets may match any text.
 */
export type Trigger = readonly (readonly number[])[]

const sets: (readonly string[])[] = []
let scanner: WordScanner | null = null

/** Registers the words without which none of the patterns matches, for the search in the texts of pages. */
export const triggerOf = (...patterns: readonly RegExp[]): Trigger =>
  patterns.map((pattern) => requiredWords(pattern).map((words) => sets.push(words) - 1))

/**
 * Registers the rarest words without which a pattern cannot match. For patterns whose matches may go on in the next line: the words of one
 * match then are in different lines, so only one set of words shows the line.
 */
export const firstTriggerOf = (pattern: RegExp): Trigger => triggerOf(pattern).map((all) => all.slice(0, 1))

/** Registers one set of words, of which each match of any of the patterns contains one. Never misses a text, for a first quick test. */
export function anyTriggerOf(patterns: readonly RegExp[]): Trigger {
  const first = patterns.map((pattern) => requiredWords(pattern)[0])
  return first.includes(undefined) ? [[]] : [[sets.push([...new Set(first.flatMap((words) => words ?? []))]) - 1]]
}

/** Trigger words in a text. Most patterns cannot match most texts of a page, and this shows it without a search for each pattern. */
export class Triggers {
  private constructor(private readonly found: Int32Array) {}

  /** Searches a text once for the trigger words of all patterns. */
  static in(text: string): Triggers {
    if (scanner?.groups !== sets.length) scanner = new WordScanner(sets)
    return new Triggers(scanner.scan(text))
  }

  /** Returns the trigger words that at least one of the texts contains. */
  static inAny(texts: readonly Triggers[]): Triggers {
    const found = new Int32Array(texts[0]?.found.length ?? 0)
    for (const text of texts)
      for (let index = 0; index < found.length; index += 1)
        found[index] = (found[index] ?? 0) | (text.found[index] ?? 0)
    return new Triggers(found)
  }

  /** False when none of the patterns of the trigger can match the text. */
  allow(trigger: Trigger): boolean {
    for (let index = 0; index < trigger.length; index += 1) if (this.hasAll(trigger[index] ?? [])) return true
    return false
  }

  private hasAll(groups: readonly number[]): boolean {
    for (let index = 0; index < groups.length; index += 1) if (!hasGroup(this.found, groups[index] ?? 0)) return false
    return true
  }
}
