import type { RefObject } from 'preact'
import { useEffect, useRef } from 'preact/hooks'

/**
 * The current row is the one that contains the focus. A row has the attribute `data-change` with
 * its id, and its check box takes the focus. While a dialog is open, `isBlocked` is true.
 */
export function useRowFocus(
  list: RefObject<HTMLElement>,
  ids: readonly string[],
  isBlocked: boolean,
) {
  const wanted = useRef<string | null>(null)
  const rowOf = (id: string) =>
    list.current?.querySelector<HTMLElement>(`[data-change="${CSS.escape(id)}"]`) ?? null
  const focus = (id: string): boolean => {
    const row = rowOf(id)
    row?.querySelector('input')?.focus()
    row?.scrollIntoView({ block: 'nearest' })
    return row !== null
  }
  const current = (): string | null => {
    const row = document.activeElement?.closest<HTMLElement>('[data-change]')
    return row?.dataset.change ?? null
  }
  // Rows leave the list with a later rendering, so the focus moves after it.
  useEffect(() => {
    if (isBlocked || wanted.current === null || !ids.includes(wanted.current)) return
    focus(wanted.current)
    wanted.current = null
  }, [ids.join(), isBlocked])
  return {
    current,
    move: (step: 1 | -1) => {
      const now = current()
      const place = now === null ? -1 : ids.indexOf(now)
      const next = ids[Math.min(ids.length - 1, Math.max(0, place + step))]
      if (next !== undefined) focus(next)
    },
    /** First row after the current one that is not among `leaving`, or else the last before it. */
    nextWithout: (leaving: readonly string[]): string | null => {
      const now = current()
      const place = now === null ? -1 : ids.indexOf(now)
      const stays = (id: string) => !leaving.includes(id)
      return ids.slice(place + 1).find(stays) ?? ids.slice(0, place + 1).findLast(stays) ?? null
    },
    /** Moves the focus when the listed rows change next. */
    moveTo: (id: string | null) => {
      wanted.current = id
    },
  }
}
