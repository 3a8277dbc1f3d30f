import type { CollectedEvidence } from '../evidence.ts'
import { SCREENSHOT_SOURCE } from '../evidence.ts'
import { contextSignal, hintSignal, nameSignal } from './build-signal.ts'
import { containsInstructions } from './observed-text.ts'
import type { Signal } from './signal.ts'

const CLAIMS_MAX = 20
/**
 * A registrant with fewer domains gives no signal. The number includes the analyzed domain, so 1
 * says nothing about other domains.
 */
export const PORTFOLIO_DOMAINS_MIN = 2

/** An attacker may have written a quote that gives instructions, so its claim is rejected. */
export function claimSignals(
  collected: CollectedEvidence<'llm'> | CollectedEvidence<'vision'>,
): Signal[] {
  const kind = collected.collector === 'llm' ? 'model_reading' : 'model_vision'
  const signals: (Signal | null)[] = []
  for (const claim of (collected.data?.claims ?? []).slice(0, CLAIMS_MAX)) {
    if (containsInstructions(claim.quote) || containsInstructions(claim.entity)) {
      signals.push(contextSignal('injected_instructions', collected.collector, claim.quote))
      continue
    }
    // A name that only the screenshot shows cannot be checked, so it never adds a candidate.
    if (claim.evidence === SCREENSHOT_SOURCE) {
      const signal = hintSignal('vision_sighting', collected.collector, claim.entity)
      if (claim.role === 'operator')
        signals.push({ ...signal, identifier: `named:${claim.entity}` })
      continue
    }
    const observed = claim.quote === '' ? claim.reason : claim.quote
    if (claim.role === 'operator')
      signals.push(
        nameSignal(kind, { collector: collected.collector, name: claim.entity, observed }),
      )
    else if (claim.role === 'not_operator')
      signals.push(contextSignal('model_denial', collected.collector, observed, claim.entity))
    else {
      const parent = nameSignal(kind, {
        collector: collected.collector,
        name: claim.entity,
        observed,
        factor: 0.3,
      })
      if (parent !== null) signals.push(parent)
    }
  }
  return signals.filter((signal) => signal !== null)
}

/**
 * Signals from commercial data providers: the number of a registrant's domains, and the company of
 * the domain.
 */
export function recordSignals(
  portfolio: CollectedEvidence<'reverse_whois'> | undefined,
  company: CollectedEvidence<'enrichment'> | undefined,
): Signal[] {
  const signals: Signal[] = []
  const owned = portfolio?.data
  if (owned != null && owned.domains_count >= PORTFOLIO_DOMAINS_MIN)
    signals.push({
      ...hintSignal(
        'portfolio',
        'reverse_whois',
        `${owned.domains_count} domains of ${owned.registrant}`,
      ),
      identifier: `registrant:${owned.registrant}`,
    })
  const record = company?.data
  const name = record?.legal_name ?? record?.company ?? null
  if (record != null && name !== null) {
    const signal = nameSignal('company_record', {
      collector: 'enrichment',
      name,
      observed: `${record.provider}: ${name}`,
      type: 'organization',
    })
    if (signal !== null) signals.push(signal)
  }
  return signals
}
