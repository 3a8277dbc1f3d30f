import type { z } from 'zod'
import type { ScoringResult } from '../attribution/scoring/scoring-result.ts'
import type { LinkingIdentifier } from '../attribution/signals/signal.ts'
import { siteDomain, siteSuffix } from '../platform/public-suffix.ts'

export interface NamedEntity {
  name: string
  type: 'organization' | 'person' | 'unknown'
  confidence: number
}

/** What one analysis says about a domain, as far as it can be compared with others. */
export interface DomainFacts {
  domain: string
  /** The domain that somebody registered, or rented under a platform's. */
  site: string
  /** The label that a site bears under whatever suffix. */
  label: string
  /** Whom the domain is attributed to, if anybody, and whose part that company says it is. */
  entity: (NamedEntity & { parent: string | null }) | null
  /** All names that came into question, likeliest first, the attributed one among them. */
  candidates: NamedEntity[]
  links: LinkingIdentifier[]
}

const LINKS_MAX = 300
const CANDIDATES_MAX = 5

/** Facts from an analysis's answer and its linking values. */
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
    entity: top === undefined ? null : { ...top, name: known?.name ?? top.name, parent: known?.parent ?? null },
    candidates,
    links: links.slice(0, LINKS_MAX),
  }
}
