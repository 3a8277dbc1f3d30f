import type { ComponentChildren } from 'preact'
import { useEffect, useId, useState } from 'preact/hooks'
import { Button } from './button.tsx'
import { TextField } from './field.tsx'
import { useModal } from './modal.ts'
import { FailureNote } from './states.tsx'

interface DialogProps {
  title: string
  isOpen: boolean
  onClose: () => void
  children: ComponentChildren
}

export function Dialog({ title, isOpen, onClose, children }: DialogProps) {
  const dialog = useModal(isOpen)
  const id = useId()
  return (
    <dialog
      ref={dialog}
      aria-labelledby={id}
      onClose={onClose}
      class="m-auto w-full max-w-lg rounded-lg border border-line bg-surface p-0 text-ink shadow-lg"
    >
      {isOpen && (
        <div class="flex flex-col gap-4 p-5">
          <h2 id={id} class="text-lg font-semibold">
            {title}
          </h2>
          {children}
        </div>
      )}
    </dialog>
  )
}

interface ConfirmProps {
  title: string
  isOpen: boolean
  onClose: () => void
  /** If the action succeeds, the dialog closes. If it fails, the dialog shows the failure. */
  onConfirm: () => Promise<unknown>
  action: string
  /** Text that the user must type before an action that cannot be undone. */
  typed?: string
  /** True if the action destroys nothing. Its button then does not have the color of a warning. */
  isHarmless?: boolean
  children: ComponentChildren
}

export function ConfirmDialog({
  title,
  isOpen,
  onClose,
  onConfirm,
  action,
  typed,
  isHarmless = false,
  children,
}: ConfirmProps) {
  const [given, setGiven] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const isAllowed = typed === undefined || given.trim() === typed
  useEffect(() => {
    if (isOpen) return
    setGiven('')
    setFailure(null)
  }, [isOpen])
  const confirm = async () => {
    setBusy(true)
    setFailure(null)
    try {
      await onConfirm()
      onClose()
    } catch (error) {
      setFailure(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog title={title} isOpen={isOpen} onClose={onClose}>
      <form
        class="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          if (isAllowed && !isBusy) void confirm()
        }}
      >
        <div class="text-sm text-muted">{children}</div>
        {typed !== undefined && (
          <TextField
            label={`Type ${typed} to confirm`}
            value={given}
            onText={setGiven}
            autocomplete="off"
          />
        )}
        {failure !== null && <FailureNote error={failure} />}
        <div class="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            look={isHarmless ? 'primary' : 'danger'}
            disabled={!isAllowed}
            isBusy={isBusy}
          >
            {action}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
