import { hasLegalForm } from '../attribution/names/entity-names.ts'
import { familyOf, type Relative } from './company-families.ts'
import type { LinkClass } from './link-kinds.ts'

/**
 * Statistics of one value, for example a VAT number: the number of domains that have the value, and
 * the operators of these domains. Domains that differ only in their suffix (example.com,
 * example.org) count as one domain.
 */
export interface ValueUsage {
  domains: number
  entities: readonly (Relative & { domains: number })[]
}

/**
 * A value (for example a tracking id) loses weight as evidence if more than this number of domains
 * have the value.
 */
const RARE_DOMAINS_MAX = 8
/**
 * A value that at least this number of domains have belongs to a service provider and has no weight
 * as evidence. A value whose domains all belong to one company group is an exception.
 */
export const COMMON_DOMAINS = 200
/**
 * A value keeps its full weight as evidence if all known operators of its domains belong to one
 * company group. For this rule, at least this number of domains must have a known operator.
 */
const FAMILY_DOMAINS_MIN = 2
/**
 * A value, for example a phone number, is common if many companies use it. In this count, a company
 * name with a legal form such as "Ltd" has weight 1. A name without a legal form has this lower
 * weight, because it can be a brand of a company that is already counted.
 */
const BRAND_WEIGHT = 0.5
/**
 * Exponents that reduce the weight of a value that several company groups have. A value that may
 * come from a supplier (hosting, tracking) loses more weight than a value that identifies a company
 * (VAT number, advertising account).
 */
const SUPPLIED_EXPONENT = 1.3
const IDENTITY_EXPONENT = 0.6
const IDENTITIES: ReadonlySet<LinkClass> = new Set(['register', 'declared', 'advertising', 'apps'])

/**
 * Returns the factor (0 to 1) by which the weight of a shared value is multiplied. The factor is 1
 * for a value of a single company group. A value of several groups probably comes from a common
 * supplier, so the factor falls with the number of groups and domains.
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
  // One company can use a value on many of its own domains. The domains of the largest company
  // group are therefore not counted, and only the remaining domains show that the value is common.
  const unexplained = domains * (1 - Math.max(...weights.values()) / total)
  return (
    byNumber(unexplained) /
    groups ** (IDENTITIES.has(linkClass) ? IDENTITY_EXPONENT : SUPPLIED_EXPONENT)
  )
}

/**
 * Returns the effective number of company groups (inverse of Simpson's diversity index). It is 1 if
 * one group has all the weight, and n if n groups have equal weights.
 */
function effectiveNumber(weights: readonly number[]): number {
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  return total === 0 ? 0 : 1 / weights.reduce((sum, weight) => sum + (weight / total) ** 2, 0)
}

function byNumber(domains: number): number {
  if (domains <= RARE_DOMAINS_MAX) return 1
  if (domains >= COMMON_DOMAINS) return 0
  return 1 / (1 + Math.log2(domains / RARE_DOMAINS_MAX))
}
