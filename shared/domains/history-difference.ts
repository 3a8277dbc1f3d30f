import { isSameName } from '../attribution/names/entity-names.ts'

interface Change {
  from: string | null
  to: string | null
}

export interface HistoryDiff {
  entity: Change | null
  registrar: Change | null
  nameservers: { added: string[]; removed: string[] } | null
  confidence: { from: number; to: number; delta: number } | null
}

export interface Comparable {
  entityId: string | null
  entity: string | null
  confidence: number | null
  registrar: string | null
  nameservers: readonly string[]
  /** Null for a WHOIS record. */
  passive: boolean | null
}

const CONFIDENCE_DIGITS = 1e4

/**
 * Compares an entry with the `older` ones, newest first. Null if nothing changed. Another spelling
 * of the operator's name does not count as a change. The operators of a passive and an active
 * analysis are not compared: only one has read the site.
 */
export function differenceOf(entry: Comparable, older: readonly Comparable[]): HistoryDiff | null {
  const previous = older[0]
  if (previous === undefined) return null
  // Only the oldest analysis is next to a WHOIS record and compared with it. Otherwise the result
  // would depend on the size of the page.
  const alike =
    previous.passive === null ? previous : older.find(({ passive }) => passive === entry.passive)
  const diff = {
    entity: alike === undefined ? null : operatorChanged(alike, entry),
    registrar: sameName(previous.registrar, entry.registrar)
      ? null
      : { from: previous.registrar, to: entry.registrar },
    nameservers: hostsChanged(previous.nameservers, entry.nameservers),
    confidence: alike === undefined ? null : confidenceChanged(alike.confidence, entry.confidence),
  }
  return Object.values(diff).every((part) => part === null) ? null : diff
}

const operatorChanged = (from: Comparable, to: Comparable): Change | null =>
  sameOperator(from, to) ? null : { from: from.entity, to: to.entity }

const sameOperator = (a: Comparable, b: Comparable): boolean =>
  (a.entityId !== null && a.entityId === b.entityId) || sameName(a.entity, b.entity)

const sameName = (a: string | null, b: string | null): boolean =>
  a === b || (a !== null && b !== null && isSameName(a, b))

function hostsChanged(from: readonly string[], to: readonly string[]): HistoryDiff['nameservers'] {
  const before = new Set(from.map((host) => host.toLowerCase()))
  const after = new Set(to.map((host) => host.toLowerCase()))
  const added = [...after].filter((host) => !before.has(host)).sort()
  const removed = [...before].filter((host) => !after.has(host)).sort()
  return added.length + removed.length === 0 ? null : { added, removed }
}

function confidenceChanged(from: number | null, to: number | null): HistoryDiff['confidence'] {
  if (from === null || to === null) return null
  const delta = Math.round((to - from) * CONFIDENCE_DIGITS) / CONFIDENCE_DIGITS
  return delta === 0 ? null : { from, to, delta }
}
