import type { DomainFacts } from './domain-facts.ts'
import { type LinkAuthor, linkKind } from './link-kinds.ts'
import type { WeighedValue } from './shared-values.ts'

/** Basis of a domain's answer, and the domains that it points at. */
export interface Sides {
  facts: Pick<DomainFacts, 'domain' | 'site' | 'basis'>
  pointsAt: ReadonlySet<string>
}

const isConfirmed = ({ facts: { basis } }: Sides): boolean =>
  basis === 'verified' || basis === 'corroborated'
const isVerified = ({ facts: { basis } }: Sides): boolean => basis === 'verified'
const pointsAt = ({ pointsAt: targets }: Sides, { facts: { domain, site } }: Sides): boolean =>
  targets.has(domain) || targets.has(site)

const COPYABLE: Readonly<Record<LinkAuthor, (first: Sides, second: Sides) => boolean>> = {
  anybody: () => true,
  'one side': (first, second) => !(pointsAt(first, second) && pointsAt(second, first)),
  answers: (first, second) => !(isConfirmed(first) && isConfirmed(second)),
  registrants: (first, second) => !(isVerified(first) && isVerified(second)),
  // Servers count as copyable here. Servers of one of the compared domains cannot be copied, so
  // `sharedByPair` gives them the author `authority` instead.
  servers: () => true,
  authority: () => false,
}

/** True if one person can make the two domains share the value without control of both domains. */
export const isCopyable = (
  { author }: Pick<WeighedValue, 'author'>,
  first: Sides,
  second: Sides,
): boolean => COPYABLE[author](first, second)

/** Domains to which the links point. A link counts fully only if its target points back. */
export const targetsOf = (links: DomainFacts['links']): Set<string> =>
  new Set(links.flatMap(({ kind, value }) => (linkKind(kind).author === 'one side' ? [value] : [])))
