import registries from './verifying-registries.json' with { type: 'json' }

/**
 * A row of the table. `source` is the page of the registry with its rules. `since` is the first day
 * of the check (YYYY-MM-DD, null if no date is published); each registry has also checked its older
 * registrations. `countries`: it checks only registrants in these countries (ISO 3166-1 alpha-2).
 * `checks`:
 * - `identity`: the person who registers is identified, and acts for the named company.
 * - `number`: the named company exists. An attacker can enter the public number of any company.
 */
export interface VerifyingRegistry {
  registry: string
  suffixes: readonly string[]
  checks: 'identity' | 'number'
  what: string
  since: string | null
  countries: readonly string[] | null
  source: string
}

export const VERIFYING_REGISTRIES = registries as readonly VerifyingRegistry[]

const BY_SUFFIX: ReadonlyMap<string, VerifyingRegistry> = new Map(
  VERIFYING_REGISTRIES.flatMap((row) => row.suffixes.map((suffix) => [suffix, row] as const)),
)

/** The registry that checked the registrant of the record, or null if none did. */
export function registryCheckOf({
  domain,
  registrant,
}: {
  domain: string
  registrant: { country: string | null }
}): VerifyingRegistry | null {
  const row = BY_SUFFIX.get(domain.slice(domain.indexOf('.') + 1))
  const isCovered =
    row !== undefined &&
    (row.countries === null || row.countries.includes(registrant.country ?? ''))
  return isCovered ? row : null
}
