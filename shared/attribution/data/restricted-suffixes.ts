import suffixes from './restricted-suffixes.json' with { type: 'json' }

const INSTITUTIONS: ReadonlySet<string> = new Set(suffixes.institutions)
const VERIFYING: ReadonlySet<string> = new Set(suffixes.verifying)

/** True for a suffix under which only verified institutions register, such as .gov. */
export const isRestrictedSuffix = (suffix: string): boolean => INSTITUTIONS.has(suffix)

/**
 * True when the registry checks each registrant against a register of companies or persons before
 * it registers a domain. Sources are the registration terms of:
 * - Norid (organisation number), Punktum dk (identity check), Traficom (business id);
 * - EIS (Estonian identity card or register), NIC.br (CPF or CNPJ), auDA (ABN or ACN);
 * - JPRS (co.jp: extract of the company register).
 */
export const isVerifyingRegistry = (registrableDomain: string): boolean =>
  VERIFYING.has(registrableDomain.slice(registrableDomain.indexOf('.') + 1))

/** Top-level domains that only one company uses, such as .google. Source: IANA root zone. */
export const BRAND_SUFFIX_HOLDERS: ReadonlyMap<string, string> = new Map(
  Object.entries(suffixes.brandHolders).flatMap(([holder, owned]) =>
    owned.map((suffix) => [suffix, holder] as const),
  ),
)
