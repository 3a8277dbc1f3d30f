import { chargedNames } from '../../parts/sandbox-names.ts'

export const NAMES_MIN = 2
export const NAMES_MAX = 100

/**
 * Returns the highest possible price. The real price is lower if the service has recent analyses of
 * some names.
 */
export function highestCost(names: readonly string[]): number {
  const charged = chargedNames(names)
  return charged === 0 ? 0 : charged + 1
}
