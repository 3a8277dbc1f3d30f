import { domainToUnicode } from 'node:url'
import { lines } from '../../platform/multiline.ts'
import { nameParts } from './entity-names.ts'
import { foldLetters } from './fold.ts'

/** Decodes Punycode (RFC 3492). A label with invalid Punycode is returned unchanged. */
export const labelToUnicode = (label: string): string =>
  /^xn--/iu.test(label) && label.length <= LABEL_LENGTH_MAX
    ? domainToUnicode(label) || label
    : label

const LABEL_LENGTH_MAX = 63

/** First label of a domain, in the spellings that are compared with company names. */
export interface DomainLabel {
  unicode: string
  compact: string
  words: readonly string[]
  /** "lastfm" for last.fm: some companies are named as the complete domain. */
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

/** From 0 to 1; high if the domain consists only of words or initials of the name. */
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

/** A name with "and": the domain of "Foo & Bar" may be foobar or foo-und-bar. */
const JOINED = /(?:&|\+|\s(?:and|und|et|y|e|en|og|och)\s)/iu
const CONJUNCTIONS = ['and', 'und', 'et', 'og', 'och']

function umlautWords(name: string): string[] {
  return foldLetters(name, true)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
}

const TECHNICAL_SUFFIX = new RegExp(
  lines`
    ^(?:cloud|dns|cdn|hosting|host|net|static|assets|images?|img|media|services?|online|group|
    web|mail|apps?|api|data|usercontent|content|status|corp|inc|hq|global)$
  `,
  'u',
)
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
