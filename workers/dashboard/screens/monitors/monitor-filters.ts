import { checkDomain } from '../../parts/domain-check.ts'

const TEXT_CHARACTERS_MAX = 255

/** Undefined for an unknown text in the address. */
export const knownValue = <Value extends string>(
  text: string,
  values: readonly Value[],
): Value | undefined => values.find((value) => value === text)

/** Empty filters are left out, and a domain is written as the service stores it. */
export function textFilters({ label, domain }: { label: string; domain: string }): {
  label?: string
  domain?: string
} {
  const wanted = domain.trim().slice(0, TEXT_CHARACTERS_MAX)
  return {
    ...(label.trim() === '' ? {} : { label: label.trim().slice(0, TEXT_CHARACTERS_MAX) }),
    ...(wanted === '' ? {} : { domain: checkDomain(wanted).domain ?? wanted }),
  }
}
