import { sourceName } from './collectors.ts'

/** `contribution` is a share of all contributions, 0 to 1. */
export interface Signal {
  signal: string
  collector: string
  observed: string
  contribution: number
  stance: 'supports' | 'contradicts'
  explanation: string
}

export interface SourceReasons {
  source: string
  contribution: number
  signals: Signal[]
}

/**
 * Strongest source first. Signals of one source are less independent than signals of two, so the
 * reader sees them together.
 */
export function reasonsBySource(signals: readonly Signal[]): SourceReasons[] {
  const groups = new Map<string, Signal[]>()
  for (const signal of signals.filter(({ stance }) => stance === 'supports')) {
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

/** Two sources that confirm each other, as the API explains it. */
export interface Confirmation {
  signals: readonly string[]
  effect: 'reinforces' | 'overlaps' | 'contradicts'
  explanation: string
}

/** Longest list of explanations that helps a reader. The API lists every pair of signals. */
const CONFIRMATIONS_SHOWN = 3

/** Pairs that overlap or contradict, then the strongest that reinforce. */
export function notedPairs(pairs: readonly Confirmation[]): Confirmation[] {
  const warnings = pairs.filter(({ effect }) => effect !== 'reinforces')
  const reinforcing = pairs.filter(({ effect }) => effect === 'reinforces')
  return [...warnings.slice(0, CONFIRMATIONS_SHOWN), ...reinforcing.slice(0, CONFIRMATIONS_SHOWN)]
}
