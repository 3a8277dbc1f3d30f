import suffixes from './restricted-suffixes.json' with { type: 'json' }

const INSTITUTIONS: ReadonlySet<string> = new Set(suffixes.institutions)

/** True for a suffix under which only verified institutions register, such as .gov. */
export const isRestrictedSuffix = (suffix: string): boolean => INSTITUTIONS.has(suffix)

/** Top-level domains that only one company uses, such as .google. Source: IANA root zone. */
export const BRAND_SUFFIX_HOLDERS: ReadonlyMap<string, string> = new Map(
  Object.entries(suffixes.brandHolders).flatMap(([holder, owned]) =>
    owned.map((suffix) => [suffix, holder] as const),
  ),
)
