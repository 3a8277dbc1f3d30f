import { Link } from 'wouter-preact'
import { OutsideName } from '../../parts/outside-name.tsx'
import { SubjectLink } from '../../parts/subject-link.tsx'
import { count, counted } from '../../parts/texts.ts'
import { Time } from '../../parts/time.tsx'
import { type Entry, groupInWords, type LedgerGroup } from './ledger-groups.ts'
import { reasonInWords, signed } from './ledger-texts.ts'

const NAME_CHARACTERS_SHOWN = 80

export interface NamedList {
  name: string | null
  total: number
}

interface GroupProps {
  group: LedgerGroup
  /** Null if the list of the group is not known. */
  list: NamedList | null
}

export function LedgerGroupRow({ group, list }: GroupProps) {
  const { entries, delta, listId } = group
  const [newest] = entries
  if (entries.length === 1 && listId === null) return <EntryRow entry={newest} />
  return (
    <li class="border-b border-line py-2.5 text-sm last:border-0">
      <details>
        <summary class="cursor-pointer">
          <span class="inline-grid w-[calc(100%-1.5rem)] grid-cols-[minmax(0,1fr)_auto] gap-x-4 align-top">
            <span class="min-w-0">
              <span class="font-medium">{groupInWords(group, list?.total ?? null)}</span>
              {list?.name != null && (
                <>
                  {' · '}
                  <OutsideName text={list.name} max={NAME_CHARACTERS_SHOWN} />
                </>
              )}
              <span class="block text-muted">
                {counted(entries.length, 'entry', 'entries')} · <Time at={newest.created_at} />
              </span>
            </span>
            <Amounts delta={delta} balance={newest.balance_after} />
          </span>
        </summary>
        {listId !== null && (
          <p class="pt-2 pl-4">
            <Link class="link" href={`/bulk/${encodeURIComponent(listId)}`}>
              Open the list
            </Link>
          </p>
        )}
        <ul class="mt-1 border-l-2 border-line pl-4">
          {entries.map((entry) => (
            <EntryRow key={entry.entry_id} entry={entry} />
          ))}
        </ul>
      </details>
    </li>
  )
}

function EntryRow({ entry }: { entry: Entry }) {
  return (
    <li class="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 border-b border-line py-2.5 text-sm last:border-0">
      <span class="min-w-0">
        <span class="font-medium">{reasonInWords(entry.reason)}</span> <Subject entry={entry} />
        <span class="block text-muted">
          <Time at={entry.created_at} />
        </span>
      </span>
      <Amounts delta={entry.delta} balance={entry.balance_after} />
    </li>
  )
}

// A place belongs to the account and not to one monitor, so its id says nothing.
function Subject({
  entry: { subject_id: id, domain, reason, started_by: startedBy },
}: {
  entry: Entry
}) {
  if (id === null || reason === 'monitor') return null
  return (
    <>
      {domain === null ? (
        <SubjectLink id={id} />
      ) : (
        <Link class="link" href={`/jobs/${encodeURIComponent(id)}`}>
          <OutsideName text={domain} max={NAME_CHARACTERS_SHOWN} />
        </Link>
      )}
      {startedBy?.startsWith('mon_') && (
        <>
          {' '}
          <Link class="link" href={`/monitors/${encodeURIComponent(startedBy)}`}>
            by its monitor
          </Link>
        </>
      )}
    </>
  )
}

const Amounts = ({ delta, balance }: { delta: number; balance: number }) => (
  <span class="text-right whitespace-nowrap tabular-nums">
    <span class="block font-medium">{signed(delta)}</span>
    <span class="block text-muted">Balance {count(balance)}</span>
  </span>
)
