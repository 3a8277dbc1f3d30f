import { useQuery } from '@tanstack/preact-query'
import { useState } from 'preact/hooks'
import { Link } from 'wouter-preact'
import { api, read, type Schemas } from '../../api/api-client.ts'
import { failureOf } from '../../api/failure.ts'
import { Badge } from '../../parts/badge.tsx'
import { BasisMark } from '../../parts/basis.tsx'
import { Button } from '../../parts/button.tsx'
import { Confidence } from '../../parts/confidence.tsx'
import { KeepFocus } from '../../parts/keep-focus.tsx'
import { OutsideName } from '../../parts/outside-name.tsx'
import { Section } from '../../parts/page.tsx'
import { EmptyState, FailureNote, Skeleton } from '../../parts/states.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { count, curlOf } from '../../parts/texts.ts'
import { Time } from '../../parts/time.tsx'

const [NOT_FOUND, UNAVAILABLE] = [404, 503]

type Portfolio = Schemas['DomainPortfolioResponse']
type OwnedDomain = Portfolio['domains'][number]

const COLUMNS: readonly Column<OwnedDomain>[] = [
  {
    title: 'Domain',
    cell: ({ domain }) => (
      <Link class="link" href={`/domains/${encodeURIComponent(domain)}`}>
        <OutsideName text={domain} />
      </Link>
    ),
  },
  {
    title: 'Known from',
    cell: ({ source }) =>
      source === 'local' ? 'an analysis by this service' : 'registration data (reverse WHOIS)',
  },
  {
    title: 'Confidence',
    cell: ({ confidence }) =>
      confidence === null ? '–' : <Confidence value={confidence} isSmall />,
  },
  { title: 'Basis', cell: ({ basis }) => <BasisMark basis={basis} /> },
  { title: 'Registered', cell: ({ registered_at: at }) => <Time at={at} /> },
]

/** A new list counts against a daily limit, so it is read only when the user presses the button. */
export function DomainRelated({ domain }: { domain: string }) {
  const [isWanted, setWanted] = useState(false)
  const portfolio = useQuery({
    queryKey: ['domain portfolio', domain],
    queryFn: ({ signal }) =>
      read(api.GET('/domains/{domain}/portfolio', { params: { path: { domain } }, signal })),
    enabled: isWanted,
    // The query library would read an old list again by itself. A new list counts against a daily
    // limit, so it must not.
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  const status = portfolio.isError ? failureOf(portfolio.error).status : null
  return (
    <Section
      title="Other domains of the operator"
      lead="From earlier analyses and from registration data."
    >
      <KeepFocus>
        {portfolio.data === undefined && !portfolio.isFetching && status === null && (
          <EmptyState
            title="Not read in this view"
            action={<Button onClick={() => setWanted(true)}>Show other domains</Button>}
            curl={curlOf(location.origin, {
              path: `/domains/${encodeURIComponent(domain)}/portfolio`,
            })}
          >
            A list that is not stored yet is bought from a provider. That costs no credits, but
            counts to your purchases of the day (free 5, pro 50, team 500).
          </EmptyState>
        )}
        {portfolio.isFetching && <Skeleton lines={4} label="Reading the domains of the operator" />}
        {!portfolio.isFetching && portfolio.isError && status === NOT_FOUND && (
          <EmptyState title="No operator is known">
            Other domains are found by the name of the operator, and no analysis has found a clear
            one yet.
          </EmptyState>
        )}
        {!portfolio.isFetching && portfolio.isError && status === UNAVAILABLE && (
          <EmptyState
            title="Registration data is not available"
            action={<Button onClick={() => void portfolio.refetch()}>Try again</Button>}
          >
            This service has no provider of registration data, or the provider does not answer now.
            Nothing was counted.
          </EmptyState>
        )}
        {!portfolio.isFetching &&
          portfolio.isError &&
          status !== NOT_FOUND &&
          status !== UNAVAILABLE && (
            <FailureNote error={portfolio.error} retry={() => void portfolio.refetch()} />
          )}
        {portfolio.data !== undefined && <Owned portfolio={portfolio.data} />}
      </KeepFocus>
    </Section>
  )
}

function Owned({ portfolio }: { portfolio: Portfolio }) {
  const { entity, domains, total, truncated, cached, fetched_at: at } = portfolio
  return (
    <div class="flex flex-col gap-3">
      <p class="flex flex-wrap items-center gap-2 text-sm">
        <span>
          {count(total)} {total === 1 ? 'domain' : 'domains'} of{' '}
          <Link class="link" href={`/entities/${encodeURIComponent(entity)}`}>
            <OutsideName text={entity} />
          </Link>
        </span>
        <span class="text-muted">
          read <Time at={at} />
        </span>
        {cached && <Badge>stored list</Badge>}
      </p>
      {truncated && <p class="text-sm text-muted">Not all of them are listed.</p>}
      <Table
        label="Domains of the operator"
        columns={COLUMNS}
        rows={domains}
        keyOf={({ domain }) => domain}
      />
    </div>
  )
}
