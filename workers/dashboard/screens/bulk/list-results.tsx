import { useQuery } from '@tanstack/preact-query'
import { Link } from 'wouter-preact'
import { refusalOf } from '../../api/api-client.ts'
import { failureOf } from '../../api/failure.ts'
import { StatusBadge } from '../../parts/badge.tsx'
import { Confidence } from '../../parts/confidence.tsx'
import { SelectField, TextField } from '../../parts/field.tsx'
import { OutsideName } from '../../parts/outside-name.tsx'
import { OutsideText } from '../../parts/outside-text.tsx'
import { useOffset, useQueryState } from '../../parts/query-state.ts'
import { EmptyState, FailureNote, Skeleton } from '../../parts/states.tsx'
import { type Column, Pager, Table } from '../../parts/table.tsx'
import { count } from '../../parts/texts.ts'
import {
  matchingResults,
  RESULT_KINDS,
  type ResultKind,
  type ResultLine,
  resultLines,
} from './result-file.ts'

const LINES_PER_PAGE = 50
const NAME_CHARACTERS_SHOWN = 120
const FILE_LIMIT_MS = 60_000

const KINDS: readonly (readonly [ResultKind, string])[] = [
  ['all', 'All lines'],
  ['found', 'With an operator'],
  ['unclear', 'Without a clear operator'],
  ['unfinished', 'Failed, rejected or stopped'],
]

const COLUMNS: readonly Column<ResultLine>[] = [
  { title: 'Line', isNumber: true, cell: ({ number }) => count(number) },
  {
    title: 'Domain',
    cell: ({ domain, jobId }) => (
      <span class="block min-w-40">
        {jobId === null ? (
          <OutsideText text={domain} max={NAME_CHARACTERS_SHOWN} />
        ) : (
          <Link class="link" href={`/jobs/${encodeURIComponent(jobId)}`}>
            <OutsideName text={domain} />
          </Link>
        )}
      </span>
    ),
  },
  {
    title: 'Operator',
    cell: ({ entity, error, status }) => (
      <span class="block min-w-48">
        {entity !== null && <OutsideText text={entity} max={NAME_CHARACTERS_SHOWN} />}
        {entity === null && error === null && (
          <span class="text-muted">
            {status === 'stopped' ? 'Not analysed' : 'No clear operator'}
          </span>
        )}
        {error !== null && <OutsideText text={error} />}
      </span>
    ),
  },
  {
    title: 'Confidence',
    cell: ({ confidence, entity }) =>
      confidence === null || entity === null ? '–' : <Confidence value={confidence} isSmall />,
  },
  { title: 'Status', cell: ({ status }) => <StatusBadge status={status} /> },
]

/** Reads the results from the CSV file, because the API's list of lines has no search. */
export function ListResults({ id, fileAddress }: { id: string; fileAddress: string }) {
  const file = useQuery({
    queryKey: ['bulk', id, 'file'],
    queryFn: async ({ signal }) => resultLines(await readFile(fileAddress, signal)),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const [text, setText] = useQueryState('q')
  const [wantedKind, setKind] = useQueryState('kind')
  const [offset, setOffset] = useOffset()
  if (file.isPending) return <Skeleton lines={6} label="Loading the results" />
  if (file.isError) return <FailureNote error={file.error} retry={() => void file.refetch()} />
  const kind = RESULT_KINDS.find((each) => each === wantedKind) ?? 'all'
  const matching = matchingResults(file.data, kind, text)
  const shown = matching.slice(offset, offset + LINES_PER_PAGE)
  return (
    <>
      <div class="grid gap-3 pb-3 sm:grid-cols-2">
        <TextField
          label="Filter by domain, operator or error"
          type="search"
          value={text}
          onText={setText}
        />
        <SelectField
          label="Show"
          value={kind}
          choices={KINDS}
          onChoice={(next) => setKind(next === 'all' ? '' : next)}
        />
      </div>
      <p role="status" class="pb-1 text-sm text-muted">
        {count(matching.length)} of {count(file.data.length)} lines
      </p>
      {shown.length === 0 ? (
        <EmptyState title="No line matches">Change the filter to see other lines.</EmptyState>
      ) : (
        <Table
          label="Lines of the list"
          columns={COLUMNS}
          rows={shown}
          keyOf={({ number }) => String(number)}
        />
      )}
      <Pager
        offset={offset}
        limit={LINES_PER_PAGE}
        shown={shown.length}
        hasMore={matching.length > offset + LINES_PER_PAGE}
        onOffset={setOffset}
      />
    </>
  )
}

async function readFile(address: string, signal: AbortSignal): Promise<string> {
  try {
    const response = await fetch(address, {
      signal: AbortSignal.any([signal, AbortSignal.timeout(FILE_LIMIT_MS)]),
    })
    if (!response.ok) throw refusalOf(await response.json().catch(() => null), response)
    return await response.text()
  } catch (error) {
    throw error instanceof DOMException && error.name === 'AbortError' ? error : failureOf(error)
  }
}
