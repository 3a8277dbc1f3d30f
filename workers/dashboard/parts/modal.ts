import type { RefObject } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'

/**
 * A modal `<dialog>` keeps the focus inside, closes with Escape and gives the focus back to the
 * element that opened it. It is closed before the browser paints again, because the page behind an
 * open dialog takes no input.
 */
export function useModal(isOpen: boolean): RefObject<HTMLDialogElement> {
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    if (isOpen && !dialog.current?.open) dialog.current?.showModal()
    if (!isOpen) dialog.current?.close()
  }, [isOpen])
  return dialog
}
