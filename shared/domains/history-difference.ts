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
 * Null if nothing changed. Another spelling of the operator's name does not count as a change. The
 * operators of a passive and an active analysis are not compared: only one has read the site.
 */
export function differenceOf(from: Comparable, to: Comparable): HistoryDiff | null {
  const diff = {
    entity:
      !sameKind(from, to) || sameOperator(from, to) ? null : { from: from.entity, to: to.entity },
    registrar: sameName(from.registrar, to.registrar)
      ? null
      : { from: from.registrar, to: to.registrar },
    nameservers: hostsChanged(from.nameservers, to.nameservers),
    confidence: sameKind(from, to) ? confidenceChanged(from.confidence, to.confidence) : null,
  }
  return Object.values(diff).every((part) => part === null) ? null : diff
}

const sameKind = (a: Comparable, b: Comparable): boolean =>
  a.passive === null || b.passive === null || a.passive === b.passive

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
