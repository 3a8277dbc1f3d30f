import type { Target } from '../collector.ts'
import { BRAND_SUFFIX_HOLDERS, isRestrictedSuffix } from '../data/restricted-suffixes.ts'
import type { CollectedEvidence } from '../evidence.ts'
import { hintSignal, nameSignal } from './build-signal.ts'
import type { Signal } from './signal.ts'

/** Suffixes such as .gov are only for verified institutions, .google belongs to one company. */
export function suffixSignals(target: Target): Signal[] {
  const labels = target.registrableDomain.split('.')
  const suffix = labels.slice(1).join('.')
  const signals: (Signal | null)[] = []
  const holder = BRAND_SUFFIX_HOLDERS.get(labels.at(-1) ?? '')
  if (holder !== undefined)
    signals.push(
      nameSignal('brand_suffix', {
        collector: 'whois',
        name: holder,
        observed: `.${labels.at(-1)}`,
        type: 'organization',
      }),
    )
  if (isRestrictedSuffix(suffix))
    signals.push({
      ...hintSignal('restricted_suffix', 'whois', `.${suffix}`),
      identifier: `suffix:${suffix}`,
    })
  return signals.filter((signal) => signal !== null)
}

const MATCHES_MAX = 20

/** An entry of the GLEIF register confirms that a company exists, not that it holds the domain. */
export function legalEntitySignals(evidence: CollectedEvidence<'legal_entity'>): Signal[] {
  return (evidence.data?.matches ?? []).slice(0, MATCHES_MAX).flatMap((match) => {
    const base = hintSignal('lei_match', 'legal_entity', `${match.legal_name} (LEI ${match.lei})`)
    const active = match.status === null || !/inactive|retired|annulled|lapsed/iu.test(match.status)
    return [
      {
        ...base,
        identifier: `named:${match.legal_name}`,
        strength: active ? base.strength : base.strength / 2,
      },
    ]
  })
}
