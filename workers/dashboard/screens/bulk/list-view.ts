import type { Schemas } from '../../api/api-client.ts'
import { answerWords, isUnfinished, NOBODY_NAMED } from '../../parts/row-words.ts'
import { type Warning, warningTitle } from '../../parts/warning-words.ts'

export interface ListRow
  extends Pick<
    Schemas['BulkItem'],
    | 'index'
    | 'domain'
    | 'domain_unicode'
    | 'status'
    | 'job_id'
    | 'entity'
    | 'confidence'
    | 'basis'
    | 'warnings'
    | 'error'
  > {
  note: string
}

export interface Facet {
  id: string
  title: string
  count: number
}

type Owned = ReadonlySet<string>

const isAnswered = ({ status }: ListRow) => status === 'completed' || status === 'partial'

/** The filters of a list. Each row counts for every facet that it has. */
const FACETS: readonly (readonly [
  id: string,
  title: string,
  has: (row: ListRow, own: Owned) => boolean,
])[] = [
  ['ours', 'Ours', ({ entity }, own) => entity !== null && own.has(entity)],
  [
    'not-ours',
    'Not ours',
    (row, own) => own.size > 0 && isAnswered(row) && (row.entity === null || !own.has(row.entity)),
  ],
  ['operator', 'With an operator', ({ entity }) => entity !== null],
  ['nobody', NOBODY_NAMED, (row) => isAnswered(row) && row.entity === null],
  ['unfinished', 'Waiting or running', isUnfinished],
  ['partial', 'Partial', ({ status }) => status === 'partial'],
  ['failed', 'Failed', ({ status }) => status === 'failed'],
  ['rejected', 'Refused', ({ status }) => status === 'rejected'],
  ['stopped', 'Stopped', ({ status }) => status === 'stopped'],
]

const WARNING = 'warning:'

/** The filters that fit at least one row, states first and then warnings. */
export function facetsOf(rows: readonly ListRow[], own: Owned): Facet[] {
  const facets: Facet[] = FACETS.map(([id, title, has]) => ({
    id,
    title,
    count: rows.filter((row) => has(row, own)).length,
  }))
  const warned = new Map<Warning['kind'], number>()
  for (const { warnings } of rows)
    for (const kind of new Set(warnings.map((warning) => warning.kind)))
      warned.set(kind, (warned.get(kind) ?? 0) + 1)
  for (const [kind, count] of warned)
    facets.push({ id: `${WARNING}${kind}`, title: warningTitle({ kind, entity: null }), count })
  return facets.filter(({ count }) => count > 0)
}

export const SORTS = [
  ['line', 'Line'],
  ['domain', 'Domain'],
  ['operator', 'Operator'],
  ['confidence', 'Confidence, highest first'],
  ['warnings', 'Warnings first'],
] as const
export type Sort = (typeof SORTS)[number][0]

interface Wanted {
  facet: string
  text: string
  sort: Sort
}

/** An unknown facet filters nothing. Upper and lower case of the text count as equal. */
export function shownRows(rows: readonly ListRow[], own: Owned, wanted: Wanted): ListRow[] {
  const has = FACETS.find(([id]) => id === wanted.facet)?.[2]
  const kind = wanted.facet.startsWith(WARNING) ? wanted.facet.slice(WARNING.length) : null
  const text = wanted.text.trim().toLowerCase()
  const shown = rows.filter((row) => {
    if (has !== undefined && !has(row, own)) return false
    if (kind !== null && !row.warnings.some((warning) => warning.kind === kind)) return false
    return text === '' || textsOf(row).some((part) => part?.toLowerCase().includes(text))
  })
  return shown.sort((one, other) => ORDERS[wanted.sort](one, other) || one.index - other.index)
}

const textsOf = (row: ListRow) => [
  row.domain,
  row.domain_unicode,
  row.entity,
  row.note,
  row.error?.message,
]

const SEVERITIES = { high: 3, medium: 2, info: 1 } as const
const gravity = ({ warnings: [first] }: ListRow) =>
  first === undefined ? 0 : SEVERITIES[first.severity]
const compareTexts = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)
/** Sorts behind every name. */
const LAST = '\uffff'
const operatorKey = ({ entity }: ListRow) => entity?.toLowerCase() ?? LAST

const ORDERS: Record<Sort, (one: ListRow, other: ListRow) => number> = {
  line: () => 0,
  domain: (one, other) => compareTexts(one.domain, other.domain),
  operator: (one, other) => compareTexts(operatorKey(one), operatorKey(other)),
  confidence: (one, other) => confidenceOf(other) - confidenceOf(one),
  warnings: (one, other) => gravity(other) - gravity(one),
}
const confidenceOf = ({ entity, confidence }: ListRow) =>
  entity === null ? -1 : (confidence ?? -1)

export interface Group {
  /** Name from outside of an operator. Null for a group of rows without one. */
  operator: string | null
  /** Words of ours for a group without an operator. */
  title: string
  isOwn: boolean
  rows: ListRow[]
}

const TITLES = {
  imitates: 'Imitations',
  nobody: NOBODY_NAMED,
  absent: 'Not registered',
  unfinished: 'Waiting or running',
  failed: 'Failed',
  refused: 'Refused or stopped',
  operator: '',
} as const

/** Own operators first, then the largest groups, then the rows without an operator. */
export function groupsOf(rows: readonly ListRow[], own: Owned): Group[] {
  const groups = new Map<string, Group>()
  for (const row of rows) {
    const { kind, name } = answerWords(row)
    const operator = kind === 'operator' ? name : null
    const key = operator === null ? kind : `operator ${operator}`
    const known = groups.get(key)
    if (known !== undefined) known.rows.push(row)
    else
      groups.set(key, {
        operator,
        title: TITLES[kind],
        isOwn: operator !== null && own.has(operator),
        rows: [row],
      })
  }
  const rank = ({ operator, isOwn }: Group) => (isOwn ? 0 : operator === null ? 2 : 1)
  return [...groups.values()].sort(
    (one, other) => rank(one) - rank(other) || other.rows.length - one.rows.length,
  )
}
