import { normalizeEntityName } from '../attribution/names/entity-names.ts'
import { z } from '../platform/http/zod-openapi.ts'

const change = z.object({ from: z.string().nullable(), to: z.string().nullable() })

export const HistoryDiff = z
  .object({
    entity: change.nullable(),
    registrar: change.nullable(),
    nameservers: z.object({ added: z.array(z.string()), removed: z.array(z.string()) }).nullable(),
    confidence: z.object({ from: z.number(), to: z.number(), delta: z.number() }).nullable(),
  })
  .openapi('HistoryDiff')
export type HistoryDiff = z.infer<typeof HistoryDiff>

/** What of a run is compared with another. */
export interface Comparable {
  entity_id: string | null
  entity: string | null
  confidence: number | null
  registrar: string | null
  nameservers: readonly string[]
}

const CONFIDENCE_DIGITS = 1e4

/** What changed from one run to the next; null when nothing did. Two spellings of one name are no change. */
export function differenceOf(from: Comparable, to: Comparable): HistoryDiff | null {
  const diff = {
    entity: sameOperator(from, to) ? null : { from: from.entity, to: to.entity },
    registrar: sameName(from.registrar, to.registrar) ? null : { from: from.registrar, to: to.registrar },
    nameservers: hostsChanged(from.nameservers, to.nameservers),
    confidence: confidenceChanged(from.confidence, to.confidence),
  }
  return Object.values(diff).every((part) => part === null) ? null : diff
}

const sameOperator = (a: Comparable, b: Comparable): boolean =>
  (a.entity_id !== null && a.entity_id === b.entity_id) || sameName(a.entity, b.entity)

const sameName = (a: string | null, b: string | null): boolean =>
  a === b || (a !== null && b !== null && normalizeEntityName(a) === normalizeEntityName(b))

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
