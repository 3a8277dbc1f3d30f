import type { ComponentChildren } from 'preact'

export interface Column<Row> {
  title: string
  /**
   * True for a column of numbers. They are aligned at the right, and all their digits have the same
   * width.
   */
  isNumber?: boolean
  cell: (row: Row) => ComponentChildren
}

interface TableProps<Row> {
  /** Name of the table, which screen readers announce. */
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string
}

const cellClass = (isNumber: boolean | undefined) =>
  `px-3 py-2 align-top ${isNumber ? 'text-right tabular-nums whitespace-nowrap' : 'text-left'}`

/**
 * On a narrow screen, the table scrolls sideways in its own frame. The frame can have the focus, so
 * that the arrow keys scroll it.
 */
export function Table<Row>({ label, columns, rows, keyOf }: TableProps<Row>) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard (WCAG 2.1.1).
    <section class="relative overflow-x-auto" aria-label={label} tabIndex={0}>
      <table class="w-full border-collapse text-sm">
        <thead>
          <tr class="border-b border-line text-muted">
            {columns.map(({ title, isNumber }) => (
              <th key={title} scope="col" class={`${cellClass(isNumber)} font-medium`}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)} class="border-b border-line last:border-0">
              {columns.map(({ title, isNumber, cell }) => (
                <td key={title} class={cellClass(isNumber)}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

interface PagerProps {
  offset: number
  limit: number
  shown: number
  hasMore: boolean
  onOffset: (offset: number) => void
}

const STEP =
  'cursor-pointer rounded-md border border-control bg-surface px-3 py-1.5 text-sm ' +
  'disabled:cursor-not-allowed disabled:opacity-50'

export function Pager({ offset, limit, shown, hasMore, onOffset }: PagerProps) {
  if (offset === 0 && !hasMore) return null
  return (
    <nav aria-label="Pages" class="flex items-center justify-between gap-3 pt-3 text-sm">
      <span class="text-muted tabular-nums">
        {shown === 0 ? 'None' : `${offset + 1}–${offset + shown}`}
      </span>
      <span class="flex gap-2">
        <button
          type="button"
          class={STEP}
          disabled={offset === 0}
          onClick={() => onOffset(Math.max(0, offset - limit))}
        >
          Previous
        </button>
        <button
          type="button"
          class={STEP}
          disabled={!hasMore}
          onClick={() => onOffset(offset + limit)}
        >
          Next
        </button>
      </span>
    </nav>
  )
}
