import { foldToLetters } from '../../names/fold.ts'
import { nameAtEnd } from '../../names/names-in-text.ts'

const OWN_NAME_WORDS_MAX = 6

/** Words such as "located in" that start an address after a company name: "Kork, gevestigd aan Kade 1, Amsterdam, is ...". */
const SEAT =
  /,\s+(?:(?:a company|company|a \p{L}{3,20} corporation)\s+)?(?:statutair gevestigd|gevestigd|kantoorhoudende|established|incorporated|located|based|domiciled|having|whose|with (?:its |a |an )?(?:\p{L}+ )?(?:office|address|seat|place)|dont le siège|dont l[’']adresse|sise?|située?|domicili\p{L}*|ayant|mit sitz|ansässig|con (?:sede|domicilio)|com sede|z siedzibą|se sídlem|med säte)\s/iu
const NEW_SENTENCE = /[.!?]\s+\p{Lu}/u

/**
 * Returns the name at the end of a text: a name of a company or person, or a name of the site itself. If both are found, returns the longer
 * one. An address after the name is ignored. `siteNames` contains the site's names in lower-case letters and digits only.
 */
export function partyAtEnd(text: string, siteNames: readonly string[]): string | null {
  const seat = text.search(SEAT)
  const subject = seat > 0 && !NEW_SENTENCE.test(text.slice(seat)) ? text.slice(0, seat) : text
  const name = nameAtEnd(subject)
  const own = siteNameAtEnd(subject, siteNames)
  return own !== null && own.length > (name?.length ?? 0) ? own : name
}

function siteNameAtEnd(text: string, siteNames: readonly string[]): string | null {
  const words = text.trimEnd().split(' ').slice(-OWN_NAME_WORDS_MAX)
  const tails = words.map((_, index) => words.slice(index).join(' '))
  return tails.find((tail) => /^[\p{Lu}\p{N}]/u.test(tail) && siteNames.includes(foldToLetters(tail))) ?? null
}
