import { lines } from '../../platform/multiline.ts'
import { beginsWithCompanyData } from './company-data.ts'
import { hasCommonForm, hasForm } from './forms-in-words.ts'
import { SENTENCE } from './name-words.ts'
import { nameAtStart, namesWithForm, plausibleName } from './names-in-text.ts'
import { OWNED_BY, OWNER_AROUND, OWNER_IN_CAPITALS, OWNER_LEAD } from './owner-words.ts'
import { beforeTown } from './town-and-state.ts'

/**
 * Rule by which a name was cut. `leading`: the name begins the text. `short`: the same, but
 * lower-case words follow that may belong to the name. `comma`: the name ends before a comma. In
 * "X, a division of Y" X is `owned` and Y is the `owner`.
 */
export type Cut = 'whole' | 'leading' | 'short' | 'form' | 'comma' | 'owner' | 'owned'

export interface NameCut {
  name: string
  cut: Cut
}

const WHOLE_WORDS_MAX = 9
const WHOLE_LENGTH_MAX = 90
const PIECE_LENGTH_MAX = 300

/** Possible names, most likely first: the words do not always show where a name ends. */
export function nameCuts(text: string): NameCut[] {
  const piece = text.slice(0, PIECE_LENGTH_MAX).trim()
  const cuts = new Map<string, Cut>()
  const add = (name: string | null | undefined, cut: Cut): void => {
    if (name != null && name !== '' && !cuts.has(name)) cuts.set(name, cut)
  }
  const owned = (OWNED_BY.exec(piece) ?? OWNER_AROUND.exec(piece) ?? OWNER_IN_CAPITALS.exec(piece))
    ?.groups
  const led = owned === undefined ? OWNER_LEAD.exec(piece) : null
  const owner = owned?.owner ?? (led === null ? undefined : piece.slice(led[0].length))
  // "du site" can follow "Éditeur" ("publisher"), so the next words are a name only if they begin
  // like one.
  if (owner !== undefined && STARTS_NAME.test(owner)) {
    for (const cut of plainCuts(owner.replace(/['’]s\s.*/su, ''))) add(cut.name, 'owner')
    if (owned?.owned !== undefined) for (const cut of plainCuts(owned.owned)) add(cut.name, 'owned')
  } else if (owner === undefined) for (const { name, cut } of plainCuts(piece)) add(name, cut)
  return [...cuts].map(([name, cut]) => ({ name, cut }))
}

// A name begins with a capital or a digit; the name of an authority may begin with a small letter:
// "ville de Kork".
const STARTS_NAME = new RegExp(
  lines`
    ^[^\p{L}\p{N}]*(?:[\p{Lu}\p{Lo}\p{N}]|(?:ville|commune|mairie|ayuntamiento|municipio|
    comune|provincia|câmara|concello|ajuntament|universit\p{L}{1,3}|gemeente|gmin[ay]|miasta|
    města|obce|mesta|администрации|города)\s)
  `,
  'u',
)

// Small words that can continue a name: "Bundesministerium" goes on with "für wirtschaftliche
// Zusammenarbeit".
const GOES_ON = /^\s+(?:für|for|of|der|des|del|della|de|du|di|van)\s+(?:the\s+)?\p{L}/u
const TRAILING = new RegExp(
  lines`
    (?<!\s)\s+(?:und|and|et|y|e|en|og|och|&|by|von|par|de|of|in|for|für|all|alle)\s*$|
    (?<!\s)\s+(?:publishing family|family of (?:brands|companies|websites)|publication network|
    network of sites)\.?$
  `,
  'iu',
)
/** A list that continues the name of a ministry: ", Senioren, Frauen und Jugend". */
const LISTING = /^(?:,\s\p{Lu}[\p{L} -]{2,30}){1,4}\s(?:und|and|et|y|e|en|og|och|&)\s\p{Lu}/u

/** An abbreviation and its long form: "SLN: The Seaside Lovers Network". */
const SPELLED_OUT = /^(?<short>\p{Lu}[\p{Lu}\d&]{1,7}):\s+(?<long>\p{Lu}.*)$/u

function plainCuts(text: string): NameCut[] {
  const piece = text.replace(TRAILING, '')
  const name = beforeTown(piece)
  if (name !== null && !hasForm(name)) return plainCuts(name)
  const long = spelledOut(piece)
  if (long !== null) return [{ name: long, cut: 'leading' }]
  const leading = nameAtStart(piece)
  const found: NameCut[] = namesWithForm(piece)
    .filter((name) => !SENTENCE.test(name) && (leading === null || !isTailOf(name, leading)))
    .filter((name) => piece.endsWith(name) || hasCommonForm(name))
    .map((name) => ({ name, cut: 'form' }))
  if (beginsWithCompanyData(piece)) return found
  const rest = leading === null ? '' : piece.slice(piece.indexOf(leading) + leading.length)
  const short = /^[\s®™]+\p{Ll}/u.test(rest)
  // A colon separates a name from other text, so a text with a colon is no single name.
  if (
    piece.length <= WHOLE_LENGTH_MAX &&
    piece.split(' ').length <= WHOLE_WORDS_MAX &&
    !/[\p{L}\d]:\s/u.test(piece)
  ) {
    const whole = plausibleName(piece)
    if (whole !== null) found.push({ name: whole, cut: 'whole' })
  }
  const continued = LISTING.test(rest) || GOES_ON.test(rest) || (short && found.length > 0)
  if (leading !== null && !continued)
    found.unshift({ name: leading, cut: short ? 'short' : 'leading' })
  const comma = piece.indexOf(',')
  if (comma > 1 && comma <= WHOLE_LENGTH_MAX) {
    const first = plausibleName(piece.slice(0, comma))
    if (first !== null && !LISTING.test(piece.slice(comma)) && !hasForm(piece.slice(0, comma + 14)))
      found.push({ name: first, cut: 'comma' })
  }
  return found
}

/** Returns the long form of a name if its words begin with the letters of the abbreviation. */
function spelledOut(piece: string): string | null {
  const { short = '', long = '' } = SPELLED_OUT.exec(piece)?.groups ?? {}
  const initials = long
    .split(/[\s-]+/u)
    .map((word) => word.charAt(0).toUpperCase())
    .join('')
  let at = 0
  for (const letter of short.replace(/[^\p{L}]/gu, '')) {
    at = initials.indexOf(letter, at) + 1
    if (at === 0) return null
  }
  return short === '' ? null : plausibleName(long)
}

// True if the name is only the end of a longer one: "Handels GmbH" in "Kork-Ton Handels GmbH".
// False if a small letter begins a word before it.
function isTailOf(name: string, whole: string): boolean {
  if (name === whole || !whole.endsWith(name)) return false
  const before = whole
    .slice(0, whole.length - name.length)
    .trim()
    .split(/\s+/u)
  return before.every((word, index) => index === 0 || !/^\p{Ll}/u.test(word))
}
