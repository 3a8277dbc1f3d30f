import { type TokenBucket, tokenBucket } from '../../../platform/limits/token-bucket.ts'

/**
 * Work on web pages that has a limit: tags, character references and attributes; characters of
 * visible text; characters of JSON-LD.
 */
type Work = 'markup' | 'text' | 'structuredData'

/**
 * Limits of one page. The largest of 1,500 real pages needs 41,000 units of markup, 191,000
 * characters of text and 35,000 of JSON-LD.
 */
const PAGE_MAX = { markup: 60_000, text: 256_000, structuredData: 128 * 1024 }
/** All pages of one analysis together may need the work of this number of the largest pages. */
const LARGEST_PAGES = 3

export interface PageLimits {
  left(work: Work): number
  /** Returns false, and takes nothing, when less than the amount is left. */
  take(work: Work, amount: number): boolean
}

/** The returned function creates the limits of each page of one analysis. */
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
