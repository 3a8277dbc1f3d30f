import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'

/**
 * Keeps the keyboard position when the focused control inside disappears, for example a button that
 * loads more. Otherwise the browser would move a keyboard user to the top of the page.
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
