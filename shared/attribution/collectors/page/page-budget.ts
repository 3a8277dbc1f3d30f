/**
 * Work on web pages that has a limit: tags, character references and attributes; characters of
 * visible text; characters of JSON-LD.
 */
type Work = 'markup' | 'text' | 'structuredData'
type Amounts = Readonly<Record<Work, number>>

/**
 * Limits of one page. The largest of 1,500 real pages needs 41,000 units of markup, 191,000
 * characters of text and 35,000 of JSON-LD.
 */
const PAGE_MAX: Amounts = { markup: 60_000, text: 256_000, structuredData: 128 * 1024 }
/**
 * Number of pages with the largest permitted work that one analysis reads. The work of all its
 * other pages must fit into the same sum.
 */
const LARGEST_PAGES = 3

export interface PageBudget {
  left(work: Work): number
  /**
   * Takes an amount from the budget. Returns false, and takes nothing, when less than the amount is
   * left.
   */
  take(work: Work, amount: number): boolean
}

/**
 * Returns a function that creates the budget of each page of one analysis. All pages together also
 * have a budget.
 */
export function createPageBudgets(): () => PageBudget {
  const analysis = budgetOf(
    {
      markup: PAGE_MAX.markup * LARGEST_PAGES,
      text: PAGE_MAX.text * LARGEST_PAGES,
      structuredData: PAGE_MAX.structuredData * LARGEST_PAGES,
    },
    null,
  )
  return () => budgetOf(PAGE_MAX, analysis)
}

function budgetOf(amounts: Amounts, outer: PageBudget | null): PageBudget {
  const own = { ...amounts }
  const left = (work: Work): number =>
    Math.min(own[work], outer?.left(work) ?? Number.POSITIVE_INFINITY)
  return {
    left,
    take(work, amount) {
      if (amount > left(work)) return false
      own[work] -= amount
      outer?.take(work, amount)
      return true
    },
  }
}
