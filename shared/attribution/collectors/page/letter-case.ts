/** Keeps positions. The two letters i of Turkish are equal, and the two small sigmas of Greek. */
export const foldCase = (text: string): string =>
  text.replace(/[İı]/gu, 'i').toLowerCase().replaceAll('ς', 'σ')

/**
 * One letter of the basic plane. V8 makes 7 kB of code from each `\p{L}`, nearly all of it for
 * pairs of surrogates, and leaves all patterns unoptimized once their code exceeds its limit.
 */
const LETTER = String.raw`[^\P{L}\u{10000}-\u{10FFFF}]`

/**
 * Each `\p{L}` outside of a negated class means a letter of the basic plane. Not for the flag `i`,
 * under which V8 takes some letters of Greek for none in a negated class.
 */
const shortLetters = (source: string): string =>
  source.replace(/\[((?:\\.|[^\]\\[]){0,400})\]|\\p\{L\}|\\./gsu, (part, members?: string) => {
    if (part === String.raw`\p{L}`) return LETTER
    if (!members?.includes(String.raw`\p{L}`) || members.startsWith('^')) return part
    return `(?:${LETTER}|[${members.replace(String.raw`\p{L}`, '')}])`
  })

/** For texts of `foldCase`. Several times faster than the flag `i`. */
export const foldedPattern = (source: string, flags = 'u'): RegExp => {
  const folded = source.replace(/\\p\{[^}]{0,40}\}|\\.|[^\\]+/gsu, (part) =>
    part.startsWith('\\') ? part : foldCase(part),
  )
  return new RegExp(shortLetters(folded), flags)
}
