/** Normalises a text for the comparison of quotes: lower case, uniform quotation marks, dashes and spaces, and no invisible characters. */
export function fold(text: string): string {
  return text
    .toWellFormed()
    .normalize('NFKC')
    .replace(/[⟦⟧]/gu, (bracket) => (bracket === '⟦' ? '[' : ']'))
    .replace(/[\p{Cf}\p{Co}]/gu, '')
    .replace(/[‘’‚‛′`´]/gu, "'")
    .replace(/[“”„‟″«»]/gu, '"')
    .replace(/\p{Pd}/gu, '-')
    .replace(/[\p{Cc}\s…]+/gu, ' ')
    .trim()
    .toLowerCase()
}

const WORD = /[\p{L}\p{N}]/u

/**
 * Returns the first positions (at most `most`) at which `text` contains `part` as whole words. Both texts must be normalised by `fold`. In
 * scripts without spaces between words, such as Chinese, a match inside a longer word counts too.
 */
export function offsetsOf(part: string, text: string, most: number): number[] {
  const offsets: number[] = []
  if (part === '') return offsets
  const spaced = !/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u.test(part)
  for (let at = text.indexOf(part); at >= 0 && offsets.length < most; at = text.indexOf(part, at + 1)) {
    const before = text.slice(Math.max(0, at - 2), at)
    const after = String.fromCodePoint(text.codePointAt(at + part.length) ?? 32)
    const cut =
      spaced &&
      ((WORD.test([...before].at(-1) ?? ' ') && WORD.test(part[0] ?? '')) ||
        (WORD.test(after) && WORD.test(part.at(-1) ?? '')))
    if (!cut) offsets.push(at)
  }
  return offsets
}
