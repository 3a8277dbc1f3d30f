/** Stands for a dot that was defanged. No font has a meaning for this character. */
export const REFANGED = '\ue000'

const FORMAT_CHARACTERS = /[\p{Cf}\ue000]/gu
const JOINERS = '\u200c\u200d'
// Joiners are letters of names in Arabic and Indic scripts, and deceive between other letters.
const BEFORE_JOINER =
  /[\p{Script=Arabic}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Sinhala}]/u

const DOT = '(?:\\.|dot|punkt|punto|point|ponto|punt)'
const DEFANGED_DOTS = new RegExp(
  `[ \\t]{0,2}(?:\\[\\s?${DOT}\\s?\\]|\\(\\s?${DOT}\\s?\\)|\\{\\s?${DOT}\\s?\\})[ \\t]{0,2}`,
  'giu',
)
const HALF_DEFANGED_DOTS =
  /(?<=[\p{L}\p{N}])(?:[[({]\.|\.[\])}]|\\\.|&#46;|&period;)(?=[\p{L}\p{N}])/giu
const DEFANGED_SLASHES = /\[(:(?:\/\/)?|\/\/?)\]/gu
const DEFANGED_AT = /\s?[[({]\s?(?:@|at)\s?[\])}]\s?/giu
const DEFANGED_SCHEME = /h(?:xx|\*\*|__)p(?=s?:)/giu
const WIDE_DOTS = /[．｡]/gu
// An ideographic full stop ends sentences, too. Within a name, letters stand on both sides of it.
const IDEOGRAPHIC_STOP = /(?<=[\p{L}\p{N}])。(?=(?:[a-z]{2,24}|xn--[a-z0-9-]+)(?![a-z.]))/giu
const SEPARATORS = /[\s<>"'`|,;()[\]{}«»“”„‟‘’‚‹›–—…→←⇒•、。，；：（）【】「」『』《》\u0000]+/u

/**
 * Undoes defanging, removes invisible characters, and splits the text where no domain can go on.
 * Takes time linear in the length of the text.
 */
export function plainPiecesOf(text: string): string[] {
  return text
    .replace(FORMAT_CHARACTERS, (character, at: number) =>
      JOINERS.includes(character) && BEFORE_JOINER.test(text.charAt(at - 1)) ? character : '',
    )
    .replaceAll('\\/', '/')
    .replace(DEFANGED_SLASHES, '$1')
    .replace(DEFANGED_SCHEME, 'http')
    .replace(DEFANGED_DOTS, REFANGED)
    .replace(HALF_DEFANGED_DOTS, REFANGED)
    .replace(DEFANGED_AT, '@')
    .replace(WIDE_DOTS, '.')
    .replace(IDEOGRAPHIC_STOP, '.')
    .split(SEPARATORS)
    .filter((piece) => piece.includes('.') || piece.includes(REFANGED) || piece.includes(':'))
}
