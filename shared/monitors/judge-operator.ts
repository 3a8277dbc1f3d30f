import { normalizeEntityName } from '../attribution/names/entity-names.ts'
import type { Kind } from './kinds.ts'

/** Operator that a full analysis found, as far as a later analysis is compared with it. */
export interface KnownOperator {
  entity: string | null
  confidence: number
  /** Other names of the operator, and its parent company. */
  aliases: readonly string[]
  parent: string | null
}

export interface AnalyzedOperator extends KnownOperator {
  status: 'completed' | 'partial'
  /** False if the site gave no page, so that its names are missing from the evidence. */
  isSiteReached: boolean
  /** Number of independent groups of evidence that support the operator. */
  groups: number
}

type OperatorKind = Extract<Kind, `operator_${string}`>

/** Confidence of both sides, and number of independent groups, that a change of the operator needs. */
const CONFIDENCE_MIN = 0.5
const GROUPS_MIN = 2

/**
 * Compares the operator of the baseline with the one of a newer analysis. Returns null if both are the same, or if the newer analysis
 * lacks evidence.
 */
export function judgeOperator(before: KnownOperator, after: AnalyzedOperator): OperatorKind | null {
  if (before.entity === null && after.entity === null) return null
  if (after.entity === null) {
    const isComplete = after.status === 'completed' && after.isSiteReached
    if (!isComplete) return null
    return before.confidence >= CONFIDENCE_MIN ? 'operator_lost' : 'operator_uncertain'
  }
  if (before.entity !== null && sharesName(before, after)) return null
  const isCarried = after.confidence >= CONFIDENCE_MIN && after.groups >= GROUPS_MIN
  if (before.entity === null) return isCarried ? 'operator_found' : 'operator_uncertain'
  return isCarried && before.confidence >= CONFIDENCE_MIN ? 'operator_changed' : 'operator_uncertain'
}

const namesOf = ({ entity, aliases, parent }: KnownOperator): string[] =>
  [entity, parent, ...aliases].flatMap((name) => (name === null ? [] : normalizeEntityName(name) || []))

/** A company and its parent, its brand or its former name are one operator. Two subsidiaries of one parent are, too. */
function sharesName(one: KnownOperator, other: KnownOperator): boolean {
  const names = new Set(namesOf(one))
  return namesOf(other).some((name) => names.has(name))
}
