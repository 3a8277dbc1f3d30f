import type { Schemas } from '../../api/api-client.ts'
import { count, counted } from '../../parts/texts.ts'

export type Entry = Schemas['LedgerEntry']

export const CAUSES = [
  'analysis',
  'list',
  'monitor',
  'correlation',
  'external_history',
  'purchase',
  'refund',
  'adjustment',
] as const
export type Cause = (typeof CAUSES)[number]

export const CAUSE_WORDS: Record<Cause, string> = {
  analysis: 'Single analyses',
  list: 'Lists',
  monitor: 'Monitors',
  correlation: 'Correlations',
  external_history: 'External history',
  purchase: 'Purchases',
  refund: 'Refunds',
  adjustment: 'Adjustments',
}

/** A refund belongs to the list or the monitor whose analysis it refunds. */
export function causeOf({ reason, started_by: startedBy }: Entry): Cause {
  if (startedBy?.startsWith('blk_')) return 'list'
  if (startedBy?.startsWith('mon_') || reason === 'monitor') return 'monitor'
  return reason === 'auto_recharge' ? 'purchase' : reason
}

export interface LedgerGroup {
  key: string
  /** Newest first. */
  entries: readonly [Entry, ...Entry[]]
  /** Sum of the changes. */
  delta: number
  /** The list of the group. Null if it has none. */
  listId: string | null
}

const dayOf = ({ created_at: at }: Entry) => at.slice(0, 10)

// Entries of a list belong together, and so do those that monitors caused on one day.
function keyOf(entry: Entry): string {
  if (causeOf(entry) === 'list') return entry.started_by ?? entry.entry_id
  if (causeOf(entry) !== 'monitor') return entry.entry_id
  return `${entry.reason === 'monitor' ? 'places' : 'analyses'} ${dayOf(entry)}`
}

/** `entries` are sorted, newest first. So are the groups, by their newest entry. */
export function ledgerGroups(entries: readonly Entry[]): LedgerGroup[] {
  const groups = new Map<string, [Entry, ...Entry[]]>()
  for (const entry of entries) {
    const key = keyOf(entry)
    const found = groups.get(key)
    if (found === undefined) groups.set(key, [entry])
    else found.push(entry)
  }
  return [...groups].map(([key, members]) => ({
    key,
    entries: members,
    delta: members.reduce((sum, { delta }) => sum + delta, 0),
    listId: causeOf(members[0]) === 'list' ? members[0].started_by : null,
  }))
}

/** The size of a list is null if it is not known. */
export function groupInWords({ entries, listId }: LedgerGroup, listSize: number | null): string {
  if (listId !== null) return listSize === null ? 'List' : `List of ${count(listSize)}`
  return entries[0].reason === 'monitor'
    ? `${counted(entries.length, 'monitor')} beyond your plan, 30 days each`
    : `${counted(entries.length, 'analysis', 'analyses')} of monitors`
}
