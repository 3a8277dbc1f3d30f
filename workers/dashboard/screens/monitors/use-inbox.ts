import { useRef, useState } from 'preact/hooks'
import type { Schemas } from '../../api/api-client.ts'
import { useSelection } from '../../parts/selection.ts'
import type { Asked } from './acknowledge.tsx'
import { useInboxKeys } from './inbox-keys.tsx'
import { type Acknowledgement, useAcknowledge } from './use-acknowledge.ts'
import { useRowFocus } from './use-row-focus.ts'

type Change = Schemas['Change']

/** State of a list of changes: selection, focus, keys, dialogs and what is being acknowledged. */
export function useInbox(rows: readonly Change[], isOpenOnly: boolean) {
  const [asked, setAsked] = useState<Asked | null>(null)
  const [isHelpOpen, setHelpOpen] = useState(false)
  const ids = rows.map(({ change_id: id }) => id)
  const list = useRef<HTMLOListElement>(null)
  const focus = useRowFocus(list, ids, asked !== null)
  const selection = useSelection(ids)
  const selected = rows.filter(({ change_id: id }) => selection.ids.has(id))
  const { acknowledge, ended } = useAcknowledge()
  const send = async (request: Acknowledgement) => {
    if (isOpenOnly) focus.moveTo(focus.nextWithout(request.changes.map(({ change_id: id }) => id)))
    const { done, failed } = await acknowledge.mutateAsync(request)
    const kept = new Set([...selection.ids, ...failed.map(({ item }) => item.change_id)])
    for (const { change_id: id } of done) kept.delete(id)
    selection.choose(kept)
  }
  const keys = useInboxKeys({
    onMove: focus.move,
    onSelect: () => {
      const current = focus.current()
      if (current !== null) selection.toggle(current)
    },
    onAcknowledge: () => {
      const current = focus.current()
      const wanted =
        selected.length > 0 ? selected : rows.filter((row) => row.change_id === current)
      if (wanted.length > 0 && !acknowledge.isPending)
        void send({ changes: wanted, verdict: 'expected', note: '' }).catch(() => undefined)
    },
    onHelp: () => setHelpOpen(true),
  })
  return {
    ids,
    list,
    selection,
    selected,
    acknowledge,
    ended,
    send,
    asked,
    setAsked,
    keys,
    isHelpOpen,
    setHelpOpen,
  }
}
