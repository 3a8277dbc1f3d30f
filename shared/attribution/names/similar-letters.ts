import { words } from '../../platform/multiline.ts'

// In each group: a Latin letter, then the characters that resemble it. Source: Unicode's
// confusables, limited to characters that host names may contain.
const RESEMBLING = words`
  aаαɑ4 bьβ8 cс dԁ eеёε3 gɡ hһ iіїιı jј kкκ lӏǀ1 mм nпηո oоοօ0 pрρ qԛ rг sѕ5 tтτ7 uцυսu vѵν
  wԝω xхχ yу
`
const CONFUSABLE: Readonly<Record<string, string>> = Object.fromEntries(
  RESEMBLING.flatMap(([latin = '', ...others]) => others.map((each) => [each, latin])),
)

/** A disguised spelling of a brand has the same skeleton as the brand. */
export function skeleton(word: string): string {
  return [...word]
    .map((letter) => CONFUSABLE[letter] ?? letter)
    .join('')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
}

/** "Tаrnholm" with a Cyrillic "а" becomes "Tarnholm"; a word in Cyrillic stays as it is. */
export const unmixed = (text: string): string =>
  text.replace(/[\p{L}\p{M}]+/gu, (word) => {
    if (!/\p{Script=Latin}/u.test(word) || !OTHER_SCRIPTS.test(word)) return word
    return [...word].map((letter) => inLatin(letter)).join('')
  })

function inLatin(letter: string): string {
  const small = letter.toLowerCase()
  const latin = CONFUSABLE[small]
  if (latin === undefined || /[\p{Script=Latin}\d]/u.test(letter)) return letter
  return letter === small ? latin : latin.toUpperCase()
}

const OTHER_SCRIPTS = /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}]/u

/** True if one word mixes scripts, or if all its letters of another script look Latin. */
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

/** Letters of other scripts that look exactly like a Latin letter in most fonts. */
const EXACT_TWINS: ReadonlySet<string> = new Set([...'асԁеһіјӏорԛѕԝхуνοαυ'])
