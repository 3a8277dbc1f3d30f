/**
 * Largest charge of analyses, with the analyses that are left of the quota. Null without a quota,
 * undefined as long as it is not known.
 */
export function chargeOf(analyses: number, remaining: number | null | undefined) {
  const fromQuota = remaining === null ? analyses : Math.min(analyses, remaining ?? 0)
  const credits = analyses - fromQuota
  if (remaining === undefined) return { fromQuota, credits, words: null }
  if (credits === 0) return { fromQuota, credits, words: 'within your quota' }
  return { fromQuota, credits, words: credits === 1 ? '1 credit' : `${credits} credits` }
}
