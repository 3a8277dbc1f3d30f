/**
 * Shares of the synthetic world. Each one states its source; "assumed" means that no count is
 * known, and the printed result is only as good as the assumption.
 */
export const SHARES = {
  /**
   * Assumed: one company site in twelve. Of all certificates, which include private sites, 5.5 %
   * name an organisation (Netcraft 2025, as cited by comparecheapssl.com).
   */
  certificate_small: 1 / 12,
  /** Sites with such a certificate have about 27 % of the web's traffic (same source). */
  certificate_large: 0.27,
  /** Assumed: fewer than 1 % of domains have a mark certificate. Only large firms get one here. */
  mark_certificate: 0.01,
  /** Assumed: legal notices with a number, where a law demands it (EU E-Commerce Directive, 5). */
  number_required: 0.6,
  /** Assumed: legal notices with a number elsewhere. */
  number_elsewhere: 0.1,
  /** The registry's own list is complete. Rest: names under which the list has the parent body. */
  government_list: 0.95,
  /** Assumed: universities in the academic list (23,974 domains). */
  academic_list: 0.7,
  /** Assumed: research bodies in the Research Organization Registry (130,000). */
  research_list: 0.8,
  /** Sellers in Google's sellers.json whose entry is public: 29 % of 986,194 (May 2026). */
  public_seller: 0.29,
  /** Assumed: second domains that the main domain of the firm links or redirects to. */
  second_domain_word: 0.3,
  /** Assumed: large firms with a legal entity identifier, which trade in securities needs. */
  lei_large: 0.6,
  /** Assumed: as above, small firms. */
  lei_small: 0.05,
} as const

export interface CountryRegister {
  /** Register that is asked for a number, or null if none publishes names. */
  byNumber: string | null
  /** Share of entries of firms with a site that state it. Assumed; 0 if there is no such field. */
  website: number
  /** List that is read as a whole, so no number on the site is needed. */
  list: 'brreg' | 'prh' | 'kbo' | null
  requiresNumber: boolean
}

const vies: CountryRegister = { byNumber: 'vies', website: 0, list: null, requiresNumber: true }
const hidden: CountryRegister = { ...vies, byNumber: null }

/** Registers by country. Germany and Spain hide names, and Switzerland has no open register. */
export const COUNTRY_REGISTERS: Readonly<Record<string, CountryRegister>> = {
  NO: { byNumber: 'brreg', website: 0.4, list: 'brreg', requiresNumber: true },
  FI: { byNumber: 'prh', website: 0.1, list: 'prh', requiresNumber: true },
  PL: { byNumber: 'krs', website: 0.25, list: null, requiresNumber: true },
  DK: { byNumber: 'cvr', website: 0.2, list: null, requiresNumber: true },
  NZ: { byNumber: 'nzbn', website: 0.1, list: null, requiresNumber: false },
  BE: { byNumber: 'vies', website: 0.2, list: 'kbo', requiresNumber: true },
  GB: { byNumber: 'companies_house', website: 0, list: null, requiresNumber: true },
  AU: { byNumber: 'abr', website: 0, list: null, requiresNumber: false },
  BR: { byNumber: 'cnpj', website: 0, list: null, requiresNumber: true },
  FR: { ...vies, byNumber: 'sirene' },
  CZ: { ...vies, byNumber: 'ares' },
  NL: vies,
  IT: vies,
  SE: vies,
  AT: vies,
  IE: vies,
  LU: vies,
  DE: hidden,
  ES: hidden,
}

/** Legal forms that only companies of one country have. The last word of a name decides. */
export const COUNTRY_OF_FORM: Readonly<Record<string, string>> = {
  as: 'NO',
  oy: 'FI',
  oyj: 'FI',
  aps: 'DK',
  ab: 'SE',
  bv: 'NL',
  vof: 'NL',
  gmbh: 'DE',
  kgaa: 'DE',
  kg: 'DE',
  limited: 'GB',
  ltd: 'GB',
  plc: 'GB',
  sarl: 'FR',
  sas: 'FR',
  srl: 'IT',
  spa: 'IT',
  llc: 'US',
  inc: 'US',
  corporation: 'US',
}

/** Classes of labelled domains whose operators are usually large. */
export const LARGE_CLASSES: ReadonlySet<string> = new Set([
  'brand',
  'infra',
  'institution',
  'publisher',
])
