import { nameParts } from './entity-names.ts'
import { foldLetters } from './fold.ts'

const LABEL_LENGTH_MAX = 63
const PUNYCODE = {
  base: 36,
  tMin: 1,
  tMax: 26,
  skew: 38,
  damp: 700,
  initialBias: 72,
  initialN: 128,
} as const
const CODE_POINT_MAX = 0x10ffff

/**
 * Decodes one label of a host name from Punycode ("xn--...", RFC 3492) to Unicode. A label without
 * Punycode or with invalid Punycode is returned unchanged.
 */
export function labelToUnicode(label: string): string {
  if (!label.toLowerCase().startsWith('xn--') || label.length > LABEL_LENGTH_MAX) return label
  return decodePunycode(label.slice(4).toLowerCase()) || label
}

function decodePunycode(input: string): string | null {
  const boundary = input.lastIndexOf('-')
  const output =
    boundary > 0 ? [...input.slice(0, boundary)].map((letter) => letter.codePointAt(0) ?? 0) : []
  let n: number = PUNYCODE.initialN
  let i = 0
  let bias: number = PUNYCODE.initialBias
  for (let position = boundary > 0 ? boundary + 1 : 0; position < input.length; ) {
    const before = i
    let weight = 1
    for (let k = PUNYCODE.base; ; k += PUNYCODE.base) {
      const digit = digitOf(input[position])
      position += 1
      if (digit === null) return null
      i += digit * weight
      const t = k <= bias ? PUNYCODE.tMin : k >= bias + PUNYCODE.tMax ? PUNYCODE.tMax : k - bias
      if (digit < t) break
      weight *= PUNYCODE.base - t
      if (i > Number.MAX_SAFE_INTEGER / PUNYCODE.base) return null
    }
    bias = adaptBias(i - before, output.length + 1, before === 0)
    n += Math.floor(i / (output.length + 1))
    i %= output.length + 1
    if (n > CODE_POINT_MAX || (n >= 0xd800 && n <= 0xdfff)) return null
    output.splice(i, 0, n)
    i += 1
  }
  return String.fromCodePoint(...output)
}

function digitOf(letter: string | undefined): number | null {
  const code = letter?.charCodeAt(0) ?? 0
  if (code >= 97 && code <= 122) return code - 97
  return code >= 48 && code <= 57 ? code - 22 : null
}

function adaptBias(delta: number, points: number, first: boolean): number {
  let rest = first ? Math.floor(delta / PUNYCODE.damp) : Math.floor(delta / 2)
  rest += Math.floor(rest / points)
  let k = 0
  while (rest > ((PUNYCODE.base - PUNYCODE.tMin) * PUNYCODE.tMax) / 2) {
    rest = Math.floor(rest / (PUNYCODE.base - PUNYCODE.tMin))
    k += PUNYCODE.base
  }
  return k + Math.floor(((PUNYCODE.base - PUNYCODE.tMin + 1) * rest) / (rest + PUNYCODE.skew))
}

/**
 * First label of a domain ("example" in example.com) in several spellings, for the comparison with
 * company names.
 */
export interface DomainLabel {
  unicode: string
  compact: string
  words: readonly string[]
  /**
   * Letters and digits of the whole domain, such as "lastfm" for last.fm. Some companies have the
   * complete domain as their name, so the first label alone would not match.
   */
  whole: string
}

export function readDomainLabel(registrableDomain: string): DomainLabel {
  const labels = registrableDomain.split('.')
  const unicode = labelToUnicode(labels[0] ?? '')
  const words = foldLetters(unicode)
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== '')
  return {
    unicode,
    compact: words.join(''),
    words,
    whole: words.join('') + labels.slice(1).join(''),
  }
}

const COVERING_WORD_LENGTH_MIN = 3
const PREFIX_LENGTH_MIN = 4

/**
 * Returns the similarity of a company name and a domain, from 0 (different) to 1 (equal). The value
 * is high if the domain consists only of words or initials of the name, and lower if the domain
 * also contains other words.
 */
export function labelLikeness(name: string, label: DomainLabel): number {
  if (label.compact === '') return 0
  const { core } = nameParts(name)
  const compact = core.join('')
  if (compact === '') return 0
  if (compact === label.compact || compact === label.whole) return 1
  const spellings = [
    label.compact,
    ...(JOINED.test(name) ? CONJUNCTIONS.map((word) => label.compact.replace(word, '')) : []),
  ]
  const plain = Math.max(...spellings.map((spelling) => coverage(core, spelling)))
  const umlauts = /[äöü]/iu.test(name) ? coverage(umlautWords(name), label.compact) : 0
  return Math.max(plain, umlauts, initialsLikeness(core, label.compact))
}

/**
 * Matches a name that contains "&", "+" or a word for "and". A domain may omit or translate this
 * word: the domain of "Foo & Bar" may start with foobar or foo-und-bar.
 */
const JOINED = /(?:&|\+|\s(?:and|und|et|y|e|en|og|och)\s)/iu
const CONJUNCTIONS = ['and', 'und', 'et', 'og', 'och']

function umlautWords(name: string): string[] {
  return foldLetters(name, true)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
}

const TECHNICAL_SUFFIX =
  /^(?:cloud|dns|cdn|hosting|host|net|static|assets|images?|img|media|services?|online|group|web|mail|apps?|api|data|usercontent|content|status|corp|inc|hq|global)$/u
const TECHNICAL_NAME_LENGTH_MIN = 2
const TECHNICAL_LIKENESS = 0.85

function coverage(core: readonly string[], label: string): number {
  const compact = core.join('')
  if (
    compact.length >= TECHNICAL_NAME_LENGTH_MIN &&
    label.startsWith(compact) &&
    TECHNICAL_SUFFIX.test(label.slice(compact.length))
  )
    return TECHNICAL_LIKENESS
  if (compact.length >= PREFIX_LENGTH_MIN && label.startsWith(compact))
    return Math.max(0.6, compact.length / label.length)
  if (label.length >= PREFIX_LENGTH_MIN && compact.startsWith(label)) return 0.9
  let rest = label
  let covered = 0
  for (const word of [...core].sort((a, b) => b.length - a.length)) {
    const found = word.length >= COVERING_WORD_LENGTH_MIN ? rest.indexOf(word) : -1
    if (found < 0) continue
    covered += word.length
    rest = `${rest.slice(0, found)} ${rest.slice(found + word.length)}`
  }
  return Math.min(1, covered / label.length)
}

function initialsLikeness(core: readonly string[], label: string): number {
  if (core.length < 2) return 0
  const initials = core.map((word) => [...word][0] ?? '').join('')
  if (initials.length >= 2 && initials === label) return 1
  const significant = core
    .filter((word) => word.length > 3)
    .map((word) => word[0])
    .join('')
  if (significant.length >= 3 && significant === label) return 1
  const last = core.at(-1) ?? ''
  const first = core[0] ?? ''
  if (last.length >= PREFIX_LENGTH_MIN && label === `${first[0]}${last}`) return 1
  return 0
}
