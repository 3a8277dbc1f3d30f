import { registrableOf } from '../../platform/net/url.ts'
import type { Target } from '../collector.ts'
import type { EvidenceSet } from '../evidence.ts'
import { registrationAgeDays } from '../signals/look-alike-signal.ts'
import type { Signal } from '../signals/signal.ts'

const CERTIFIED_KINDS = new Set(['certificate_organization', 'mark_certificate'])

export interface CeilingFacts {
  /** Days since the registration. Infinity if the date is unknown. */
  ageDays: number
  /** Companies that the site claims to be, and whose own domains do not confirm it. */
  unconfirmed: readonly string[]
  /** True if the domain redirects, so that the pages belong to another domain. */
  isRedirect: boolean
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
    certified: namesOf(({ kind, author }) => CERTIFIED_KINDS.has(kind) && author === 'authority'),
  }
}
