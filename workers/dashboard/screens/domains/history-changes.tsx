import { Badge } from '../../parts/badge.tsx'
import { BasisMark } from '../../parts/basis.tsx'
import { EntityLink } from '../../parts/named-links.tsx'
import { OutsideText } from '../../parts/outside-text.tsx'
import { NOBODY_NAMED } from '../../parts/row-words.ts'
import { changesOf } from './history-words.ts'
import type { HistoryEntry } from './use-history.ts'

const NAME_CHARACTERS_SHOWN = 160

interface ChangesProps {
  entry: HistoryEntry
  /** True for the oldest entry of the whole history, which has no earlier entry to compare with. */
  isFirst: boolean
}

export function HistoryChanges({ entry, isFirst }: ChangesProps) {
  const changes = changesOf(entry.diff)
  if (changes.length === 0)
    return (
      <p class="text-sm text-muted">
        {isFirst ? 'First entry' : 'No change since the entry before'}
      </p>
    )
  return (
    <ul class="flex flex-col gap-1 text-sm">
      {changes.map(({ subject, parts }) => (
        <li key={subject} class="min-w-0">
          {parts.map((part) =>
            'words' in part ? (
              part.words
            ) : (
              <strong key={part.name} class="font-semibold">
                <OutsideText text={part.name} max={NAME_CHARACTERS_SHOWN} />
              </strong>
            ),
          )}
        </li>
      ))}
    </ul>
  )
}

/**
 * An external WHOIS record only names the registrant and is not the result of an analysis, so it
 * gets a badge.
 */
export function HistoryOperator({
  entry: { entity, basis, source, status },
}: {
  entry: HistoryEntry
}) {
  return (
    <span class="inline-flex min-w-0 flex-wrap items-center gap-2">
      <span class="min-w-0">
        {entity === null ? (
          <span class="text-muted">{status === 'failed' ? 'No answer' : NOBODY_NAMED}</span>
        ) : (
          <EntityLink name={entity} />
        )}
      </span>
      <BasisMark basis={basis} />
      {source === 'external' && <Badge>external record</Badge>}
      {status !== 'completed' && (
        <Badge tone={status === 'failed' ? 'bad' : 'warn'}>{status}</Badge>
      )}
    </span>
  )
}
