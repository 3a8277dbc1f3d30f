import { useQuery } from '@tanstack/preact-query'
import { api, read, type Schemas } from '../../api/api-client.ts'
import { failureOf } from '../../api/failure.ts'
import { LinkButton } from '../../parts/button.tsx'
import { KeepFocus } from '../../parts/keep-focus.tsx'
import { OutsideText } from '../../parts/outside-text.tsx'
import { Page, Section } from '../../parts/page.tsx'
import { EmptyState, FailureNote, Skeleton } from '../../parts/states.tsx'
import { counted } from '../../parts/texts.ts'
import { ListAnswers } from './list-answers.tsx'
import { isOver } from './list-progress.ts'
import { ListFiles, ListStatus } from './list-status.tsx'
import { StopList } from './stop-list.tsx'
import { useListRows } from './use-list-rows.ts'

const POLL_MS = 4_000
const NOT_FOUND = 404

export default function ListPage({ id }: { id: string }) {
  const list = useQuery({
    queryKey: ['bulk', id],
    queryFn: ({ signal }) =>
      read(
        api.GET('/analyze/bulk/{bulk_job_id}', { params: { path: { bulk_job_id: id } }, signal }),
      ),
    refetchInterval: ({ state: { data } }) =>
      data !== undefined && isOver(data) ? false : POLL_MS,
  })
  if (list.data !== undefined) return <KnownList list={list.data} />
  const isMissing = list.isError && failureOf(list.error).status === NOT_FOUND
  return (
    <Page title="List" actions={<LinkButton href="/bulk">New list</LinkButton>}>
      {list.isPending && <Skeleton lines={5} />}
      {isMissing && (
        <EmptyState
          title="There is no such list"
          action={<LinkButton href="/bulk">All lists</LinkButton>}
        >
          The address may be mistyped, the list may belong to another account, or it was deleted: a
          list stays 400 days.
        </EmptyState>
      )}
      {list.isError && !isMissing && (
        <FailureNote error={list.error} retry={() => void list.refetch()} />
      )}
    </Page>
  )
}

function KnownList({ list }: { list: Schemas['BulkJob'] }) {
  const lines = useListRows(list.bulk_job_id, list.total)
  const untitled = `List of ${counted(list.total, 'domain')}`
  return (
    <Page
      title="List"
      heading={list.name === null ? untitled : <OutsideText text={list.name} />}
      actions={
        <>
          <KeepFocus>
            <StopList list={list} rows={lines.rows} />
          </KeepFocus>
          <LinkButton href="/bulk">New list</LinkButton>
        </>
      }
    >
      <ListStatus list={list} />
      <Section
        title="Answers"
        lead="Line numbers leave out the header and blank lines. Refused and stopped lines are deleted after 7 days."
      >
        <ListAnswers list={list} lines={lines} />
      </Section>
      <ListFiles list={list} />
    </Page>
  )
}
