import { Link } from 'wouter-preact'
import { Badge } from '../../parts/badge.tsx'
import { Confidence } from '../../parts/confidence.tsx'
import { OutsideText } from '../../parts/outside-text.tsx'
import { HistoryChanges, HistoryOperator } from './history-changes.tsx'
import type { ShownHistory } from './history-table.tsx'
import { HistoryTime, historyTime } from './history-time.tsx'
import type { HistoryEntry } from './use-history.ts'

const NAME_CHARACTERS_SHOWN = 120

/** Shows the newest entry first. An entry with changes has a filled mark and a badge. */
export function HistoryTimeline({ entries, isWhole }: ShownHistory) {
  const oldest = isWhole ? entries.at(-1) : undefined
  return (
    <ol aria-label="Timeline of the domain" class="flex flex-col">
      {entries.map((entry) => (
        <li key={entry.analyzed_at} class="group grid grid-cols-[1.25rem_minmax(0,1fr)] gap-3">
          <span aria-hidden="true" class="flex flex-col items-center">
            <span
              class={`mt-1.5 size-3 shrink-0 rounded-full border-2 border-accent ${markOf(entry)}`}
            />
            <span class="w-px flex-1 bg-line group-last:hidden" />
          </span>
          <div class="flex min-w-0 flex-col gap-1.5 pb-6 group-last:pb-0">
            <Entry entry={entry} isFirst={entry === oldest} />
          </div>
        </li>
      ))}
    </ol>
  )
}

const markOf = ({ diff }: HistoryEntry) => (diff === null ? 'bg-surface' : 'bg-accent')

function Entry({ entry, isFirst }: { entry: HistoryEntry; isFirst: boolean }) {
  const { job_id: jobId, confidence, diff } = entry
  return (
    <>
      <p class="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
        <HistoryTime entry={entry} />
        {jobId !== null && <span>{historyTime(entry)}</span>}
        {diff !== null && <Badge tone="accent">changed</Badge>}
      </p>
      <p class="font-medium">
        <HistoryOperator entry={entry} />
      </p>
      {confidence !== null && (
        <div class="text-sm">
          <Confidence value={confidence} />
        </div>
      )}
      <HistoryChanges entry={entry} isFirst={isFirst} />
      <Registration entry={entry} />
      {jobId !== null && (
        <Link class="link self-start text-sm" href={`/jobs/${encodeURIComponent(jobId)}`}>
          Open the analysis<span class="sr-only"> of {historyTime(entry)}</span>
        </Link>
      )}
    </>
  )
}

function Registration({ entry: { registrar, nameservers } }: { entry: HistoryEntry }) {
  if (registrar === null && nameservers.length === 0) return null
  return (
    <details class="text-sm">
      <summary class="cursor-pointer text-muted">Registration at this time</summary>
      <dl class="grid gap-x-4 gap-y-1 pt-1 sm:grid-cols-[8rem_minmax(0,1fr)]">
        <dt class="text-muted">Registrar</dt>
        <dd>
          {registrar === null ? (
            'Unknown'
          ) : (
            <OutsideText text={registrar} max={NAME_CHARACTERS_SHOWN} />
          )}
        </dd>
        <dt class="text-muted">Name servers</dt>
        <dd>
          {nameservers.length === 0 ? 'Unknown' : <OutsideText text={nameservers.join(', ')} />}
        </dd>
      </dl>
    </details>
  )
}
