import { SelectField, TextField } from '../../parts/field.tsx'
import { count } from '../../parts/texts.ts'
import { type Facet, SORTS, type Sort } from './list-view.ts'

const CHIP =
  'inline-flex min-h-8 cursor-pointer items-center gap-1.5 rounded-full border px-3 text-sm '

interface ChipProps {
  isPressed: boolean
  onPress: () => void
  title: string
  number: number | null
}

function Chip({ isPressed, onPress, title, number }: ChipProps) {
  return (
    <button
      type="button"
      aria-pressed={isPressed}
      class={
        CHIP +
        (isPressed
          ? 'border-accent bg-accent-soft font-medium text-accent'
          : 'border-control bg-surface hover:bg-raised')
      }
      onClick={onPress}
    >
      {title} {number !== null && <span class="tabular-nums">{count(number)}</span>}
    </button>
  )
}

interface FiltersProps {
  facets: readonly Facet[]
  /** Id of the chosen facet. Empty for all lines. */
  facet: string
  onFacet: (facet: string) => void
  text: string
  onText: (text: string) => void
  sort: Sort
  onSort: (sort: Sort) => void
  isGrouped: boolean
  onGrouped: (isGrouped: boolean) => void
}

export function ListFilters(props: FiltersProps) {
  const { facets, facet, onFacet, text, onText, sort, onSort, isGrouped, onGrouped } = props
  return (
    <>
      <div class="grid gap-3 sm:grid-cols-[minmax(0,1fr)_14rem]">
        <TextField
          label="Filter by domain, operator, note or error"
          type="search"
          value={text}
          onText={onText}
        />
        <SelectField label="Sort" value={sort} choices={SORTS} onChoice={onSort} />
      </div>
      <fieldset aria-label="Show" class="flex min-w-0 flex-wrap gap-2">
        <Chip
          title="All"
          number={null}
          isPressed={facets.every(({ id }) => id !== facet)}
          onPress={() => onFacet('')}
        />
        {facets.map(({ id, title, count: number }) => (
          <Chip
            key={id}
            title={title}
            number={number}
            isPressed={id === facet}
            onPress={() => onFacet(id === facet ? '' : id)}
          />
        ))}
      </fieldset>
      <div>
        <Chip
          title="Group by operator"
          number={null}
          isPressed={isGrouped}
          onPress={() => onGrouped(!isGrouped)}
        />
      </div>
    </>
  )
}
