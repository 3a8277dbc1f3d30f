import { useQuery } from '@tanstack/preact-query'
import { useState } from 'preact/hooks'
import { api, read, type Schemas } from '../../api/api-client.ts'
import { Button } from '../../parts/button.tsx'
import { CopyButton } from '../../parts/copy.tsx'
import { TextField } from '../../parts/field.tsx'
import { KeepFocus } from '../../parts/keep-focus.tsx'
import { OutsideText } from '../../parts/outside-text.tsx'
import { Section } from '../../parts/page.tsx'
import { EmptyState, FailureNote, Skeleton } from '../../parts/states.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { count } from '../../parts/texts.ts'
import { Time } from '../../parts/time.tsx'
import { matchingNames } from './subdomain-filter.ts'

const NAMES_STEP = 100

type Found = Schemas['SubdomainsResponse']
type Subdomain = Schemas['Subdomain']
type Source = Subdomain['sources'][number]

const SOURCES: Record<Source, string> = {
  ct: 'certificate logs',
  brute_force: 'common names in the DNS',
}
// The time of the next possible search is shown only if it is nearer than this. A sandbox domain
// has a time in the far future, which means that no search is possible again.
const SOON_MS = 31 * 86_400_000
const isSoon = (time: string) => Date.parse(time) - Date.now() < SOON_MS
const sourceNames = (sources: readonly Source[]) =>
  sources.map((source) => SOURCES[source]).join(', ')

const COLUMNS: readonly Column<Subdomain>[] = [
  {
    title: 'Name',
    cell: ({ name }) => (
      <span class="block min-w-40">
        <OutsideText text={name} />
      </span>
    ),
  },
  { title: 'Found in', cell: ({ sources }) => sourceNames(sources) },
  {
    title: 'Addresses',
    cell: ({ addresses, cname }) => (
      <span class="block min-w-40 font-mono text-xs">
        {cname !== null && (
          <span class="block">
            CNAME <OutsideText text={cname} />
          </span>
        )}
        {addresses.length === 0 && cname === null ? (
          'None'
        ) : (
          <OutsideText text={addresses.join(', ')} />
        )}
      </span>
    ),
  },
]

/** A search counts against a daily limit, so it starts only when the user presses the button. */
export function DomainSubdomains({ jobId }: { jobId: string | null }) {
  const [isWanted, setWanted] = useState(false)
  const names = useQuery({
    queryKey: ['subdomains', jobId],
    queryFn: ({ signal }) =>
      read(
        api.GET('/jobs/{job_id}/subdomains', { params: { path: { job_id: jobId ?? '' } }, signal }),
      ),
    enabled: isWanted && jobId !== null,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  return (
    <Section title="Subdomains" lead="Names under this domain from certificate logs and the DNS.">
      {jobId === null ? (
        <EmptyState title="Needs an analysis of your own">
          Subdomains belong to a finished analysis. Analyze this domain first.
        </EmptyState>
      ) : (
        <KeepFocus>
          {names.data === undefined && !names.isFetching && !names.isError && (
            <EmptyState
              title="Not searched yet"
              action={<Button onClick={() => setWanted(true)}>Show subdomains</Button>}
            >
              A search takes a few seconds and counts to your searches of the day. Stored names cost
              no search.
            </EmptyState>
          )}
          {names.isFetching && <Skeleton lines={5} label="Searching for subdomains" />}
          {names.isError && !names.isFetching && (
            <FailureNote error={names.error} retry={() => void names.refetch()} />
          )}
          {names.data !== undefined && <Names found={names.data} />}
        </KeepFocus>
      )}
    </Section>
  )
}

function Names({ found }: { found: Found }) {
  const [filter, setFilter] = useState('')
  const [shown, setShown] = useState(NAMES_STEP)
  const {
    subdomains,
    truncated,
    wildcard,
    sources_failed: failed,
    enumerated_at: at,
    expires_at: until,
  } = found
  const matching = matchingNames(subdomains, filter)
  if (subdomains.length === 0)
    return (
      <EmptyState title="No subdomains found">
        The searched sources know no name under this domain.
      </EmptyState>
    )
  return (
    <div class="flex flex-col gap-3">
      <ul class="flex flex-col gap-1 text-sm text-muted">
        <li>
          Searched <Time at={at} />.
          {isSoon(until) && (
            <>
              {' '}
              A new search is possible <Time at={until} />.
            </>
          )}
        </li>
        {truncated && <li>There are more names than the service lists.</li>}
        {wildcard && (
          <li>
            A wildcard record answers for every name, so a name without other proof may not exist.
          </li>
        )}
        {failed.length > 0 && (
          <li>Names may be missing. These sources failed: {sourceNames(failed)}.</li>
        )}
      </ul>
      <div class="flex flex-wrap items-end justify-between gap-3">
        <div class="min-w-0 flex-1 basis-48">
          <TextField
            label="Filter names and addresses"
            type="search"
            value={filter}
            onText={(text) => {
              setFilter(text)
              setShown(NAMES_STEP)
            }}
          />
        </div>
        <CopyButton label="Copy list" text={matching.map(({ name }) => name).join('\n')} />
      </div>
      <p role="status" class="text-sm text-muted">
        {count(matching.length)} of {count(subdomains.length)} names
      </p>
      {matching.length > 0 && (
        <Table
          label="Subdomains of this domain"
          columns={COLUMNS}
          rows={matching.slice(0, shown)}
          keyOf={({ name }) => name}
        />
      )}
      {matching.length > shown && (
        <Button class="self-start" onClick={() => setShown(shown + NAMES_STEP)}>
          Show more names
        </Button>
      )}
    </div>
  )
}
