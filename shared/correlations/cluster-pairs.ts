import type { PairScore } from './score-pair.ts'

/**
 * Two groups are joined if the average score of all pairs between them is at least this. A score is
 * the probability that two domains have one operator.
 */
export const LINK_SCORE_MIN = 0.5
/** One link with at least this score is enough to add a single domain to a group. */
const STRONG_SCORE_MIN = 0.8
// Two groups of several domains are also joined if at least this many domains in each group have a
// link of STRONG_SCORE_MIN to the other group.
const STRONG_MEMBERS_MIN = 2

/** Indexes of the group's domains, in ascending order. */
export interface Group {
  members: number[]
  /** False if only values that anybody can paste connect the members. */
  isProven: boolean
}

interface Pairs {
  size: number
  scores: Float64Array
  distinct: Uint8Array
  proven: Uint8Array
}

/**
 * Hierarchical clustering with average linkage. Domains of distinct legal entities are never in one
 * group. A domain without a group is not in the result.
 *
 * The first pass uses only proven links. The second pass uses copied values too, but joins only
 * domains that are still alone. Otherwise somebody who copies the values of a company into a site
 * would enter its group, or take the operator's name from the group.
 */
export function clusterPairs(size: number, pairs: readonly PairScore[]): Group[] {
  const matrix: Pairs = {
    size,
    scores: new Float64Array(size * size),
    distinct: new Uint8Array(size * size),
    proven: new Uint8Array(size * size),
  }
  for (const { a, b, score, distinct, isProven } of pairs)
    for (const at of [a * size + b, b * size + a]) {
      matrix.scores[at] = score
      matrix.distinct[at] = distinct ? 1 : 0
      matrix.proven[at] = isProven ? 1 : 0
    }
  const singles = Array.from({ length: size }, (_, index) => [index])
  const proven = joined(singles, matrix, true)
  const others = joined(
    proven.filter((members) => members.length === 1),
    matrix,
    false,
  )
  const groups = [
    ...proven.map((members) => ({ members, isProven: true })),
    ...others.map((members) => ({ members, isProven: false })),
  ]
  return groups
    .filter(({ members }) => members.length > 1)
    .sort(
      (a, b) => b.members.length - a.members.length || (a.members[0] ?? 0) - (b.members[0] ?? 0),
    )
}

/** If `needsProof` is true, two groups are joined only by a proven link. */
function joined(start: readonly number[][], pairs: Pairs, needsProof: boolean): number[][] {
  const groups: (number[] | null)[] = [...start]
  const count = groups.length
  // Similarity of each pair of groups. After a join, only the similarities of the joined group are
  // computed again.
  const linkage = new Float64Array(count * count)
  const refresh = (i: number, j: number): void => {
    const [one, other] = [groups[i], groups[j]]
    const value = one == null || other == null ? 0 : linkageOf(one, other, pairs, needsProof)
    linkage[i * count + j] = value
    linkage[j * count + i] = value
  }
  for (let i = 0; i < count; i += 1) for (let j = 0; j < i; j += 1) refresh(i, j)
  for (let joins = 0; joins < count; joins += 1) {
    const best = strongest(linkage, count)
    if (best === null) break
    const [i, j] = best
    groups[i] = [...(groups[i] ?? []), ...(groups[j] ?? [])].sort((a, b) => a - b)
    groups[j] = null
    for (let k = 0; k < count; k += 1) {
      if (k !== i) refresh(i, k)
      if (k !== j) refresh(j, k)
    }
  }
  return groups.filter((members) => members !== null)
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

function linkageOf(
  one: readonly number[],
  other: readonly number[],
  { size, scores, distinct, proven }: Pairs,
  needsProof: boolean,
): number {
  const [small, large] = one.length <= other.length ? [one, other] : [other, one]
  let sum = 0
  let strongSmall = 0
  let isProven = false
  const strongLarge = new Set<number>()
  for (const a of small) {
    let strong = false
    for (const b of large) {
      if (distinct[a * size + b] === 1) return 0
      if (proven[a * size + b] === 1) isProven = true
      const score = scores[a * size + b] ?? 0
      sum += score
      if (score >= STRONG_SCORE_MIN) {
        strong = true
        strongLarge.add(b)
      }
    }
    if (strong) strongSmall += 1
  }
  if (needsProof && !isProven) return 0
  const average = sum / (small.length * large.length)
  if (average >= LINK_SCORE_MIN) return average
  const stronglyLinked =
    small.length === 1
      ? strongSmall === 1
      : strongSmall >= Math.max(STRONG_MEMBERS_MIN, small.length / 2) &&
        strongLarge.size >= STRONG_MEMBERS_MIN
  // Strong links join the groups even if the average is too low. The similarity stays below
  // LINK_SCORE_MIN, so that groups with a sufficient average are joined first.
  return stronglyLinked ? LINK_SCORE_MIN * 0.9 + average * 0.1 : 0
}
