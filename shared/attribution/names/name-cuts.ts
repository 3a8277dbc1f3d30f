import { hasForm, nameAtStart, namesWithForm, plausibleName } from './names-in-text.ts'
import { OWNED_BY, OWNER_AROUND, OWNER_IN_CAPITALS, OWNER_LEAD } from './owner-words.ts'

/**
 * Rule by which a possible name was cut from a text. `leading` takes the name at the start of the text. `short` does the same, but
 * lower-case words follow that may belong to the name. `form` takes a name with a legal form such as "Ltd", and `comma` takes the text
 * before a comma. In the text "X, a division of Y", X is found by the rule `owned` and Y by the rule `owner`.
 */
export type Cut = 'whole' | 'leading' | 'short' | 'form' | 'comma' | 'owner' | 'owned'

export interface NameCut {
  name: string
  cut: Cut
}

const WHOLE_WORDS_MAX = 9
const WHOLE_LENGTH_MAX = 90
const PIECE_LENGTH_MAX = 300

/**
 * Returns the possible names in a text, most likely name first. A text gives several names when its words do not show where the name ends.
 * The scoring later selects one of these names.
 */
export function nameCuts(text: string): NameCut[] {
  const piece = text.slice(0, PIECE_LENGTH_MAX).trim()
  const cuts = new Map<string, Cut>()
  const add = (name: string | null | undefined, cut: Cut): void => {
    if (name != null && name !== '' && !cuts.has(name)) cuts.set(name, cut)
  }
  const owned = (OWNED_BY.exec(piece) ?? OWNER_AROUND.exec(piece) ?? OWNER_IN_CAPITALS.exec(piece))?.groups
  const led = owned === undefined ? OWNER_LEAD.exec(piece) : null
  const owner = owned?.owner ?? (led === null ? undefined : piece.slice(led[0].length))
  // After a label such as "Éditeur" ("publisher") the text may go on with "du site" ("of the site") and not with a name. Therefore the text
  // must start with a capital letter or a digit.
  if (owner !== undefined && /^[^\p{L}\p{N}]*[\p{Lu}\p{Lo}\p{N}]/u.test(owner)) {
    for (const cut of plainCuts(owner.replace(/['’]s\s.*/su, ''))) add(cut.name, 'owner')
    if (owned?.owned !== undefined) for (const cut of plainCuts(owned.owned)) add(cut.name, 'owned')
  } else if (owner === undefined) for (const { name, cut } of plainCuts(piece)) add(name, cut)
  return [...cuts].map(([name, cut]) => ({ name, cut }))
}

/** Matches words that continue a name, such as "für wirtschaftliche Zusammenarbeit" after "Bundesministerium". */
const GOES_ON = /^\s+(?:für|for|of|der|des|del|della|de|du|di|van)\s+(?:the\s+)?\p{L}/u
/** Matches words at the end of a text that do not belong to a name, such as "and" or "family of brands". */
const TRAILING =
  /(?<!\s)\s+(?:und|and|et|y|e|en|og|och|&|by|von|par|de|of|in|for|für|all|alle)\s*$|(?<!\s)\s+(?:publishing family|family of (?:brands|companies|websites)|publication network|network of sites)\.?$/iu
/**
 * Matches the rest of a name that contains a list, from the first comma. Example: ", Senioren, Frauen und Jugend" in the name of a German
 * ministry.
 */
const LISTING = /^(?:,\s\p{Lu}[\p{L} -]{2,30}){1,4}\s(?:und|and|et|y|e|en|og|och|&)\s\p{Lu}/u

function plainCuts(text: string): NameCut[] {
  const piece = text.replace(TRAILING, '')
  const found: NameCut[] = namesWithForm(piece).map((name) => ({ name, cut: 'form' }))
  const leading = nameAtStart(piece)
  const rest = leading === null ? '' : piece.slice(piece.indexOf(leading) + leading.length)
  const short = /^[\s®™]+\p{Ll}/u.test(rest)
  if (piece.length <= WHOLE_LENGTH_MAX && piece.split(' ').length <= WHOLE_WORDS_MAX) {
    const whole = plausibleName(piece)
    if (whole !== null) found.push({ name: whole, cut: 'whole' })
  }
  const continued = LISTING.test(rest) || GOES_ON.test(rest) || (short && found.length > 0)
  if (leading !== null && !continued) found.unshift({ name: leading, cut: short ? 'short' : 'leading' })
  const comma = piece.indexOf(',')
  if (comma > 1 && comma <= WHOLE_LENGTH_MAX) {
    const first = plausibleName(piece.slice(0, comma))
    if (first !== null && !LISTING.test(piece.slice(comma)) && !hasForm(piece.slice(0, comma + 14)))
      found.push({ name: first, cut: 'comma' })
  }
  return found
}
