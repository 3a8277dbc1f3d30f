import { useState } from 'preact/hooks'

interface Selection {
  ids: ReadonlySet<string>
  toggle: (id: string) => void
  choose: (ids: Iterable<string>) => void
}

/** Ids of selected rows. A row that is no longer listed does not count as selected. */
export function useSelection(listed: readonly string[]): Selection {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const ids = new Set(listed.filter((id) => chosen.has(id)))
  return {
    ids,
    toggle: (id) => {
      const next = new Set(ids)
      if (!next.delete(id)) next.add(id)
      setChosen(next)
    },
    choose: (wanted) => setChosen(new Set(wanted)),
  }
}
