import { hasForm, leadingName, namesWithForm, plausibleName } from './names-in-text.ts'
import { OWNED_BY, OWNER_AROUND, OWNER_IN_CAPITALS, OWNER_LEAD } from './owner-words.ts'

/**
 * The way in which a name was cut out of a text. whole: all of it; leading: the words of a name at its start; short: such words before
 * small ones that may belong to it; form: words that end with a legal form; comma: up to the first comma; owner, owned: the two sides
 * of "X, a division of Y".
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
 * The names that a piece of text may give, each a verbatim part of it, best guess first, without repeats. Several are given where the
 * words alone do not tell where a name ends; what else is known of the names decides.
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
  // "Éditeur du site" is a label without a name.
  if (owner !== undefined && /^[^\p{L}\p{N}]*[\p{Lu}\p{Lo}\p{N}]/u.test(owner)) {
    for (const cut of plainCuts(owner.replace(/['’]s\s.*$/u, ''))) add(cut.name, 'owner')
    if (owned?.owned !== undefined) for (const cut of plainCuts(owned.owned)) add(cut.name, 'owned')
  } else if (owner === undefined) for (const { name, cut } of plainCuts(piece)) add(name, cut)
  return [...cuts].map(([name, cut]) => ({ name, cut }))
}

/** Words behind a name that make it longer: "Bundesministerium" before "für wirtschaftliche Zusammenarbeit". */
const GOES_ON = /^\s+(?:für|for|of|der|des|del|della|de|du|di|van)\s+(?:the\s+)?\p{L}/u
/** Words at the end that belong to what was cut off, and words for a group that are no part of its name. */
const TRAILING =
  /\s+(?:und|and|et|y|e|en|og|och|&|by|von|par|de|of|in|for|für|all|alle)\s*$|\s+(?:publishing family|family of (?:brands|companies|websites)|publication network|network of sites)\.?$/iu
/** The rest of a list behind its first comma: ", Senioren, Frauen und Jugend". */
const LISTING = /^(?:,\s\p{Lu}[\p{L} -]{2,30}){1,4}\s(?:und|and|et|y|e|en|og|och|&)\s\p{Lu}/u

function plainCuts(text: string): NameCut[] {
  const piece = text.replace(TRAILING, '')
  const found: NameCut[] = namesWithForm(piece).map((name) => ({ name, cut: 'form' }))
  const leading = leadingName(piece)
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
