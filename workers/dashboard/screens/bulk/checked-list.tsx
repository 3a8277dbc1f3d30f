import { useState } from 'preact/hooks'
import { Button } from '../../parts/button.tsx'
import { KeepFocus } from '../../parts/keep-focus.tsx'
import { LIST_LINES_MAX } from '../../parts/list-lines.ts'
import type { PreviewLine } from '../../parts/list-preview.ts'
import { OutsideText } from '../../parts/outside-text.tsx'
import { Section } from '../../parts/page.tsx'
import { EmptyState } from '../../parts/states.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { count, counted } from '../../parts/texts.ts'
import type { ListReading, ListState } from '../../parts/use-checked-list.ts'
import { LeftOut } from './left-out.tsx'
import { ListSender } from './list-sender.tsx'

const FIRST_LINES_SHOWN = 10
const REFUSED_LINES_STEP = 50
const LINE_CHARACTERS_SHOWN = 120

const LINE_COLUMNS: readonly Column<PreviewLine>[] = [
  { title: 'Line', isNumber: true, cell: ({ number }) => count(number) },
  {
    title: 'Domain',
    cell: ({ domain, text, note }) => (
      <span class="block min-w-40">
        <OutsideText text={domain ?? text} max={LINE_CHARACTERS_SHOWN} />
        {note !== '' && (
          <span class="block text-muted">
            <OutsideText text={note} max={LINE_CHARACTERS_SHOWN} />
          </span>
        )}
      </span>
    ),
  },
]

const PREVIEW_COLUMNS: readonly Column<PreviewLine>[] = [
  ...LINE_COLUMNS,
  {
    title: 'Check',
    cell: ({ domain, sameAs }) =>
      domain === null
        ? 'Refused'
        : sameAs === null
          ? 'Can be sent'
          : `Same as line ${count(sameAs)}; analyzed once`,
  },
]

const REFUSED_COLUMNS: readonly Column<PreviewLine>[] = [
  ...LINE_COLUMNS,
  {
    title: 'Reason',
    cell: ({ problem }) => (
      <span class="block min-w-48">
        <OutsideText text={problem ?? ''} />
      </span>
    ),
  },
]

const keyOf = ({ number }: PreviewLine) => String(number)

interface CheckedProps {
  list: Extract<ListState, { state: 'checked' }>
  onReading: (reading: ListReading) => void
}

export function CheckedList({ list, onReading }: CheckedProps) {
  const { content, preview, found } = list
  const { accepted, refused, distinct } = preview
  const total = preview.lines.length
  const repeated = accepted - distinct
  if (total > LIST_LINES_MAX)
    return (
      <Section title="Check">
        <p role="alert" class="text-sm text-bad">
          This list has more than {counted(LIST_LINES_MAX, 'line')}. The service does not take
          longer lists. Split it into several lists.
        </p>
      </Section>
    )
  if (total === 0)
    return (
      <Section title="Check">
        <EmptyState title="This list has no lines">
          A header and blank lines do not count.
        </EmptyState>
      </Section>
    )
  return (
    <>
      <Section
        title="Check"
        lead="Line numbers leave out the header and blank lines. The service also checks that the ending of each name exists."
      >
        <p role="status" class="pb-3 text-sm">
          {counted(total, 'line')}: <strong>{count(accepted)} can be sent</strong>,{' '}
          {count(refused.length)} refused
          {repeated > 0 && `, ${count(repeated)} repeated`}.
        </p>
        {found !== null && <LeftOut found={found} onLines={() => onReading('lines')} />}
        {found === null && refused.length > 0 && (
          <p class="pb-3 text-sm">
            <Button onClick={() => onReading('text')}>Find the domains in the text</Button>
          </p>
        )}
        <h3 class="pb-1 text-sm font-medium">First lines</h3>
        <Table
          label="First lines of the list"
          columns={PREVIEW_COLUMNS}
          rows={preview.lines.slice(0, FIRST_LINES_SHOWN)}
          keyOf={keyOf}
        />
        {refused.length > 0 && <RefusedLines refused={refused} />}
      </Section>
      {accepted > 0 ? (
        <ListSender content={content} preview={preview} />
      ) : (
        <EmptyState title="Nothing can be sent">
          Every line is refused. Correct the list and choose it again.
        </EmptyState>
      )}
    </>
  )
}

function RefusedLines({ refused }: { refused: readonly PreviewLine[] }) {
  const [shown, setShown] = useState(REFUSED_LINES_STEP)
  return (
    <KeepFocus>
      <h3 class="pt-5 pb-1 text-sm font-medium">Refused lines</h3>
      <p class="pb-1 text-sm text-muted">
        They are sent with the list, listed with their reason, and cost nothing.
      </p>
      <Table
        label="Refused lines"
        columns={REFUSED_COLUMNS}
        rows={refused.slice(0, shown)}
        keyOf={keyOf}
      />
      {refused.length > shown && (
        <Button look="quiet" onClick={() => setShown(shown + REFUSED_LINES_STEP)}>
          Show {count(Math.min(REFUSED_LINES_STEP, refused.length - shown))} more of{' '}
          {count(refused.length)}
        </Button>
      )}
    </KeepFocus>
  )
}
