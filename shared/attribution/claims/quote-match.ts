/** A text as it is compared: spelling variants of quotes, dashes and spaces, hidden characters and case make no difference. */
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

/** Where `part` stands in `text` as whole words, both folded: the first `most` places. Scripts without spaces have no word borders. */
export function placesOf(part: string, text: string, most: number): number[] {
  const places: number[] = []
  if (part === '') return places
  const spaced = !/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u.test(part)
  for (let at = text.indexOf(part); at >= 0 && places.length < most; at = text.indexOf(part, at + 1)) {
    const before = text.slice(Math.max(0, at - 2), at)
    const after = String.fromCodePoint(text.codePointAt(at + part.length) ?? 32)
    const cut =
      spaced &&
      ((WORD.test([...before].at(-1) ?? ' ') && WORD.test(part[0] ?? '')) ||
        (WORD.test(after) && WORD.test(part.at(-1) ?? '')))
    if (!cut) places.push(at)
  }
  return places
}
