import type { Schemas } from '../../api/api-client.ts'

export type Analysis = Schemas['JobListItem']

export const SORTS = [
  ['newest', 'Newest first'],
  ['oldest', 'Oldest first'],
  ['domain', 'Domain'],
  ['operator', 'Operator'],
  ['confidence', 'Confidence'],
] as const
export type Sort = (typeof SORTS)[number][0]

/** Every word of the text must be in the domain or in the operator. */
export function matching(analyses: readonly Analysis[], text: string): Analysis[] {
  const words = text.toLowerCase().split(/\s+/)
  return analyses.filter(({ domain, domain_unicode: unicode, entity }) => {
    const searched = `${domain} ${unicode} ${entity ?? ''}`.toLowerCase()
    return words.every((word) => searched.includes(word))
  })
}

/** Newest first, each analysis once. */
export function joined(...lists: readonly (readonly Analysis[])[]): Analysis[] {
  const byId = new Map(lists.flat().map((each) => [each.job_id, each]))
  return [...byId.values()].sort(ORDERS.newest)
}

const text = new Intl.Collator('en', { sensitivity: 'base', numeric: true })
const byTime = (a: Analysis, b: Analysis) => Date.parse(a.created_at) - Date.parse(b.created_at)

const ORDERS: Record<Sort, (a: Analysis, b: Analysis) => number> = {
  newest: (a, b) => byTime(b, a) || (a.job_id < b.job_id ? 1 : -1),
  oldest: byTime,
  domain: (a, b) => text.compare(a.domain_unicode, b.domain_unicode),
  // Analyses without an operator come last.
  operator: (a, b) =>
    Number(a.entity === null) - Number(b.entity === null) ||
    text.compare(a.entity ?? '', b.entity ?? ''),
  confidence: (a, b) => (b.confidence ?? -1) - (a.confidence ?? -1),
}

export const sorted = (analyses: readonly Analysis[], sort: Sort): Analysis[] =>
  [...analyses].sort(ORDERS[sort])
