/** Lower case, one kind of quotation mark, dash and space, no invisible characters. */
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
const REST_OF_WORD = /[\p{L}\p{N}]*/uy

function wordEnd(text: string, at: number): number {
  REST_OF_WORD.lastIndex = at
  REST_OF_WORD.test(text)
  return Math.max(at + 1, REST_OF_WORD.lastIndex)
}

/**
 * Returns the first `most` positions at which `text` contains `part` as whole words. In scripts
 * without spaces a match may be part of a word. The caller must normalise `text` and `part` with
 * `fold`.
 */
export function findWords(part: string, text: string, most: number): number[] {
  const offsets: number[] = []
  if (part === '') return offsets
  const spaced = !/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u.test(
    part,
  )
  const startsWord = spaced && WORD.test(part[0] ?? '')
  const endsWord = spaced && WORD.test(part.at(-1) ?? '')
  for (let at = text.indexOf(part); at >= 0 && offsets.length < most; ) {
    const before = text.slice(Math.max(0, at - 2), at)
    const after = String.fromCodePoint(text.codePointAt(at + part.length) ?? 32)
    const cutsWord = startsWord && WORD.test([...before].at(-1) ?? ' ')
    if (!cutsWord && !(endsWord && WORD.test(after))) offsets.push(at)
    // Continues behind the current word. To try each letter of a very long word would be slow.
    at = text.indexOf(part, cutsWord ? wordEnd(text, at) : at + 1)
  }
  return offsets
}
