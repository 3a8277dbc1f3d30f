import { useQuery } from '@tanstack/preact-query'
import { useMemo } from 'preact/hooks'
import { Link } from 'wouter-preact'
import { api, read, type Schemas } from '../../api/api-client.ts'
import { failureOf } from '../../api/failure.ts'
import { Badge } from '../../parts/badge.tsx'
import { BasisMark } from '../../parts/basis.tsx'
import { LinkButton } from '../../parts/button.tsx'
import { Confidence } from '../../parts/confidence.tsx'
import { Curl } from '../../parts/copy.tsx'
import { DomainLink } from '../../parts/named-links.tsx'
import { OutsideText } from '../../parts/outside-text.tsx'
import { Page, Section } from '../../parts/page.tsx'
import { EmptyState, FailureNote, Skeleton } from '../../parts/states.tsx'
import { Table } from '../../parts/table.tsx'
import { count, curlOf, shortened, withVisibleControls } from '../../parts/texts.ts'
import { Time } from '../../parts/time.tsx'
import { correlatePath, entityNameIn } from './entity-name.ts'
import { OwnAnalyses } from './own-analyses.tsx'

type Portfolio = Schemas['PortfolioResponse']

const TITLE_CHARACTERS_MAX = 60
const HEADING_CHARACTERS_SHOWN = 120
const KNOWN_MAX = 5

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
  const known = useKnownDomains(name, portfolio.isError)
  const domains = useMemo(
    () => (portfolio.data?.domains ?? known ?? []).map(({ domain }) => domain),
    [portfolio.data, known],
  )
  const shownName = portfolio.data?.entity ?? name
  return (
    <Page
      title={shortened(withVisibleControls(shownName), TITLE_CHARACTERS_MAX)}
      heading={<OutsideText text={shownName} max={HEADING_CHARACTERS_SHOWN} />}
      lead="Domains of this operator."
      actions={
        domains.length >= 2 && (
          <LinkButton href={correlatePath(domains)}>Correlate these domains</LinkButton>
        )
      }
    >
      <Section
        title="Portfolio"
        lead={portfolio.data !== undefined && <Origin portfolio={portfolio.data} />}
      >
        {portfolio.isPending && <Skeleton lines={6} label="Loading the portfolio" />}
        {portfolio.isError && (
          <PortfolioFailure
            error={portfolio.error}
            retry={() => void portfolio.refetch()}
            known={known}
          />
        )}
        {portfolio.data !== undefined && <PortfolioTable portfolio={portfolio.data} name={name} />}
      </Section>
      {(portfolio.data !== undefined || known !== undefined) && (
        <OwnAnalyses name={shownName} domains={domains} />
      )}
      <Curl
        command={curlOf(location.origin, {
          path: `/entities/${encodeURIComponent(name)}/portfolio`,
        })}
      />
    </Page>
  )
}

/** Returns undefined until the domains are known. */
function useKnownDomains(name: string, isWanted: boolean) {
  const search = useQuery({
    queryKey: ['entities', name, 'exact'],
    queryFn: ({ signal }) =>
      read(
        api.GET('/entities/search', { params: { query: { q: name, limit: KNOWN_MAX } }, signal }),
      ),
    enabled: isWanted && name.length >= 2,
  })
  return (
    search.data?.entities.find(({ match }) => match === 'exact')?.domains ?? (search.data && [])
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

interface FailureProps {
  error: unknown
  retry: () => void
  known: Schemas['FoundEntity']['domains'] | undefined
}

function PortfolioFailure({ error, retry, known }: FailureProps) {
  const reason = REASONS[failureOf(error).code]
  return (
    <div class="flex flex-col gap-4 text-sm">
      {reason !== undefined && <p>{reason}</p>}
      <FailureNote error={error} retry={retry} />
      {known !== undefined && known.length > 0 && (
        <>
          <p>These domains are known from analyses.</p>
          <Table
            label="Domains known from analyses"
            rows={known}
            keyOf={({ domain }) => domain}
            columns={[
              { title: 'Domain', cell: ({ domain }) => <DomainLink domain={domain} /> },
              {
                title: 'Confidence',
                cell: ({ confidence }) => <Confidence value={confidence} isSmall />,
              },
              { title: 'Basis', cell: ({ basis }) => <BasisMark basis={basis} /> },
              { title: 'Analyzed', cell: ({ last_analyzed_at: at }) => <Time at={at} /> },
            ]}
          />
        </>
      )}
    </div>
  )
}

function PortfolioTable({ portfolio, name }: { portfolio: Portfolio; name: string }) {
  if (portfolio.domains.length === 0) {
    return (
      <EmptyState title="No domain of this name is known">
        The name may be spelled in another way.{' '}
        <Link href={`/entities?q=${encodeURIComponent(name)}`} class="link">
          Search for similar names
        </Link>
      </EmptyState>
    )
  }
  return (
    <>
      <Table
        label="Portfolio"
        rows={portfolio.domains}
        keyOf={({ domain }) => domain}
        columns={[
          { title: 'Domain', cell: ({ domain }) => <DomainLink domain={domain} /> },
          {
            title: 'Found in',
            cell: ({ source }) => (
              <Badge tone={source === 'local' ? 'accent' : 'neutral'}>
                {source === 'local' ? 'analyses' : 'reverse WHOIS'}
              </Badge>
            ),
          },
          {
            title: 'Confidence',
            cell: ({ confidence }) =>
              confidence === null ? (
                <span class="text-muted">not analyzed</span>
              ) : (
                <Confidence value={confidence} isSmall />
              ),
          },
          { title: 'Basis', cell: ({ basis }) => <BasisMark basis={basis} /> },
          { title: 'Registered', cell: ({ registered_at: at }) => <Time at={at} /> },
        ]}
      />
      {portfolio.truncated && (
        <p class="mt-3 text-sm text-muted">
          Not all domains are listed: a list has a limit, and a young domain that only states this
          operator is counted, but not listed beside confirmed ones.
        </p>
      )}
    </>
  )
}
