import type { FactName, Facts } from './fingerprint.ts'
import {
  type ConfirmedChange,
  isUnlocked,
  KINDS_OF_FACTS,
  type NameState,
  SITE_FACTS,
} from './judge-reading.ts'
import type { Kind } from './kinds.ts'

const SITE_KINDS: readonly Kind[] = ['redirect_changed', 'parked']

interface Watcher {
  passive: boolean
}

/** A passive monitor has no facts of the site, also if an active one watches the same domain. */
export const factsFor = ({ passive }: Watcher, facts: Facts): Facts =>
  passive ? withoutSite(facts) : facts

/** The change as this monitor may know it. It may have no kinds. */
export function changeFor({ passive }: Watcher, change: ConfirmedChange): ConfirmedChange {
  if (!passive) return change
  const [before, after] = [withoutSite(change.before), withoutSite(change.after)]
  const isReturned = !isSiteReturned(change) || isOtherReturned({ ...change, before, after })
  const kinds = change.kinds.filter(
    (kind) => !SITE_KINDS.includes(kind) && (kind !== 'returned' || isReturned),
  )
  return { ...change, before, after, kinds, isUnparked: false }
}

/** A fact that changed has its own kind or, if its earlier value came back, "returned". */
const isSiteReturned = ({ after, kinds }: ConfirmedChange): boolean =>
  (after.redirect !== undefined && !kinds.includes('redirect_changed')) ||
  (after.parked === true && !kinds.includes('parked'))

function isOtherReturned(change: ConfirmedChange): boolean {
  const { after, kinds } = change
  const isLockReturned =
    isUnlocked(change) &&
    after.registered_at === undefined &&
    !kinds.includes('transfer_lock_removed')
  return (
    isLockReturned ||
    KINDS_OF_FACTS.some(([name, kind]) => after[name] !== undefined && !kinds.includes(kind))
  )
}

/**
 * The state of a domain before a reading. A passive reading never confirms a suspected fact of the
 * site, so the suspicion would wait forever.
 */
export const stateFor = ({ passive }: Watcher, state: NameState): NameState =>
  passive
    ? { ...state, facts: withoutSite(state.facts), suspicions: withoutSite(state.suspicions) }
    : state

function withoutSite<Known extends Partial<Record<FactName, unknown>>>(known: Known): Known {
  const kept = { ...known }
  for (const name of SITE_FACTS) delete kept[name]
  return kept
}
