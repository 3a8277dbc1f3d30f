import { useCallback } from 'preact/hooks'
import { useSearchParams } from 'wouter-preact'

/**
 * A filtered view can be bookmarked, shared and reloaded. An empty value is left out of the
 * address. Changing a filter also forgets the offset of the page.
 */
export function useQueryState(name: string): [value: string, change: (value: string) => void] {
  const [parameters, setParameters] = useSearchParams()
  const change = useCallback(
    (value: string) => {
      setParameters(
        (previous) => {
          const next = new URLSearchParams(previous)
          if (value === '') next.delete(name)
          else next.set(name, value)
          if (name !== 'offset') next.delete('offset')
          return next
        },
        { replace: true },
      )
    },
    [name, setParameters],
  )
  return [parameters.get(name) ?? '', change]
}

/** A malformed offset counts as 0. */
export function useOffset(): [offset: number, change: (offset: number) => void] {
  const [text, setText] = useQueryState('offset')
  const offset = /^\d{1,7}$/.test(text) ? Number(text) : 0
  return [offset, (next) => setText(next === 0 ? '' : String(next))]
}
