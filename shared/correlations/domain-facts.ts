import type { z } from 'zod'
import { normalizeEntityName } from '../attribution/names/entity-names.ts'
import type { ScoringResult } from '../attribution/scoring/scoring-result.ts'
import type { LinkingIdentifier } from '../attribution/signals/signal.ts'
import { siteDomain, siteSuffix } from '../platform/public-suffix.ts'

export interface NamedEntity {
  name: string
  type: 'organization' | 'person' | 'unknown'
  confidence: number
}

/** The values from one domain's analysis that are needed to compare this domain with other domains. */
export interface DomainFacts {
  domain: string
  /** The registered domain (example.com), or a customer's subdomain at a hosting provider (customer.github.io). */
  site: string
  /** The registered domain without its public suffix: "example" for both example.com and example.co.uk. */
  label: string
  /**
   * The company or person that the analysis names as operator of the domain, with its parent company if one is stated. Null if the analysis
   * names no operator.
   */
  entity: (NamedEntity & { parent: string | null }) | null
  /** The possible operators of the domain, most likely first. The list includes the operator that `entity` names. */
  candidates: NamedEntity[]
  links: LinkingIdentifier[]
}

const LINKS_MAX = 300
const CANDIDATES_MAX = 5

/**
 * Collects the values of a domain's analysis that are needed to compare this domain with other domains. `known` is the database record of
 * the domain's operator, if there is one: the parent company that this domain states, and the operator's main name. If both names differ
 * only in spelling, the domain's own spelling counts, because another site may have stored the spelling of the record.
 */
export function factsOf(
  domain: string,
  result: z.infer<typeof ScoringResult>,
  links: readonly LinkingIdentifier[],
  known: { name: string; parent: string | null } | null = null,
): DomainFacts {
  const site = siteDomain(domain) ?? domain
  const suffix = siteSuffix(domain) ?? ''
  const candidates = result.candidates
    .slice(0, CANDIDATES_MAX)
    .map(({ entity: name, entity_type: type, confidence }) => ({ name, type, confidence }))
  const top = result.entity === null ? undefined : candidates.find(({ name }) => name === result.entity)
  return {
    domain,
    site,
    label: site.slice(0, Math.max(0, site.length - suffix.length - 1)),
    entity: top === undefined ? null : { ...top, name: mainName(top.name, known?.name), parent: known?.parent ?? null },
    candidates,
    links: links.slice(0, LINKS_MAX),
  }
}

const mainName = (own: string, recorded: string = own): string =>
  normalizeEntityName(own) === normalizeEntityName(recorded) ? own : recorded
