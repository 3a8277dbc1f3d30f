import { useState } from 'preact/hooks'
import { Page, Section } from '../../parts/page.tsx'
import { CheckedList } from './checked-list.tsx'
import { ListInput, type ListSource } from './list-input.tsx'
import { LIST_BYTES_MAX } from './list-limits.ts'
import { RecentLists } from './recent-lists.tsx'
import { useCheckedList } from './use-checked-list.ts'

const NOTHING: ListSource = { kind: 'text', text: '' }

export default function Bulk() {
  const [source, setSource] = useState<ListSource>(NOTHING)
  const list = useCheckedList(source)
  return (
    <Page
      title="Bulk analysis"
      lead="Analyse a list of domains in the background. An email tells you when the results are ready."
    >
      <Section
        title="The list"
        lead="One domain on each line. Of a table, the first column counts; a header “domain” is left out."
      >
        <ListInput source={source} onSource={setSource} />
        <div role="status" class="pt-3 text-sm text-muted empty:hidden">
          {list.state === 'checking' ? 'Checking the list' : ''}
        </div>
        {list.state === 'too large' && (
          <p role="alert" class="pt-3 text-sm text-bad">
            This list has more than {LIST_BYTES_MAX / 1024 / 1024} MiB. The service does not take larger lists. Split it
            into several lists.
          </p>
        )}
        {list.state === 'unreadable' && (
          <p role="alert" class="pt-3 text-sm text-bad">
            The browser cannot read this file. Choose it again, or paste its lines.
          </p>
        )}
      </Section>
      {list.state === 'checked' && <CheckedList key={list.id} content={list.content} preview={list.preview} />}
      <RecentLists />
    </Page>
  )
}
