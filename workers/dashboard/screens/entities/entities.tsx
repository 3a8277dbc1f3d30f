import { keepPreviousData, useQuery } from '@tanstack/preact-query'
import { useState } from 'preact/hooks'
import { api, readPage, type Schemas } from '../../api/api-client.ts'
import { Badge } from '../../parts/badge.tsx'
import { BasisMark } from '../../parts/basis.tsx'
import { Button, LinkButton } from '../../parts/button.tsx'
import { Confidence } from '../../parts/confidence.tsx'
import { ENTITY_CHARACTERS } from '../../parts/entity-characters.ts'
import { CheckField, TextField } from '../../parts/field.tsx'
import { DomainLink, EntityLink } from '../../parts/named-links.tsx'
import { Page, Section } from '../../parts/page.tsx'
import { useOffset, useQueryState } from '../../parts/query-state.ts'
import { EmptyState, FailureNote, Skeleton } from '../../parts/states.tsx'
import { Pager } from '../../parts/table.tsx'
import { count, counted, curlOf } from '../../parts/texts.ts'
import { Time } from '../../parts/time.tsx'
import { useTypedFilter } from '../../parts/use-typed-filter.ts'

type FoundEntity = Schemas['FoundEntity']

const ENTITIES_PER_PAGE = 20
const DOMAINS_SHOWN = 5

export default function Entities() {
  const [query, setQuery] = useQueryState('q')
  const [counted, setCounted] = useQueryState('portfolio')
  const [text, setText, searchNow] = useTypedFilter(query, setQuery)
  const q = query.trim()
  const isSearched = q.length >= ENTITY_CHARACTERS.min
  return (
    <Page
      title="Operators"
      curl={curlOf(location.origin, {
        path: `/entities/search?q=${encodeURIComponent(isSearched ? q : 'example')}`,
      })}
      lead="Search the operators that analyses found, by name. Spelling and legal forms do not matter."
    >
      <search>
        <form
          class="flex flex-col gap-4"
          onSubmit={(event) => {
            event.preventDefault()
            searchNow()
          }}
        >
          <div class="flex items-end gap-2">
            <div class="min-w-0 flex-1">
              <TextField
                label="Name of the operator"
                type="search"
                autocomplete="off"
                spellcheck={false}
                maxLength={ENTITY_CHARACTERS.max}
                value={text}
                onText={setText}
              />
            </div>
            <Button type="submit" look="primary">
              Search
            </Button>
          </div>
          <CheckField
            label="Count the registered domains of the first five"
            hint="The counts come from a provider of reverse WHOIS and take 1 to 3 seconds for each operator."
            isChecked={counted === '1'}
            onCheck={(isChecked) => setCounted(isChecked ? '1' : '')}
          />
        </form>
      </search>
      {isSearched ? (
        <Results q={q.slice(0, ENTITY_CHARACTERS.max)} isCounted={counted === '1'} />
      ) : (
        <EmptyState title="Type at least two characters">
          Each result lists the domains of the operator, with the confidence of each.
        </EmptyState>
      )}
    </Page>
  )
}

function Results({ q, isCounted }: { q: string; isCounted: boolean }) {
  const [offset, setOffset] = useOffset()
  const results = useQuery({
    queryKey: ['entities', q, offset, isCounted],
    queryFn: ({ signal }) => {
      const query = {
        q,
        offset,
        limit: ENTITIES_PER_PAGE,
        ...(isCounted ? { include_portfolio: true } : {}),
      }
      return readPage(api.GET('/entities/search', { params: { query }, signal }))
    },
    placeholderData: keepPreviousData,
  })
  if (results.isPending) return <Skeleton lines={6} label="Searching" />
  if (results.isError)
    return <FailureNote error={results.error} retry={() => void results.refetch()} />
  const { entities } = results.data.data
  const hasMore = results.data.meta.has_more
  const where = hasMore || offset > 0 ? ' on this page' : ''
  return (
    <Section title="Found operators">
      <p role="status" class="mb-3 text-sm text-muted tabular-nums">
        {results.isPlaceholderData
          ? 'Searching…'
          : `${counted(entities.length, 'operator')}${where}`}
      </p>
      {entities.length === 0 ? (
        <EmptyState
          title="No operator of this name is known"
          action={<LinkButton href="/">Analyze a domain</LinkButton>}
        >
          Only operators that an analysis has found are listed. Try a shorter name, or analyze one
          of its domains.
        </EmptyState>
      ) : (
        <ul
          class={
            'flex flex-col divide-y divide-line ' +
            `${results.isPlaceholderData ? 'opacity-60' : ''}`
          }
        >
          {entities.map((entity) => (
            <Result key={entity.entity_id} entity={entity} />
          ))}
        </ul>
      )}
      <Pager
        offset={offset}
        limit={ENTITIES_PER_PAGE}
        shown={entities.length}
        hasMore={hasMore}
        onOffset={setOffset}
      />
    </Section>
  )
}

const MATCHES: Record<FoundEntity['match'], string> = {
  exact: 'exact name',
  prefix: 'begins with it',
  substring: 'contains it',
  fuzzy: 'similar name',
}

function Result({ entity }: { entity: FoundEntity }) {
  const [isWhole, setWhole] = useState(false)
  const {
    name,
    match,
    domains,
    domain_count: total,
    stated_count: stated,
    portfolio_count: registered,
  } = entity
  const shown = isWhole ? domains : domains.slice(0, DOMAINS_SHOWN)
  const rest = total - shown.length
  return (
    <li class="flex flex-col gap-2 py-4 text-sm first:pt-0 last:pb-0">
      <div class="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <h3 class="min-w-0 text-base font-semibold">
          <EntityLink name={name} />
        </h3>
        <Badge tone={match === 'exact' ? 'good' : 'neutral'}>{MATCHES[match]}</Badge>
        <span class="text-muted tabular-nums">
          {counted(total, 'domain')}
          {stated > 0 && `, ${count(stated)} stated by the site only`}
          {registered !== undefined && `, ${count(registered)} registered under this name`}
        </span>
      </div>
      <ul class="flex flex-col gap-1">
        {shown.map(({ domain, confidence, basis, last_analyzed_at: at }) => (
          <li key={domain} class="grid gap-x-4 sm:grid-cols-[minmax(0,1fr)_auto_8rem]">
            <span class="flex min-w-0 flex-wrap items-baseline gap-x-2">
              <DomainLink domain={domain} />
              <BasisMark basis={basis} />
            </span>
            <Confidence value={confidence} isSmall />
            <span class="text-muted">
              <Time at={at} />
            </span>
          </li>
        ))}
      </ul>
      {domains.length > DOMAINS_SHOWN && (
        <div>
          <Button look="quiet" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
            {isWhole ? 'Show fewer domains' : `Show ${count(domains.length)} domains`}
          </Button>
        </div>
      )}
      {rest > 0 && (isWhole || domains.length <= DOMAINS_SHOWN) && (
        <p class="text-muted">
          {count(rest)} others are not listed here. Young domains that only state this operator are
          counted, but never listed beside confirmed ones.
        </p>
      )}
    </li>
  )
}
