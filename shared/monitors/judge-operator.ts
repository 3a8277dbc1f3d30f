import { BASES, type Basis } from '../attribution/basis.ts'
import { isSameName } from '../attribution/names/entity-names.ts'
import type { Kind } from './kinds.ts'

export interface KnownOperator {
  entity: string | null
  confidence: number
  /** Null also for an analysis from before the field existed. */
  basis: Basis | null
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
  /** Parent companies of the operator by the register of legal entities. */
  registeredParents: readonly string[]
}

type OperatorKind = Extract<Kind, `operator_${string}`>

/**
 * Confidence of both sides, and number of independent groups, that a change of the operator needs.
 */
const CONFIDENCE_MIN = 0.5
const GROUPS_MIN = 2

/**
 * Compares the operator of the baseline with the one of a newer analysis. Returns null if both are
 * the same, or if the newer analysis lacks evidence.
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
  return isCarried && before.confidence >= CONFIDENCE_MIN
    ? 'operator_changed'
    : 'operator_uncertain'
}

const stated = (names: readonly (string | null)[]): string[] =>
  names.filter((name) => name !== null)

const strengthOf = ({ basis }: KnownOperator): number =>
  basis === null ? 0 : BASES.length - BASES.indexOf(basis)

/**
 * A company and its parent, its brand or its former name are one operator. Two subsidiaries of one
 * parent are, too.
 *
 * A hijacker can write on the page that the former operator is a parent or another name. So a new
 * parent counts only by the register or if the baseline had the same parent, and new aliases only
 * if the answer is at least as strong as the baseline.
 */
function sharesName(before: KnownOperator, after: AnalyzedOperator): boolean {
  const known = stated([before.entity, before.parent, ...before.aliases])
  const isAsStrong = strengthOf(after) >= strengthOf(before)
  const names = stated([
    after.entity,
    ...(isAsStrong ? after.aliases : []),
    ...after.registeredParents,
  ])
  const isOneParent =
    before.parent !== null && after.parent !== null && isSameName(before.parent, after.parent)
  return isOneParent || names.some((name) => known.some((other) => isSameName(name, other)))
}
