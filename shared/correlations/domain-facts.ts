import type { z } from 'zod'
import type { Basis } from '../attribution/basis.ts'
import { isSameName } from '../attribution/names/entity-names.ts'
import type { ScoringResult } from '../attribution/scoring/scoring-result.ts'
import type { LinkingIdentifier } from '../attribution/signals/signal.ts'
import { DAY_MS } from '../platform/clock.ts'
import { siteDomain, siteSuffix } from '../platform/public-suffix.ts'

export interface NamedEntity {
  name: string
  type: 'organization' | 'person' | 'unknown'
  confidence: number
}

export interface DomainFacts {
  domain: string
  /**
   * The registered domain (example.com), or a customer's subdomain at a host (customer.github.io).
   */
  site: string
  /**
   * The domain's name without its public suffix: "example" for both example.com and example.co.uk.
   */
  label: string
  /** Operator with its stated parent. Null if the analysis names none. */
  entity: (NamedEntity & { parent: string | null }) | null
  /** Basis of the operator, as far as a correlation may rely on it: see `basisOf`. */
  basis: Basis | null
  /** Possible operators, most likely first. Includes the operator that `entity` names. */
  candidates: NamedEntity[]
  links: LinkingIdentifier[]
  /** Companies that the domain imitates, by the warnings of its analysis. */
  imitates: string[]
}

const LINKS_MAX = 300
const CANDIDATES_MAX = 5

// A domain needs at least this age for the basis `corroborated`. Younger domains count as `stated`.
const CORROBORATED_AGE_MIN_DAYS = 365

/** Stored operator of a domain: its main name, the parent for this domain, and the domain's age. */
export interface KnownOperator {
  name: string
  parent: string | null
  registered_at: string | null
}

/**
 * The name in `known` can have the spelling of another site. If it differs from the name in the
 * analysis only in spelling, the spelling in the analysis is used.
 */
export function factsOf(
  domain: string,
  result: z.infer<typeof ScoringResult>,
  links: readonly LinkingIdentifier[],
  known: KnownOperator | null,
  now: Date,
): DomainFacts {
  const site = siteDomain(domain) ?? domain
  const suffix = siteSuffix(domain) ?? ''
  const candidates = result.candidates
    .slice(0, CANDIDATES_MAX)
    .map(({ entity: name, entity_type: type, confidence }) => ({ name, type, confidence }))
  const top =
    result.entity === null ? undefined : candidates.find(({ name }) => name === result.entity)
  return {
    domain,
    site,
    label: site.slice(0, Math.max(0, site.length - suffix.length - 1)),
    entity:
      top === undefined
        ? null
        : { ...top, name: mainName(top.name, known?.name), parent: known?.parent ?? null },
    basis: basisOf(result, known?.registered_at ?? null, now),
    candidates,
    links: links.slice(0, LINKS_MAX),
    imitates: result.warnings.flatMap(({ kind, entity }) =>
      kind === 'imitates' && entity !== null ? [entity] : [],
    ),
  }
}

// An attacker can copy an imprint with its register number to a new domain, and the register
// confirms the number. So `corroborated` is lowered to `stated` if the domain is young or of
// unknown age, or if the analysis has a warning of high severity.
function basisOf(
  { basis, warnings }: Pick<z.infer<typeof ScoringResult>, 'basis' | 'warnings'>,
  registeredAt: string | null,
  now: Date,
): Basis | null {
  if (basis !== 'corroborated') return basis
  const isDoubted = warnings.some(({ severity }) => severity === 'high')
  const isOld = now.getTime() - Date.parse(registeredAt ?? '') >= CORROBORATED_AGE_MIN_DAYS * DAY_MS
  return isOld && !isDoubted ? 'corroborated' : 'stated'
}

const mainName = (own: string, recorded: string = own): string =>
  isSameName(own, recorded) ? own : recorded
