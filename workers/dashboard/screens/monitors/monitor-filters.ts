import { checkDomain } from '../../parts/domain-check.ts'

const TEXT_CHARACTERS_MAX = 255

/** Returns undefined if the text from the address is not one of the known values. */
export const knownValue = <Value extends string>(
  text: string,
  values: readonly Value[],
): Value | undefined => values.find((value) => value === text)

/**
 * Reason why the service refuses the text as the domain of a filter. Undefined if there is none.
 */
export const domainFilterProblem = (text: string): string | undefined =>
  text.trim() === '' ? undefined : (checkDomain(text).problem ?? undefined)

/** Leaves out empty filters, and writes the domain in the way in which the service stores it. */
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
