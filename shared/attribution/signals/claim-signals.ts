import type { CollectedEvidence } from '../evidence.ts'
import { SCREENSHOT_SOURCE } from '../evidence.ts'
import { contextSignal, hintSignal, nameSignal } from './build-signal.ts'
import { addressesReader } from './observed-text.ts'
import type { Signal } from './signal.ts'

const CLAIMS_MAX = 20

/** What a model read. Claims are grounded by the collector; here a claim whose quote orders the reader is dropped too. */
export function readingSignals(reading: CollectedEvidence<'llm'> | CollectedEvidence<'vision'>): Signal[] {
  const kind = reading.collector === 'llm' ? 'model_reading' : 'model_vision'
  const signals: (Signal | null)[] = []
  for (const claim of (reading.data?.claims ?? []).slice(0, CLAIMS_MAX)) {
    if (addressesReader(claim.quote) || addressesReader(claim.entity)) {
      signals.push(contextSignal('injected_instructions', reading.collector, claim.quote))
      continue
    }
    // A name that only the picture shows cannot be checked: it may back a candidate and never be one.
    if (claim.evidence === SCREENSHOT_SOURCE) {
      const sighting = hintSignal('vision_sighting', reading.collector, claim.entity)
      if (claim.role === 'operator') signals.push({ ...sighting, identifier: `named:${claim.entity}` })
      continue
    }
    const observed = claim.quote === '' ? claim.reason : claim.quote
    if (claim.role === 'operator')
      signals.push(nameSignal(kind, { collector: reading.collector, name: claim.entity, observed }))
    else if (claim.role === 'not_operator')
      signals.push(contextSignal('model_denial', reading.collector, observed, claim.entity))
    else {
      const parent = nameSignal(kind, { collector: reading.collector, name: claim.entity, observed, factor: 0.3 })
      if (parent !== null) signals.push(parent)
    }
  }
  return signals.filter((signal) => signal !== null)
}

/** Bought records: the registrant's other domains, and a company record. */
export function recordSignals(
  portfolio: CollectedEvidence<'reverse_whois'> | undefined,
  company: CollectedEvidence<'enrichment'> | undefined,
): Signal[] {
  const signals: Signal[] = []
  const owned = portfolio?.data
  if (owned != null && owned.domains_count > 0)
    signals.push({
      ...hintSignal('portfolio', 'reverse_whois', `${owned.domains_count} domains of ${owned.registrant}`),
      identifier: `named:${owned.registrant}`,
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
