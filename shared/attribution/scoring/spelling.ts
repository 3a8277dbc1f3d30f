import { compactName, compactSpellings, isSameCompany, nameParts } from '../names/entity-names.ts'
import { isHostName } from '../names/stated-names.ts'
import type { Signal } from '../signals/signal.ts'
import { compareText } from './order.ts'

export interface Spellings {
  names: readonly string[]
  signals: readonly Signal[]
}

// Ranks of the sources of a spelling. Sources in which a law or an authority requires the full name
// have the highest ranks.
const SPELLING_RANKS: Readonly<Record<string, number>> = {
  imprint_operator: 6,
  privacy_controller: 5.5,
  certificate_organization: 5.5,
  mark_certificate: 5.5,
  registrant_organization: 5.5,
  operator_statement: 5,
  brand_suffix: 5,
  register_website: 5,
  government_list: 5,
  structured_legal_name: 5,
  agreement_party: 4.5,
  sellers_json_name: 3.5,
  copyright_holder: 4,
  structured_person: 4,
  first_person_name: 4,
  register_number: 4,
  official_list: 4,
  seller_index: 3.5,
  registrant_name: 3.5,
  redirect_target_registrant: 3.5,
  owner_domain_registrant: 3.5,
  structured_organization: 3,
  page_author: 2.5,
  trademark_holder: 2.5,
  site_name: 1.5,
}

/**
 * Chooses the spelling to display. A better source comes first; a legal form counts for a spelling,
 * words in capitals count against it. Among spellings of the same company, the one with the most
 * accents wins, because some registers omit accents.
 */
export function displayName(spellings: Spellings): string {
  const scores = new Map<string, number>()
  for (const signal of spellings.signals) {
    const name = signal.entity ?? ''
    const rank = SPELLING_RANKS[signal.kind] ?? 1
    const best = scores.get(name)
    scores.set(name, best === undefined ? rank : Math.max(best, rank) + 0.05)
  }
  const ranked = [...scores].map(([name, rank]) => ({ name, rank: rank + spellingBonus(name) }))
  ranked.sort(
    (a, b) => b.rank - a.rank || b.name.length - a.name.length || compareText(a.name, b.name),
  )
  const best = ranked[0]?.name ?? spellings.names[0] ?? ''
  const equal = ranked.filter(({ name }) => isSameCompany(name, best) && hasFormOf(name, best))
  return equal.reduce((chosen, { name }) => (marksOf(name) > marksOf(chosen) ? name : chosen), best)
}

const hasFormOf = (name: string, other: string): boolean =>
  nameParts(name).hasLegalForm === nameParts(other).hasLegalForm

/** Number of letters with an accent or a special form, such as ö, ł and ß. */
function marksOf(name: string): number {
  const { core, marked } = nameParts(name)
  const folded = core.join(' ')
  return [...marked.join(' ').normalize('NFC')].filter((letter) => !folded.includes(letter)).length
}

/** Negative, because "Kork" reads better than "Kork.com". */
const HOST_NAME_BONUS = -4

function spellingBonus(name: string): number {
  const legal = compactName(name).length < name.replace(/[^\p{L}\p{N}]/gu, '').length ? 1 : 0
  const shouting =
    name === name.toUpperCase() && name !== name.toLowerCase() && name.length > 6 ? -0.6 : 0
  return legal + shouting + (isHostName(name) ? HOST_NAME_BONUS : 0)
}

/**
 * Maps each spelling to the key of its name. Names with more spellings are read first, because only
 * "Jørgensen" shows that "Joergensen" and "Jorgensen" are one name.
 */
export function spellingKeys(names: readonly string[]): ReadonlyMap<string, string> {
  const spellings = [...new Set(names)].map(compactSpellings)
  const keys = new Map<string, string>()
  for (const each of spellings.sort(
    (a, b) => b.length - a.length || compareText(a[0] ?? '', b[0] ?? ''),
  )) {
    const known = each.map((spelling) => keys.get(spelling)).find((key) => key !== undefined)
    for (const spelling of each) if (!keys.has(spelling)) keys.set(spelling, known ?? each[0] ?? '')
  }
  return keys
}
