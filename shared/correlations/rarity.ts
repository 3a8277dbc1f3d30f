import { hasLegalForm } from '../attribution/names/entity-names.ts'
import type { Families, Relative } from './company-families.ts'
import type { LinkClass } from './link-kinds.ts'

/** Who holds a value: how many names (one name under several suffixes is one), and the entities of those that are attributed, with how many domains each. */
export interface Spread {
  domains: number
  entities: readonly (Relative & { domains: number })[]
}

/** Holders up to this many are rare whoever they are. */
const RARE_DOMAINS_MAX = 8
/** From here on a value belongs to a platform, unless one family has it all. */
export const COMMON_DOMAINS = 200
/** So many attributed holders of one family show that the value is the family's own. */
const FAMILY_WITNESSES_MIN = 2
/** A name without a legal form may be a brand of the company beside it, so it tells less of there being two. */
const BRAND_WEIGHT = 0.5
/** What suppliers put on their customers' sites loses its weight fast when several families hold it, an identity slowly. */
const SUPPLIED_EXPONENT = 1.3
const IDENTITY_EXPONENT = 0.6
const IDENTITIES: ReadonlySet<LinkClass> = new Set(['register', 'declared', 'advertising', 'apps'])

/**
 * How much of its weight a shared value keeps, 0..1. A value that one family holds keeps all, however many domains it has; one that
 * several families hold belongs to whoever serves them; beyond that it falls with the number of holders.
 */
export function rarityOf({ domains, entities }: Spread, linkClass: LinkClass, families: Families): number {
  const weights = new Map<string, number>()
  let witnesses = 0
  for (const entity of entities) {
    const family = families.of(entity)
    const weight = entity.domains * (hasLegalForm(entity.name) ? 1 : BRAND_WEIGHT)
    weights.set(family, (weights.get(family) ?? 0) + weight)
    witnesses += entity.domains
  }
  const holders = effectiveNumber([...weights.values()])
  const total = [...weights.values()].reduce((sum, weight) => sum + weight, 0)
  if (holders <= 1) return witnesses >= FAMILY_WITNESSES_MIN ? 1 : byNumber(domains)
  // What the greatest family holds is explained; only the rest of the holders makes the value common.
  const unexplained = domains * (1 - Math.max(...weights.values()) / total)
  return byNumber(unexplained) / holders ** (IDENTITIES.has(linkClass) ? IDENTITY_EXPONENT : SUPPLIED_EXPONENT)
}

/** How many equal holders would be as concentrated (the inverse of Simpson's index): 1 when one has all. */
function effectiveNumber(weights: readonly number[]): number {
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  return total === 0 ? 0 : 1 / weights.reduce((sum, weight) => sum + (weight / total) ** 2, 0)
}

function byNumber(domains: number): number {
  if (domains <= RARE_DOMAINS_MAX) return 1
  if (domains >= COMMON_DOMAINS) return 0
  return 1 / (1 + Math.log2(domains / RARE_DOMAINS_MAX))
}
