import { BASES, type Basis } from '../attribution/basis.ts'
import { isSameName } from '../attribution/names/entity-names.ts'
import type { Kind } from './kinds.ts'

export interface KnownOperator {
  entity: string | null
  confidence: number
  /** Null also for an analysis that was stored before this field existed. */
  basis: Basis | null
  aliases: readonly string[]
  parent: string | null
  isPassive: boolean
}

export interface AnalyzedOperator extends KnownOperator {
  status: 'completed' | 'partial'
  /**
   * False if the site returned no page. The names on the site are then missing from the evidence.
   */
  isSiteReached: boolean
  /** Number of independent groups of evidence that support the operator. */
  groups: number
  /** Parent companies of the operator, as named by the register of legal entities. */
  registeredParents: readonly string[]
}

type OperatorKind = Extract<Kind, `operator_${string}`>

// A new operator is reported as certain only if the confidence of both analyses is at least this,
// and the newer one has at least GROUPS_MIN independent groups of evidence. Otherwise the operator
// is reported as uncertain.
const CONFIDENCE_MIN = 0.5
const GROUPS_MIN = 2

/**
 * Compares the operator of the baseline with the operator of a newer analysis. Returns null if the
 * operator is the same, or if the newer analysis has too little evidence. A passive and an active
 * analysis are not compared: only one of them has read the names on the site.
 */
export function judgeOperator(before: KnownOperator, after: AnalyzedOperator): OperatorKind | null {
  if (before.isPassive !== after.isPassive) return null
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

// True if both operators are related. A company and its parent, its brand or its former name count
// as one operator. Two subsidiaries of one parent do, too.
//
// A hijacker can write on the page that the former operator is a parent or another name of the new
// one. So a new parent counts only if the register names it or the baseline already had it. New
// aliases count only if the new answer is at least as strong as the baseline.
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
