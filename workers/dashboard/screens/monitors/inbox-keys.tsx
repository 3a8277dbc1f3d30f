import { useEffect, useRef, useState } from 'preact/hooks'
import { Dialog } from '../../parts/dialog.tsx'
import { CheckField } from '../../parts/field.tsx'

export interface KeyActions {
  onMove: (step: 1 | -1) => void
  onSelect: () => void
  onAcknowledge: () => void
  onHelp: () => void
}

const STORED = 'inbox-keys'
const OFF = 'off'

function areStoredOn(): boolean {
  try {
    return localStorage.getItem(STORED) !== OFF
  } catch {
    // The browser may forbid access to storage.
    return true
  }
}

// A key that the user types into a field, or while a dialog is open, is no command.
function isCommand({ target, ctrlKey, metaKey, altKey, defaultPrevented }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey || altKey || defaultPrevented) return false
  if (document.querySelector('dialog[open]') !== null) return false
  if (!(target instanceof Element)) return true
  return target.closest('input:not([type=checkbox]), textarea, select, [contenteditable]') === null
}

/** Single keys can be switched off, because speech input may press them (WCAG 2.1.4). */
export function useInboxKeys(actions: KeyActions) {
  const [areOn, setOn] = useState(areStoredOn)
  const latest = useRef(actions)
  latest.current = actions
  useEffect(() => {
    if (!areOn) return
    const commands: Record<string, () => void> = {
      j: () => latest.current.onMove(1),
      k: () => latest.current.onMove(-1),
      x: () => latest.current.onSelect(),
      e: () => latest.current.onAcknowledge(),
      '?': () => latest.current.onHelp(),
    }
    const onKeyDown = (event: KeyboardEvent) => {
      const command = Object.hasOwn(commands, event.key) ? commands[event.key] : undefined
      if (command === undefined || !isCommand(event)) return
      event.preventDefault()
      command()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [areOn])
  const change = (next: boolean) => {
    setOn(next)
    try {
      localStorage.setItem(STORED, next ? 'on' : OFF)
    } catch {
      // The choice then holds only until the page is closed.
    }
  }
  return { areOn, change }
}

const KEYS = [
  ['j', 'Next change'],
  ['k', 'Previous change'],
  ['x', 'Select the change, or clear its selection'],
  ['e', 'Acknowledge the selected changes as expected, or else the current one'],
  ['?', 'Show these keys'],
] as const

interface HelpProps {
  isOpen: boolean
  onClose: () => void
  keys: ReturnType<typeof useInboxKeys>
}

export function KeyHelp({ isOpen, onClose, keys: { areOn, change } }: HelpProps) {
  return (
    <Dialog title="Keys" isOpen={isOpen} onClose={onClose}>
      <dl class="grid grid-cols-[auto_minmax(0,1fr)] items-baseline gap-x-4 gap-y-2 text-sm">
        {KEYS.map(([key, effect]) => (
          <div key={key} class="contents">
            <dt>
              <kbd class="rounded border border-control bg-raised px-2 py-0.5 font-mono">{key}</kbd>
            </dt>
            <dd>{effect}</dd>
          </div>
        ))}
      </dl>
      <CheckField label="Use these keys" isChecked={areOn} onCheck={change} />
    </Dialog>
  )
}
