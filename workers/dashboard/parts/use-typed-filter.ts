import { useEffect, useRef, useState } from 'preact/hooks'

const PAUSE_MS = 300

/**
 * Text of a field that becomes the filter after a pause of typing. A filter that changes by
 * itself, for example by the button "Back", replaces the text. The own filter, which arrives late,
 * does not, because the user may have typed more since.
 */
export function useTypedFilter(
  filter: string,
  change: (filter: string) => void,
): [typed: string, setTyped: (text: string) => void, applyNow: () => void] {
  const [typed, setTyped] = useState(filter)
  const sent = useRef(filter)
  const apply = () => {
    const text = typed.trim()
    if (text === sent.current) return
    sent.current = text
    change(text)
  }
  const latest = useRef(apply)
  latest.current = apply
  useEffect(() => {
    if (filter === sent.current) return
    sent.current = filter
    setTyped(filter)
  }, [filter])
  useEffect(() => {
    if (typed.trim() === sent.current) return
    const timer = setTimeout(() => latest.current(), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed])
  return [typed, setTyped, apply]
}
