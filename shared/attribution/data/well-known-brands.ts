import data from './well-known-brands.json' with { type: 'json' }

export interface WellKnownBrand {
  names: readonly string[]
  domains: readonly string[]
}

/**
 * Brands that attackers imitate, with the domains of each brand. Source: the brands' own sites. A
 * brand whose name is an ordinary word is allowed: the page of an imitation also claims to be the
 * brand, so the word alone does not decide.
 */
export const WELL_KNOWN_BRANDS: readonly WellKnownBrand[] = Object.entries(data.brands).map(
  ([names, domains]) => ({ names: names.split(' '), domains }),
)

const byName = new Map<string, WellKnownBrand>()
for (const brand of WELL_KNOWN_BRANDS)
  for (const name of brand.names) if (!byName.has(name)) byName.set(name, brand)

/** `compact` is the name in lower case without spaces, such as `wellsfargo`. */
export const findBrand = (compact: string): WellKnownBrand | null => byName.get(compact) ?? null

/** Requests such as "verify", common in phishing domains and rare in those of small businesses. */
export const URGING_WORDS: ReadonlySet<string> = new Set(data.urgingWords)

/** The urging words, and words for payments, trade and authorities. */
export const LURE_WORDS: ReadonlySet<string> = new Set([...data.urgingWords, ...data.lureWords])

/** Words with which a domain pretends to belong to a government, such as "gov" in tax-gov.com. */
export const GOVERNMENT_WORDS: ReadonlySet<string> = new Set([
  'gov',
  'gouv',
  'gob',
  'govt',
  'govuk',
  'gouvfr',
])

export const AUTHORITY_NAME = new RegExp(
  `\\b(?:${data.authorities.join('|')})\\b|${data.authorityStems.join('|')}`,
  'u',
)
