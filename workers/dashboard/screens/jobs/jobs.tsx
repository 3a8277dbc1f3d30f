import { useEffect, useState } from 'preact/hooks'
import { Button, LinkButton } from '../../parts/button.tsx'
import { saveCsv } from '../../parts/csv.ts'
import { SelectField, TextField } from '../../parts/field.tsx'
import { KeepFocus } from '../../parts/keep-focus.tsx'
import { Page, Section } from '../../parts/page.tsx'
import { useQueryState } from '../../parts/query-state.ts'
import { EmptyState, FailureNote, Skeleton } from '../../parts/states.tsx'
import { count, curlOf } from '../../parts/texts.ts'
import { csvRows } from './analyses-csv.ts'
import { type Analysis, SORTS, type Sort, sorted } from './analyses-filter.ts'
import { AnalysisList } from './analysis-list.tsx'
import { OUTCOMES, STATES, valueIn, WARNINGS } from './facets.ts'
import { type ServiceFilters, useAnalyses } from './use-analyses.ts'

const PAUSE_MS = 300
const TEXT_CHARACTERS_MAX = 255

export default function Jobs() {
  const { filters, text, sort, fields, isFiltered, clear } = useFilters()
  const { pages, analyses, loaded } = useAnalyses(filters, text)
  const shown = sorted(analyses, sort)
  const search = new URLSearchParams(Object.entries(filters))
  return (
    <Page
      title="Analyses"
      lead="Every analysis of this account."
      curl={curlOf(location.origin, { path: `/jobs${search.size === 0 ? '' : `?${search}`}` })}
      actions={
        <>
          <LinkButton href="/feedback">Feedback</LinkButton>
          <LinkButton href="/" look="primary">
            New analysis
          </LinkButton>
        </>
      }
    >
      <Section title="Find">{fields}</Section>
      <Section
        title={isFiltered ? 'Found' : 'All analyses'}
        actions={
          shown.length > 0 && (
            <Button onClick={() => saveCsv('analyses.csv', csvRows(shown))}>
              Save {count(shown.length)} as CSV
            </Button>
          )
        }
      >
        {pages.isPending && <Skeleton lines={8} label="Loading the analyses" />}
        {pages.isError && <FailureNote error={pages.error} retry={() => void pages.refetch()} />}
        {pages.isSuccess && (
          <KeepFocus>
            {shown.length > 0 && <AnalysisList analyses={shown} />}
            {shown.length === 0 && !isFiltered && (
              <EmptyState
                title="No analysis yet"
                action={<LinkButton href="/">Analyze a domain</LinkButton>}
              >
                Analyses that you or your programs start appear here.
              </EmptyState>
            )}
            {shown.length === 0 && isFiltered && (
              <EmptyState
                title="No analysis fits"
                action={<Button onClick={clear}>Clear the filters</Button>}
              >
                {pages.hasNextPage
                  ? `Your newest ${count(loaded)} analyses were searched.`
                  : 'All your analyses were searched.'}
              </EmptyState>
            )}
            <More pages={pages} shown={shown} loaded={loaded} />
          </KeepFocus>
        )}
      </Section>
    </Page>
  )
}

interface MoreProps {
  pages: ReturnType<typeof useAnalyses>['pages']
  shown: readonly Analysis[]
  loaded: number
}

function More({ pages, shown, loaded }: MoreProps) {
  return (
    <div class="flex flex-wrap items-center gap-3 pt-4 print:hidden">
      {pages.hasNextPage && (
        <Button isBusy={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
          Search older analyses
        </Button>
      )}
      <p role="status" class="text-sm text-muted">
        {shown.length > 0 &&
          `${count(shown.length)} shown${pages.hasNextPage ? `, from your newest ${count(loaded)}` : ''}`}
      </p>
    </div>
  )
}

function useFilters() {
  const [text, setText] = useQueryState('domain')
  const [state, setState] = useQueryState('status')
  const [outcome, setOutcome] = useQueryState('outcome')
  const [warning, setWarning] = useQueryState('warning')
  const [order, setOrder] = useQueryState('sort')
  const [typed, setTyped] = useState(text)
  useEffect(() => setTyped((before) => (before.trim() === text ? before : text)), [text])
  useEffect(() => {
    if (typed.trim() === text) return
    const timer = setTimeout(() => setText(typed.trim()), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed, text, setText])
  const status = valueIn(STATES, state)
  const found = valueIn(OUTCOMES, outcome)
  const kind = valueIn(WARNINGS, warning)
  const sort: Sort = valueIn(SORTS, order) ?? 'newest'
  const filters: ServiceFilters = {
    ...(status === undefined || status === '' ? {} : { status }),
    ...(found === undefined || found === '' ? {} : { outcome: found }),
    ...(kind === undefined || kind === '' ? {} : { warning: kind }),
  }
  const clear = () => {
    setTyped('')
    for (const change of [setText, setState, setOutcome, setWarning]) change('')
  }
  const fields = (
    <search class="grid gap-3 sm:grid-cols-2 lg:grid-cols-[minmax(0,2fr)_repeat(4,minmax(0,1fr))]">
      <TextField
        label="Domain or operator"
        type="search"
        value={typed}
        onText={setTyped}
        maxLength={TEXT_CHARACTERS_MAX}
        autocomplete="off"
        spellcheck={false}
      />
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
