import { useQuery } from '@tanstack/preact-query'
import { useState } from 'preact/hooks'
import { api, read, type Schemas } from '../../api/api-client.ts'
import { failureOf } from '../../api/failure.ts'
import { BasisMark } from '../../parts/basis.tsx'
import { Button } from '../../parts/button.tsx'
import { Confidence } from '../../parts/confidence.tsx'
import { exactEntityQuery } from '../../parts/exact-entity.ts'
import { KeepFocus } from '../../parts/keep-focus.tsx'
import { DomainLink, EntityLink } from '../../parts/named-links.tsx'
import { Section } from '../../parts/page.tsx'
import { EmptyState, FailureNote, Skeleton } from '../../parts/states.tsx'
import { counted } from '../../parts/texts.ts'
import { Time } from '../../parts/time.tsx'

const [NOT_FOUND, UNAVAILABLE] = [404, 503]

type Row = Pick<Schemas['PortfolioDomain'], 'domain' | 'confidence' | 'basis'>

interface RelatedProps {
  domain: string
  operator: string | null
}

/**
 * Domains from analyses are shown at once. A list of registration data counts against a daily
 * limit, so it is read only when the user presses the button.
 */
export function DomainRelated({ domain, operator }: RelatedProps) {
  const [isWanted, setWanted] = useState(false)
  const known = useQuery(exactEntityQuery(operator ?? ''))
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
  const rows = (portfolio.data?.domains ?? known.data?.domains ?? []).filter(
    (row) => row.domain !== domain,
  )
  const isIdle = portfolio.data === undefined && !portfolio.isFetching && !portfolio.isError
  return (
    <Section
      title="Other domains of the operator"
      lead={
        portfolio.data === undefined ? (
          'From analyses by this service.'
        ) : (
          <Origin portfolio={portfolio.data} />
        )
      }
    >
      <KeepFocus>
        {known.isLoading && <Skeleton lines={2} label="Loading the domains of the operator" />}
        {rows.length > 0 && <Related rows={rows} />}
        {rows.length === 0 && !known.isLoading && !portfolio.isFetching && !portfolio.isError && (
          <p class="text-sm text-muted">
            {operator === null
              ? 'No operator is known, so no other domain is.'
              : 'No other domain of this operator is known.'}
          </p>
        )}
        {isIdle && operator !== null && (
          <div class="flex flex-wrap items-center gap-3 pt-3 print:hidden">
            <Button onClick={() => setWanted(true)}>Look in registration data</Button>
            <p class="text-sm text-muted">
              Costs no credits. A list that is not stored counts to your lists of the day.
            </p>
          </div>
        )}
        {portfolio.isFetching && <Skeleton lines={4} label="Reading the domains of the operator" />}
        {portfolio.isError && !portfolio.isFetching && (
          <Failure error={portfolio.error} retry={() => void portfolio.refetch()} />
        )}
      </KeepFocus>
    </Section>
  )
}

const Origin = ({ portfolio }: { portfolio: Schemas['DomainPortfolioResponse'] }) => (
  <>
    {counted(portfolio.total, 'domain')} of <EntityLink name={portfolio.entity} />,{' '}
    {portfolio.cached ? 'stored' : 'read'} <Time at={portfolio.fetched_at} />.
    {portfolio.truncated && ' Not all of them are listed.'}
  </>
)

const Related = ({ rows }: { rows: readonly Row[] }) => (
  <ul aria-label="Domains of the operator" class="flex flex-col divide-y divide-line text-sm">
    {rows.map(({ domain, confidence, basis }) => (
      <li key={domain} class="grid gap-x-4 gap-y-1 py-2 sm:grid-cols-[minmax(0,1fr)_8rem]">
        <span class="flex min-w-0 flex-wrap items-baseline gap-x-2">
          <DomainLink domain={domain} />
          <BasisMark basis={basis} />
        </span>
        {confidence === null ? (
          <span class="text-muted">not analyzed</span>
        ) : (
          <Confidence value={confidence} isSmall />
        )}
      </li>
    ))}
  </ul>
)

function Failure({ error, retry }: { error: unknown; retry: () => void }) {
  const { status } = failureOf(error)
  if (status === NOT_FOUND)
    return (
      <EmptyState title="No operator is known">
        Other domains are found by the name of the operator, and no analysis has found a clear one
        yet.
      </EmptyState>
    )
  if (status === UNAVAILABLE)
    return (
      <EmptyState
        title="Registration data is not available"
        action={<Button onClick={retry}>Try again</Button>}
      >
        This service has no provider of registration data, or the provider does not answer now.
        Nothing was counted.
      </EmptyState>
    )
  return <FailureNote error={error} retry={retry} />
}
