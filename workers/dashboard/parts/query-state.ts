import { useCallback } from 'preact/hooks'
import { useSearchParams } from 'wouter-preact'

/**
 * Keeps a filter in the query of the address, so that a filtered view can be bookmarked, shared and
 * reloaded. An empty value is left out of the address. A changed filter shows the list from its
 * first page again.
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

/**
 * Position in a list at which the page begins, from the query of the address. A malformed value
 * counts as 0.
 */
export function useOffset(): [offset: number, change: (offset: number) => void] {
  const [text, setText] = useQueryState('offset')
  const offset = /^\d{1,7}$/.test(text) ? Number(text) : 0
  return [offset, (next) => setText(next === 0 ? '' : String(next))]
}
