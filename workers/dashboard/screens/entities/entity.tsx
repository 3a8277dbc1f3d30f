import { useQuery } from '@tanstack/preact-query'
import { useMemo } from 'preact/hooks'
import { api, read, type Schemas } from '../../api/api-client.ts'
import { failureOf } from '../../api/failure.ts'
import { Button, LinkButton } from '../../parts/button.tsx'
import { saveCsv } from '../../parts/csv-file.ts'
import { exactEntityQuery } from '../../parts/exact-entity.ts'
import { OutsideText } from '../../parts/outside-text.tsx'
import { Page, Section } from '../../parts/page.tsx'
import { EmptyState, FailureNote, Skeleton } from '../../parts/states.tsx'
import { count, curlOf, shortened, withVisibleControls } from '../../parts/texts.ts'
import { Time } from '../../parts/time.tsx'
import { AnalyzeOthers } from './analyze-others.tsx'
import { CORRELATED_MAX, correlatePath, entityNameIn } from './entity-name.ts'
import { type DomainRow, OperatorDomains, operatorCsv } from './operator-domains.tsx'
import { OperatorHead } from './operator-head.tsx'
import { OwnAnalyses, useOwnAnalyses } from './own-analyses.tsx'
import { WatchDomains } from './watch-domains.tsx'

type Portfolio = Schemas['PortfolioResponse']

const TITLE_CHARACTERS_MAX = 60
const HEADING_CHARACTERS_SHOWN = 120

export default function Entity({ name: routed }: { name: string }) {
  const name = entityNameIn(location.pathname, routed)
  const portfolio = useQuery({
    queryKey: ['portfolio', name],
    queryFn: ({ signal }) =>
      read(api.GET('/entities/{name}/portfolio', { params: { path: { name } }, signal })),
    // To answer, the service may buy the list from a provider, and an account has few purchases a
    // day. So a failed request is not repeated automatically.
    retry: false,
    refetchOnWindowFocus: false,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const known = useQuery(exactEntityQuery(name, portfolio.isError)).data?.domains
  const rows = useMemo(() => rowsOf(portfolio.data, known), [portfolio.data, known])
  const domains = useMemo(() => rows.map(({ domain }) => domain), [rows])
  const shownName = portfolio.data?.entity ?? name
  const own = useOwnAnalyses(shownName, domains)
  const named = own.analyses.filter(
    ({ entity }) => entity?.toLowerCase() === shownName.toLowerCase(),
  )
  // A deep analysis asks more registers than a quick one.
  const best = named.find(({ depth }) => depth === 'deep') ?? named[0]
  return (
    <Page
      title={shortened(withVisibleControls(shownName), TITLE_CHARACTERS_MAX)}
      heading={<OutsideText text={shownName} max={HEADING_CHARACTERS_SHOWN} />}
      lead="Operator"
      curl={curlOf(location.origin, { path: `/entities/${encodeURIComponent(name)}/portfolio` })}
      actions={<Actions name={shownName} rows={rows} />}
      aside={<OperatorHead name={shownName} analysis={best} />}
    >
      <Section
        title="Domains of the operator"
        lead={portfolio.data !== undefined && <Origin portfolio={portfolio.data} />}
      >
        {portfolio.isPending && <Skeleton lines={6} label="Loading the domains" />}
        {portfolio.isError && (
          <PortfolioFailure error={portfolio.error} retry={() => void portfolio.refetch()} />
        )}
        {portfolio.data !== undefined && rows.length === 0 && <NoDomains name={name} />}
        {rows.length > 0 && <OperatorDomains rows={rows} />}
        {portfolio.data?.truncated && (
          <p class="mt-3 text-sm text-muted">
            Not all domains are listed: a list has a limit, and a young domain that only states this
            operator is counted, but not listed beside confirmed ones.
          </p>
        )}
      </Section>
      <OwnAnalyses own={own} />
    </Page>
  )
}

function rowsOf(
  portfolio: Portfolio | undefined,
  known: Schemas['FoundEntity']['domains'] | undefined,
): readonly DomainRow[] {
  if (portfolio !== undefined)
    return portfolio.domains.map((row) => ({
      ...row,
      isAnalyzed: row.confidence !== null,
      analyzed_at: null,
    }))
  return (known ?? []).map(({ last_analyzed_at: at, ...row }) => ({
    ...row,
    isAnalyzed: true,
    analyzed_at: at,
    registered_at: null,
  }))
}

function Actions({ name, rows }: { name: string; rows: readonly DomainRow[] }) {
  const domains = rows.map(({ domain }) => domain)
  const others = rows.filter(({ isAnalyzed }) => !isAnalyzed).map(({ domain }) => domain)
  if (domains.length === 0) return null
  return (
    <>
      <Button onClick={() => saveCsv('operator-domains.csv', operatorCsv(name, rows))}>CSV</Button>
      {domains.length >= 2 && (
        <LinkButton href={correlatePath(domains)}>
          Correlate{' '}
          {domains.length > CORRELATED_MAX ? `the first ${CORRELATED_MAX}` : 'these domains'}
        </LinkButton>
      )}
      <WatchDomains domains={domains} />
      {others.length > 0 && <AnalyzeOthers name={name} domains={others} />}
    </>
  )
}

const Origin = ({ portfolio }: { portfolio: Portfolio }) => (
  <>
    {count(portfolio.domains.length)} of {count(portfolio.total)} domains.{' '}
    {portfolio.cached ? 'Stored' : 'Fetched'} <Time at={portfolio.fetched_at} />.
    {portfolio.stated_count > 0 &&
      ` ${count(portfolio.stated_count)} rest on the word of their holders only.`}
  </>
)

// Errors that the user can understand and do something about. For other errors, the page shows the
// message of the service.
const REASONS: Readonly<Record<string, string>> = {
  REVERSE_WHOIS_UNAVAILABLE:
    'The list of registered domains comes from a reverse WHOIS provider. The provider is not ' +
    'configured, or does not answer at the moment.',
  RATE_LIMITED: 'The account has used its portfolios of today. Stored portfolios stay available.',
}

function PortfolioFailure({ error, retry }: { error: unknown; retry: () => void }) {
  const reason = REASONS[failureOf(error).code]
  return (
    <div class="mb-4 flex flex-col gap-4 text-sm">
      {reason === undefined ? (
        <FailureNote error={error} retry={retry} />
      ) : (
        <EmptyState title="Only domains from analyses are listed">{reason}</EmptyState>
      )}
    </div>
  )
}

const NoDomains = ({ name }: { name: string }) => (
  <EmptyState
    title="No domain of this name is known"
    action={
      <LinkButton href={`/entities?q=${encodeURIComponent(name)}`}>
        Search for similar names
      </LinkButton>
    }
  >
    The name may be spelled in another way.
  </EmptyState>
)
