import { foldToLetters } from '../../names/fold.ts'
import { trailingName } from '../../names/names-in-text.ts'

/** Words of a site's own name that are looked for at the end of a text. */
const OWN_NAME_WORDS_MAX = 6

/** Where a party has its seat, between its name and what it does: "Kork, gevestigd aan Kade 1, 1011 AB Amsterdam, is …". */
const SEAT =
  /,\s+(?:(?:a company|company|a \p{L}{3,20} corporation)\s+)?(?:statutair gevestigd|gevestigd|kantoorhoudende|established|incorporated|located|based|domiciled|having|whose|with (?:its |a |an )?(?:\p{L}+ )?(?:office|address|seat|place)|dont le siège|dont l[’']adresse|sise?|située?|domicili\p{L}*|ayant|mit sitz|ansässig|con (?:sede|domicilio)|com sede|z siedzibą|se sídlem|med säte)\s/iu
const NEW_SENTENCE = /[.!?]\s+\p{Lu}/u

/**
 * The party that a text ends with, its seat left out: a name, or the site's own one where that is longer, as in "Kapper bij Lot".
 * `siteNames` are the site's own names folded to letters.
 */
export function partyAtEnd(text: string, siteNames: readonly string[]): string | null {
  const seat = text.search(SEAT)
  const subject = seat > 0 && !NEW_SENTENCE.test(text.slice(seat)) ? text.slice(0, seat) : text
  const name = trailingName(subject)
  const own = siteNameAtEnd(subject, siteNames)
  return own !== null && own.length > (name?.length ?? 0) ? own : name
}

function siteNameAtEnd(text: string, siteNames: readonly string[]): string | null {
  const words = text.trimEnd().split(' ').slice(-OWN_NAME_WORDS_MAX)
  const tails = words.map((_, index) => words.slice(index).join(' '))
  return tails.find((tail) => /^[\p{Lu}\p{N}]/u.test(tail) && siteNames.includes(foldToLetters(tail))) ?? null
}
