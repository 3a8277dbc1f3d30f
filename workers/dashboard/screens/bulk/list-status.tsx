import type { Schemas } from '../../api/api-client.ts'
import { FileLink } from '../../parts/button.tsx'
import { Bar } from '../../parts/confidence.tsx'
import { Section } from '../../parts/page.tsx'
import { count, counted, percent } from '../../parts/texts.ts'
import { Time } from '../../parts/time.tsx'
import { isOver, listProgress, statusSentence } from './list-progress.ts'

type BulkList = Schemas['BulkJob']

export function ListStatus({ list }: { list: BulkList }) {
  const { ended, share } = listProgress(list)
  const counts = [
    ['Answered', list.completed],
    ['Partial', list.partial],
    ['Failed', list.failed],
    ['Refused', list.rejected],
    ['Stopped', list.stopped],
    ['Waiting or running', Math.max(0, list.total - ended)],
  ] as const
  return (
    <Section title="Progress">
      <p role="status" class="pb-3 text-sm">
        {statusSentence(list)}
      </p>
      {ended > 0 && <Bar share={share} />}
      <p class="pt-1 text-sm text-muted tabular-nums">
        {count(ended)} of {counted(list.total, 'line has', 'lines have')} ended
        {ended > 0 && ` (${percent(share)})`}
      </p>
      <dl class="flex flex-wrap gap-x-8 gap-y-3 pt-4">
        {counts
          .filter(([, number]) => number > 0)
          .map(([name, number]) => (
            <div key={name}>
              <dt class="text-sm text-muted">{name}</dt>
              <dd class="text-xl font-semibold tabular-nums">{count(number)}</dd>
            </div>
          ))}
      </dl>
      <p class="pt-4 text-sm text-muted">
        Sent <Time at={list.created_at} />
        {list.completed_at !== null && (
          <>
            {' · ended '}
            <Time at={list.completed_at} />
          </>
        )}
      </p>
    </Section>
  )
}

/** Files of the service. They exist when the list has ended. */
export function ListFiles({ list }: { list: BulkList }) {
  const { exports, status } = list
  if (!isOver(list)) return null
  const isExpired = exports !== null && Date.parse(exports.expires_at) <= Date.now()
  return (
    <Section title="Files">
      {exports !== null && !isExpired ? (
        <>
          <div class="flex flex-wrap gap-2">
            <FileLink href={exports.csv_url}>Download CSV</FileLink>
            <FileLink href={exports.json_url}>Download JSON</FileLink>
            <FileLink href={exports.stix_url}>Download STIX</FileLink>
          </div>
          <p class="pt-3 text-sm text-muted">
            The files hold the operator, the confidence and the error of every line. The links
            expire <Time at={exports.expires_at} />. Whoever has a link can read the file.
          </p>
        </>
      ) : (
        <p class="text-sm text-muted">
          {isExpired
            ? 'The files have expired. The lines stay readable.'
            : status === 'completed'
              ? 'There are no files, because no line was accepted.'
              : 'There are no files.'}
        </p>
      )}
    </Section>
  )
}
