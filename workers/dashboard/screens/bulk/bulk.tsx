import { useState } from 'preact/hooks'
import { ListCheckNote } from '../../parts/list-check-note.tsx'
import { ListInput, type ListSource } from '../../parts/list-input.tsx'
import { Page, Section } from '../../parts/page.tsx'
import { useCheckedList } from '../../parts/use-checked-list.ts'
import { CheckedList } from './checked-list.tsx'
import { RecentLists } from './recent-lists.tsx'

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
        <ListCheckNote list={list} />
      </Section>
      {list.state === 'checked' && (
        <CheckedList key={list.id} content={list.content} preview={list.preview} />
      )}
      <RecentLists />
    </Page>
  )
}
