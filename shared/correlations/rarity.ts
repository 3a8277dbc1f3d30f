import { hasLegalForm } from '../attribution/names/entity-names.ts'
import { familyOf, type Relative } from './company-families.ts'
import type { LinkClass } from './link-kinds.ts'

/**
 * Number of domains that have the value, and their operators. Domains that differ only in their
 * suffix (example.com, example.org) count as one.
 */
export interface ValueUsage {
  domains: number
  entities: readonly (Relative & { domains: number })[]
}

/** A value loses weight if more domains than this number have it. */
const RARE_DOMAINS_MAX = 8
/**
 * A value that this many domains have belongs to a service provider and has no weight. The
 * exception: all its domains belong to one group of companies.
 */
export const COMMON_DOMAINS = 200
// A value keeps its full weight if all its known operators belong to one group of companies and at
// least this number of its domains have a known operator.
const FAMILY_DOMAINS_MIN = 2
// Weight of an operator's name without a legal form (such as "Ltd"), when the companies that use a
// value are counted. Such a name can be a brand of a company that is already counted. A name with a
// legal form has weight 1.
const BRAND_WEIGHT = 0.5
// Exponents for a value that several groups of companies use. A value that may come from a supplier
// (hosting, tracking) loses more weight than a value that identifies a company (VAT number,
// advertising account).
const SUPPLIED_EXPONENT = 1.3
const IDENTITY_EXPONENT = 0.6
const IDENTITIES: ReadonlySet<LinkClass> = new Set(['register', 'declared', 'advertising', 'apps'])

/**
 * Factor (0 to 1) for the weight of a shared value. It is 1 for a value of a single group of
 * companies. A value of several groups probably comes from a common supplier, so the factor falls
 * with the number of groups and of domains.
 */
export function rarityOf({ domains, entities }: ValueUsage, linkClass: LinkClass): number {
  if (entities.length === 0) return byNumber(domains)
  const weights = new Map<string, number>()
  let attributed = 0
  for (const entity of entities) {
    const family = familyOf(entity)
    const weight = entity.domains * (hasLegalForm(entity.name) ? 1 : BRAND_WEIGHT)
    weights.set(family, (weights.get(family) ?? 0) + weight)
    attributed += entity.domains
  }
  const groups = effectiveNumber([...weights.values()])
  const total = [...weights.values()].reduce((sum, weight) => sum + weight, 0)
  if (groups <= 1) return attributed >= FAMILY_DOMAINS_MIN ? 1 : byNumber(domains)
  // One company can use a value on many of its own domains, so the domains of the largest group are
  // not counted.
  const unexplained = domains * (1 - Math.max(...weights.values()) / total)
  return (
    byNumber(unexplained) /
    groups ** (IDENTITIES.has(linkClass) ? IDENTITY_EXPONENT : SUPPLIED_EXPONENT)
  )
}

// Number of groups, weighted by size (inverse of Simpson's diversity index): 1 if one group has all
// the weight, n for n equal groups.
function effectiveNumber(weights: readonly number[]): number {
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  return total === 0 ? 0 : 1 / weights.reduce((sum, weight) => sum + (weight / total) ** 2, 0)
}

function byNumber(domains: number): number {
  if (domains <= RARE_DOMAINS_MAX) return 1
  if (domains >= COMMON_DOMAINS) return 0
  return 1 / (1 + Math.log2(domains / RARE_DOMAINS_MAX))
}
