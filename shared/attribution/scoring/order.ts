import type { Signal } from '../signals/signal.ts'

/**
 * Compares two signals by all their fields, so that no result depends on the order of the input.
 */
export function bySignal(a: Signal, b: Signal): number {
  return (
    compareText(a.kind, b.kind) ||
    compareText(a.entity ?? '', b.entity ?? '') ||
    compareText(a.observed, b.observed) ||
    compareText(a.collector, b.collector) ||
    compareText(a.identifier ?? '', b.identifier ?? '') ||
    compareText(a.author, b.author) ||
    b.strength - a.strength
  )
}

export const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
