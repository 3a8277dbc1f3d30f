import { useLocation } from 'wouter-preact'
import { SelectField, TextField } from '../../parts/field.tsx'
import { useQueryState } from '../../parts/query-state.ts'
import { useTypedFilter } from '../../parts/use-typed-filter.ts'
import { SORTS, type Sort } from './analyses-filter.ts'
import { OUTCOMES, STATES, valueIn, WARNINGS } from './facets.ts'
import type { ServiceFilters } from './use-analyses.ts'

const TEXT_CHARACTERS_MAX = 255

/** Keeps all filters in the address. */
export function useFilters() {
  const [text, setText] = useQueryState('domain')
  const [state, setState] = useQueryState('status')
  const [outcome, setOutcome] = useQueryState('outcome')
  const [warning, setWarning] = useQueryState('warning')
  const [order, setOrder] = useQueryState('sort')
  const [, navigate] = useLocation()
  const [typed, setTyped] = useTypedFilter(text, setText)
  const status = valueIn(STATES, state)
  const found = valueIn(OUTCOMES, outcome)
  const kind = valueIn(WARNINGS, warning)
  const sort: Sort = valueIn(SORTS, order) ?? 'newest'
  const filters: ServiceFilters = {
    ...(status === undefined || status === '' ? {} : { status }),
    ...(found === undefined || found === '' ? {} : { outcome: found }),
    ...(kind === undefined || kind === '' ? {} : { warning: kind }),
  }
  // Each filter changes the address of the last rendering, so several changes at once would
  // overwrite each other.
  const clear = () => navigate('/jobs', { replace: true })
  const fields = (
    <search class="grid grid-cols-2 gap-3 lg:grid-cols-[minmax(0,2fr)_repeat(4,minmax(0,1fr))]">
      <div class="col-span-2 lg:col-span-1">
        <TextField
          label="Domain or operator"
          type="search"
          value={typed}
          onText={setTyped}
          maxLength={TEXT_CHARACTERS_MAX}
          autocomplete="off"
          spellcheck={false}
        />
      </div>
      <SelectField label="State" value={status ?? ''} choices={STATES} onChoice={setState} />
      <SelectField label="Outcome" value={found ?? ''} choices={OUTCOMES} onChoice={setOutcome} />
      <SelectField label="Warning" value={kind ?? ''} choices={WARNINGS} onChoice={setWarning} />
      <SelectField
        label="Sort by"
        value={sort}
        choices={SORTS}
        onChoice={(chosen) => setOrder(chosen === 'newest' ? '' : chosen)}
      />
    </search>
  )
  const isFiltered = text !== '' || Object.keys(filters).length > 0
  return { filters, text, sort, fields, isFiltered, clear }
}
