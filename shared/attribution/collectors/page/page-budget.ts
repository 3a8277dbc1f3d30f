/** Tags, references and attributes; characters of visible text; characters of JSON-LD. */
type Work = 'markup' | 'text' | 'structuredData'
type Amounts = Readonly<Record<Work, number>>

/** The largest of 1,500 real pages needs 41,000, 191,000 and 35,000. */
const PAGE_MAX: Amounts = { markup: 60_000, text: 256_000, structuredData: 128 * 1024 }
/** The work of all pages of an analysis must fit into that of so many largest pages. */
const LARGEST_PAGES = 3

export interface PageBudget {
  left(work: Work): number
  /** Takes nothing when less than the amount is left. */
  take(work: Work, amount: number): boolean
}

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
