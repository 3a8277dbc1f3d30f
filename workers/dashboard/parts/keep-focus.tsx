import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'

/**
 * When the focused control inside disappears, for example a button that loads more, the browser
 * would start again at the top of the page, and a keyboard user would lose the place.
 */
export function KeepFocus({ children }: { children: ComponentChildren }) {
  const place = useRef<HTMLDivElement>(null)
  const last = useRef<EventTarget | null>(null)
  useEffect(() => {
    const observer = new MutationObserver(() => {
      const isGone = last.current instanceof Element && !last.current.isConnected
      if (isGone && document.activeElement === document.body)
        place.current?.focus({ preventScroll: true })
    })
    if (place.current !== null) observer.observe(place.current, { childList: true, subtree: true })
    return () => observer.disconnect()
  }, [])
  return (
    <div
      ref={place}
      tabIndex={-1}
      onFocusIn={({ target }) => {
        last.current = target
      }}
    >
      {children}
    </div>
  )
}
