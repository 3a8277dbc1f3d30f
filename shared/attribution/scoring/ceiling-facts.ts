import { registrableOf } from '../../platform/net/url.ts'
import type { Target } from '../collector.ts'
import type { EvidenceSet } from '../evidence.ts'
import { registrationAgeDays } from '../signals/look-alike-signal.ts'
import type { Signal } from '../signals/signal.ts'

/** Facts about a domain that limit the confidence in every candidate. */
export interface CeilingFacts {
  /** Age of the registration in days. Infinity if it is unknown. */
  ageDays: number
  /** Companies that the site claims to be although their own domains do not confirm it. */
  unconfirmed: readonly string[]
  /** True if the pages belong to another domain, to which the analyzed domain redirects. */
  isRedirect: boolean
  /** Names that a certificate authority confirmed for this domain. */
  certified: readonly string[]
}

export function ceilingFacts(
  target: Target,
  evidence: EvidenceSet,
  signals: readonly Signal[],
  now: Date,
): CeilingFacts {
  const namesOf = (matches: (signal: Signal) => boolean): string[] =>
    signals.flatMap((signal) => (matches(signal) && signal.entity !== null ? [signal.entity] : []))
  const landing = evidence.http_probe?.data?.final_url ?? null
  return {
    ageDays: registrationAgeDays(evidence, now),
    unconfirmed: namesOf(({ kind }) => kind === 'unconfirmed_claim'),
    isRedirect: landing !== null && registrableOf(landing) !== target.registrableDomain,
    certified: namesOf(
      ({ kind, author }) => kind === 'certificate_organization' && author === 'authority',
    ),
  }
}
