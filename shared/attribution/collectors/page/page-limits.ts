import { type TokenBucket, tokenBucket } from '../../../platform/limits/token-bucket.ts'

// Kinds of work on a web page. Each has its own limit.
// - `markup`: number of tags, character references and attributes.
// - `text`: characters of visible text.
// - `structuredData`: characters of JSON-LD.
type Work = 'markup' | 'text' | 'structuredData'

// Limits of one page. The largest values of 1,500 real pages are 41,000 for `markup`, 191,000 for
// `text` and 35,000 for `structuredData`.
const PAGE_MAX = { markup: 60_000, text: 256_000, structuredData: 128 * 1024 }
// Limit for all pages of one analysis together: the work of this number of pages of the largest
// size.
const LARGEST_PAGES = 3

export interface PageLimits {
  left(work: Work): number
  /** Takes the amount and returns true. If less is left, takes nothing and returns false. */
  take(work: Work, amount: number): boolean
}

/** Call the result once for each page of an analysis to get the limits of that page. */
export function createPageLimits(): () => PageLimits {
  const analysis = bucketsOf(LARGEST_PAGES)
  return () => {
    const page = bucketsOf(1)
    const left = (work: Work) => Math.min(page[work].left(0), analysis[work].left(0))
    return {
      left,
      take(work, amount) {
        if (amount > left(work)) return false
        return page[work].take(0, amount).allowed && analysis[work].take(0, amount).allowed
      },
    }
  }
}

function bucketsOf(pages: number): Record<Work, TokenBucket> {
  const bucket = (work: Work) =>
    tokenBucket({ capacity: PAGE_MAX[work] * pages, refill: 0, intervalMs: 1 })
  return {
    markup: bucket('markup'),
    text: bucket('text'),
    structuredData: bucket('structuredData'),
  }
}
