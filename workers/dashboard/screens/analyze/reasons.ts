import { sourceName } from './collectors.ts'

/** `contribution` is the share of this signal in all contributions, from 0 to 1. */
export interface Signal {
  signal: string
  collector: string
  observed: string
  contribution: number
  stance: 'supports' | 'contradicts'
  explanation: string
}

interface SourceReasons {
  source: string
  contribution: number
  signals: Signal[]
}

/** A smaller share would be shown as 0%, which explains nothing. */
const SHARE_SHOWN_MIN = 0.005
const STRONG_SHARE = 0.2
const MEDIUM_SHARE = 0.06

/** Shares of several signals do not add up to the confidence, so a page shows a word. */
export function strengthOf(share: number): 'strong' | 'medium' | 'weak' {
  if (share >= STRONG_SHARE) return 'strong'
  return share >= MEDIUM_SHARE ? 'medium' : 'weak'
}

/**
 * Groups the supporting signals by source, the strongest source first. Signals of one source depend
 * on each other more than signals of two sources, so the reader sees them together.
 */
export function reasonsBySource(signals: readonly Signal[]): SourceReasons[] {
  const groups = new Map<string, Signal[]>()
  for (const signal of signals) {
    if (signal.stance !== 'supports' || Math.abs(signal.contribution) < SHARE_SHOWN_MIN) continue
    groups.set(signal.collector, [...(groups.get(signal.collector) ?? []), signal])
  }
  return [...groups]
    .map(([collector, members]) => ({
      source: sourceName(collector),
      contribution: members.reduce((sum, { contribution }) => sum + Math.abs(contribution), 0),
      signals: members.toSorted((a, b) => Math.abs(b.contribution) - Math.abs(a.contribution)),
    }))
    .sort((a, b) => b.contribution - a.contribution)
}

export const contradictionsOf = (signals: readonly Signal[]): Signal[] =>
  signals
    .filter(({ stance }) => stance === 'contradicts')
    .sort((a, b) => Math.abs(b.contribution) - Math.abs(a.contribution))

/** A pair of signals and the API's explanation of how they affect each other. */
export interface Confirmation {
  signals: readonly string[]
  effect: 'reinforces' | 'overlaps' | 'contradicts'
  explanation: string
}

/** Largest number of warnings, and of reinforcing pairs, whose explanation the page shows. */
const CONFIRMATIONS_SHOWN = 3

/**
 * Returns the pairs whose signals overlap or contradict each other, then the strongest pairs whose
 * signals reinforce each other.
 */
export function notedPairs(pairs: readonly Confirmation[]): Confirmation[] {
  const warnings = pairs.filter(({ effect }) => effect !== 'reinforces')
  const reinforcing = pairs.filter(({ effect }) => effect === 'reinforces')
  return [...warnings.slice(0, CONFIRMATIONS_SHOWN), ...reinforcing.slice(0, CONFIRMATIONS_SHOWN)]
}
