import { withoutEscapes } from './css-syntax.ts'

const NAME = /[.#](?:[\w\u0080-\uffff-]|\\.)+/gu
const PRELUDE_LENGTH_MAX = 20_000
/** Limit of characters in a class attribute, because an attacker could write a million classes. */
const CLASSES_LENGTH_MAX = 16_384

/** Removes brackets with their content from a selector, but not those that hold other brackets. */
export const withoutBrackets = (selector: string): string =>
  /[([]/u.test(selector) ? selector.replace(/\([^()]{0,400}\)|\[[^\][]{0,400}\]/gu, '') : selector

/** Classes and ids of the page. Most rules of a style sheet ask for others, so they are skipped. */
export class UsedNames {
  private readonly names = new Set<string>()
  private readonly lists = new Set<string>()
  private isEveryName = false

  note(classes: string | undefined, id: string | undefined): void {
    if (id !== undefined) this.names.add(`#${id}`)
    if (classes === undefined || this.lists.has(classes)) return
    if (classes.length > CLASSES_LENGTH_MAX) {
      this.isEveryName = true
      return
    }
    this.lists.add(classes)
    for (const name of classes.split(/[\t\n\f\r ]+/u)) this.names.add(`.${name}`)
  }

  mayMatch(prelude: string): boolean {
    if (this.isEveryName || prelude.length > PRELUDE_LENGTH_MAX) return true
    // A name in brackets may be one that an element must not have, as in `:not(.a)`, so it is not
    // required.
    const open = withoutBrackets(prelude)
    if (open.includes('(')) return true
    return open.includes(',') ? open.split(',').some((one) => this.hasAll(one)) : this.hasAll(open)
  }

  private hasAll(selector: string): boolean {
    for (const name of selector.match(NAME) ?? [])
      if (!this.names.has(withoutEscapes(name))) return false
    return true
  }
}
