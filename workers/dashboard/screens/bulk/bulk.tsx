import { useState } from 'preact/hooks'
import { ListCheckNote } from '../../parts/list-check-note.tsx'
import { ListInput, type ListSource } from '../../parts/list-input.tsx'
import { Page, Section } from '../../parts/page.tsx'
import { type ListReading, useCheckedList } from '../../parts/use-checked-list.ts'
import { CheckedList } from './checked-list.tsx'
import { RecentLists } from './recent-lists.tsx'

const NOTHING: ListSource = { kind: 'text', text: '' }

export default function Lists() {
  const [source, setSource] = useState<ListSource>(NOTHING)
  const [reading, setReading] = useState<ListReading | undefined>()
  const list = useCheckedList(source, reading)
  return (
    <Page
      title="Lists"
      lead="Analyze many domains in the background. An email tells you when the answers are ready."
    >
      <Section
        title="New list"
        lead="One domain on each line, a table, or any text with domains in it. A second column becomes a note beside the domain."
      >
        <ListInput
          source={source}
          onSource={(next) => {
            setReading(undefined)
            setSource(next)
          }}
        />
        <ListCheckNote list={list} />
      </Section>
      {list.state === 'checked' && <CheckedList key={list.id} list={list} onReading={setReading} />}
      <RecentLists />
    </Page>
  )
}
