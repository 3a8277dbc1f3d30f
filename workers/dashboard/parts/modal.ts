import type { RefObject } from 'preact'
import { useEffect, useRef } from 'preact/hooks'

/**
 * Returns the reference for a `<dialog>` that is open as long as `isOpen`. As a modal dialog, it keeps the focus inside, closes with Escape
 * and returns the focus to the element that opened it.
 */
export function useModal(isOpen: boolean): RefObject<HTMLDialogElement> {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    if (isOpen && !dialog.current?.open) dialog.current?.showModal()
    if (!isOpen) dialog.current?.close()
  }, [isOpen])
  return dialog
}
