import type { Target } from '../collector.ts'
import type { CollectorName, EvidenceSet } from '../evidence.ts'

/**
 * One reading of the evidence. `names` say who operates the domain; `links` are values that domains of one operator share; `context`
 * speaks for or against, or about, names (parked, privacy proxy, platform, look-alike).
 */
export interface Signal {
  /** A snake_case word from the table of signal kinds, as `registrant_organization` or `copyright_holder`. */
  kind: string
  collector: CollectorName
  /** The operator's name exactly as observed, for signals that give one. */
  entity: string | null
  entityType: 'organization' | 'person' | 'unknown'
  /** A linking identifier such as `adsense:pub-123`, for signals that give one. */
  identifier: string | null
  /** What a person can check: the observed words, at most 300 characters, no control characters. */
  observed: string
  stance: 'supports' | 'contradicts'
  /** Log-odds before calibration, in nats; the scorer's table may scale it. */
  strength: number
  /** Signals of one group are one act of one party, and have one vote together. */
  group: string
  /** Where and how a page gives the name, for names that pages give: words such as footer, behind, whole, with_form. */
  marks?: readonly string[]
}

export interface LinkingIdentifier {
  kind: string
  value: string
}

export type ReadSignals = (target: Target, evidence: EvidenceSet, now: Date) => Signal[]
