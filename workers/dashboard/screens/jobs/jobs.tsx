import { AnalysisRows } from '../../parts/analysis-rows.tsx'
import { Button, LinkButton } from '../../parts/button.tsx'
import { saveCsv } from '../../parts/csv-file.ts'
import { KeepFocus } from '../../parts/keep-focus.tsx'
import { Page, Section } from '../../parts/page.tsx'
import { EmptyState, FailureNote, Skeleton } from '../../parts/states.tsx'
import { count, curlOf } from '../../parts/texts.ts'
import { analysesCsv } from './analyses-csv.ts'
import { type Analysis, sorted } from './analyses-filter.ts'
import { useAnalyses } from './use-analyses.ts'
import { useFilters } from './use-filters.tsx'

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
            <Button onClick={() => saveCsv('analyses.csv', analysesCsv(shown))}>
              Save {count(shown.length)} as CSV
            </Button>
          )
        }
      >
        {pages.isPending && <Skeleton lines={8} label="Loading the analyses" />}
        {pages.isError && <FailureNote error={pages.error} retry={() => void pages.refetch()} />}
        {pages.isSuccess && (
          <KeepFocus>
            {shown.length > 0 && <AnalysisRows label="Analyses" analyses={shown} />}
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
