/**
 * Characters that look like a Latin letter, each with this Latin letter. Source: Unicode's
 * confusables list, limited to characters that are allowed in host names.
 */
const CONFUSABLE: Readonly<Record<string, string>> = {
  а: 'a',
  с: 'c',
  ԁ: 'd',
  е: 'e',
  ё: 'e',
  һ: 'h',
  і: 'i',
  ї: 'i',
  ј: 'j',
  к: 'k',
  ӏ: 'l',
  м: 'm',
  п: 'n',
  о: 'o',
  р: 'p',
  ԛ: 'q',
  г: 'r',
  ѕ: 's',
  т: 't',
  ц: 'u',
  ѵ: 'v',
  ԝ: 'w',
  х: 'x',
  у: 'y',
  ь: 'b',
  α: 'a',
  β: 'b',
  ε: 'e',
  η: 'n',
  ι: 'i',
  κ: 'k',
  ν: 'v',
  ο: 'o',
  ρ: 'p',
  τ: 't',
  υ: 'u',
  χ: 'x',
  ω: 'w',
  ɑ: 'a',
  ɡ: 'g',
  ı: 'i',
  ǀ: 'l',
  ո: 'n',
  ս: 'u',
  օ: 'o',
  հ: 'h',
  '0': 'o',
  '1': 'l',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '8': 'b',
}

/**
 * Replaces each character that looks like a Latin letter with this letter, so that a disguised
 * spelling of a brand equals the brand.
 */
export function skeleton(word: string): string {
  return [...word]
    .map((letter) => CONFUSABLE[letter] ?? letter)
    .join('')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
}

/**
 * Replaces letters of other scripts that look like a Latin letter, in words that then consist of
 * Latin letters only. "Tаrnholm" with a Cyrillic "а" becomes "Tarnholm", and a word in Cyrillic
 * stays as it is.
 */
export const unmixed = (text: string): string =>
  text.replace(/[\p{L}\p{M}]+/gu, (word) => {
    if (
      !/\p{Script=Latin}/u.test(word) ||
      !/[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}]/u.test(word)
    )
      return word
    return [...word].map((letter) => inLatin(letter)).join('')
  })

function inLatin(letter: string): string {
  const small = letter.toLowerCase()
  const latin = CONFUSABLE[small]
  if (latin === undefined || /[\p{Script=Latin}\d]/u.test(letter)) return letter
  return letter === small ? latin : latin.toUpperCase()
}

const OTHER_SCRIPTS = /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}]/u

/**
 * Returns true when a name mixes Latin letters with letters of another script in one word, or when
 * all letters of a word of another script look like Latin ones.
 */
export function mixesScripts(text: string): boolean {
  return (text.slice(0, 300).match(/[\p{L}\p{M}]{2,}/gu) ?? []).some((word) => {
    if (!OTHER_SCRIPTS.test(word)) return false
    return /\p{Script=Latin}/u.test(word) || isDisguise(word)
  })
}

const DISGUISE_LENGTH_MIN = 4
const isDisguise = (word: string): boolean =>
  word.length >= DISGUISE_LENGTH_MIN &&
  [...word.toLowerCase()].every((letter) => EXACT_TWINS.has(letter))

/** Letters of Cyrillic and Greek that have exactly the form of a Latin letter in most fonts. */
const EXACT_TWINS: ReadonlySet<string> = new Set([...'асԁеһіјӏорԛѕԝхуνοαυ'])
