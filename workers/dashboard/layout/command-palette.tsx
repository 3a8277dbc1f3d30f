import { useId, useState } from 'preact/hooks'
import { useLocation } from 'wouter-preact'
import { CONTROL } from '../parts/field.tsx'
import { useModal } from '../parts/modal.ts'
import { OutsideName } from '../parts/outside-name.tsx'
import { type Hit, hitsFor } from './palette-hits.ts'
import { usePaletteSearch } from './use-palette-search.ts'

const TEXT_CHARACTERS_MAX = 2_000
const PROMPT = 'Type a domain, an operator, a list or a page'

interface PaletteProps {
  isOpen: boolean
  onClose: () => void
}

/**
 * Follows the combobox pattern of the ARIA Authoring Practices, so that it works with the keyboard
 * and a screen reader.
 */
export default function CommandPalette({ isOpen, onClose }: PaletteProps) {
  const dialog = useModal(isOpen)
  return (
    <dialog
      ref={dialog}
      aria-label="Commands"
      onClose={onClose}
      class="mx-auto mt-[10vh] w-full max-w-xl rounded-lg border border-line bg-surface p-3 text-ink shadow-lg"
    >
      {isOpen && <Choices onClose={onClose} />}
    </dialog>
  )
}

function Choices({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState('')
  const [active, setActive] = useState(0)
  const [, navigate] = useLocation()
  const id = useId()
  const { isSearching, ...searched } = usePaletteSearch(text)
  const hits = hitsFor(text, searched)
  const marked = Math.min(active, hits.length - 1)
  const open = (hit: Hit | undefined) => {
    if (hit === undefined) return
    onClose()
    navigate(hit.href)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0 && hits.length > 0) {
      event.preventDefault()
      const next = (marked + step + hits.length) % hits.length
      setActive(next)
      document.getElementById(`${id}-${next}`)?.scrollIntoView({ block: 'nearest' })
    }
    if (event.key === 'Enter') {
      event.preventDefault()
      open(hits[marked])
    }
  }
  return (
    <>
      <input
        autofocus
        role="combobox"
        aria-label={PROMPT}
        aria-expanded="true"
        aria-controls={`${id}-list`}
        aria-activedescendant={hits.length > 0 ? `${id}-${marked}` : undefined}
        placeholder={PROMPT}
        autocomplete="off"
        spellcheck={false}
        maxLength={TEXT_CHARACTERS_MAX}
        class={CONTROL}
        value={text}
        onInput={(event) => {
          setText(event.currentTarget.value)
          setActive(0)
        }}
        onKeyDown={onKeyDown}
      />
      <div
        id={`${id}-list`}
        role="listbox"
        aria-label="Commands"
        class="mt-2 flex max-h-[60vh] flex-col overflow-y-auto"
      >
        {hits.map((hit, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are handled by the text field, which keeps the focus.
          <div
            key={hit.href}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === marked}
            class={
              'grid cursor-pointer grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-3 rounded-md px-3 py-2 text-sm ' +
              `${index === marked ? 'bg-accent-soft text-accent' : ''}`
            }
            onClick={() => open(hit)}
          >
            <span class="min-w-0">
              <OutsideName text={hit.label} max={120} />
              {hit.detail !== null && (
                <span class="block text-xs text-muted">
                  <OutsideName text={hit.detail} max={80} />
                </span>
              )}
            </span>
            <span class="text-xs text-muted">{hit.kind}</span>
          </div>
        ))}
      </div>
      <p role="status" class="px-3 pt-2 text-xs text-muted">
        {hits.length > 0 ? '' : isSearching ? 'Searching…' : 'Nothing fits.'}
      </p>
    </>
  )
}
