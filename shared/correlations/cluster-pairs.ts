import type { PairScore } from './score-pair.ts'

/**
 * Two groups of domains are joined if the average score of all domain pairs between these groups reaches this value. The score is the
 * probability that two domains have the same operator.
 */
export const LINK_SCORE_MIN = 0.5
/**
 * Score (probability of the same operator) from which two domains have a strong link. A single strong link is enough to add one domain to a
 * group.
 */
const STRONG_SCORE_MIN = 0.8
/**
 * Two groups with several domains each can also be joined by strong links between their domains. In each of the two groups, at least this
 * many domains must have a strong link to the other group.
 */
const STRONG_MEMBERS_MIN = 2

interface Group {
  members: number[]
}

/**
 * Groups the domains that probably have the same operator, by hierarchical clustering with average linkage. Returns each group as an array
 * of domain indexes. Domains of distinct legal entities are never in one group. A domain that belongs to no group is not in the result.
 */
export function clusterPairs(size: number, pairs: readonly PairScore[]): number[][] {
  const scores = new Float64Array(size * size)
  const distinct = new Uint8Array(size * size)
  for (const { a, b, score, distinct: apart } of pairs) {
    scores[a * size + b] = score
    scores[b * size + a] = score
    distinct[a * size + b] = apart ? 1 : 0
    distinct[b * size + a] = apart ? 1 : 0
  }
  const groups: (Group | null)[] = Array.from({ length: size }, (_, index) => ({ members: [index] }))
  // The similarity of each pair of groups is stored. After two groups are joined, only the similarities that involve these two groups are
  // computed again.
  const linkage = new Float64Array(size * size)
  const refresh = (i: number, j: number): void => {
    const [one, other] = [groups[i], groups[j]]
    const value = one == null || other == null ? 0 : linkageOf(one, other, scores, distinct, size)
    linkage[i * size + j] = value
    linkage[j * size + i] = value
  }
  for (let i = 0; i < size; i += 1) for (let j = 0; j < i; j += 1) refresh(i, j)
  for (let joins = 0; joins < size; joins += 1) {
    const best = strongest(linkage, size)
    if (best === null) break
    const [i, j] = best
    groups[i] = { members: [...(groups[i]?.members ?? []), ...(groups[j]?.members ?? [])].sort((a, b) => a - b) }
    groups[j] = null
    for (let k = 0; k < size; k += 1) {
      if (k !== i) refresh(i, k)
      if (k !== j) refresh(j, k)
    }
  }
  return groups
    .flatMap((group) => (group !== null && group.members.length > 1 ? [group.members] : []))
    .sort((a, b) => b.length - a.length || (a[0] ?? 0) - (b[0] ?? 0))
}

function strongest(linkage: Float64Array, size: number): [number, number] | null {
  let best: [number, number] | null = null
  let most = 0
  for (let i = 0; i < size; i += 1)
    for (let j = i + 1; j < size; j += 1) {
      const value = linkage[i * size + j] ?? 0
      if (value > most) {
        most = value
        best = [i, j]
      }
    }
  return best
}

function linkageOf(one: Group, other: Group, scores: Float64Array, distinct: Uint8Array, size: number): number {
  const [small, large] = one.members.length <= other.members.length ? [one, other] : [other, one]
  let sum = 0
  let strongSmall = 0
  const strongLarge = new Set<number>()
  for (const a of small.members) {
    let strong = false
    for (const b of large.members) {
      if (distinct[a * size + b] === 1) return 0
      const score = scores[a * size + b] ?? 0
      sum += score
      if (score >= STRONG_SCORE_MIN) {
        strong = true
        strongLarge.add(b)
      }
    }
    if (strong) strongSmall += 1
  }
  const average = sum / (small.members.length * large.members.length)
  if (average >= LINK_SCORE_MIN) return average
  const stronglyLinked =
    small.members.length === 1
      ? strongSmall === 1
      : strongSmall >= Math.max(STRONG_MEMBERS_MIN, small.members.length / 2) && strongLarge.size >= STRONG_MEMBERS_MIN
  // Two groups that are joined only because of a few strong links get a similarity below LINK_SCORE_MIN. All groups with a sufficient
  // average score (LINK_SCORE_MIN or more) are therefore joined before them.
  return stronglyLinked ? LINK_SCORE_MIN * 0.9 + average * 0.1 : 0
}
