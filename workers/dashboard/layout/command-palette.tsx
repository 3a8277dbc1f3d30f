import { useId, useMemo, useState } from 'preact/hooks'
import { useLocation } from 'wouter-preact'
import { CONTROL } from '../parts/field.tsx'
import { useModal } from '../parts/modal.ts'
import { NAVIGATION } from './navigation.ts'

interface Command {
  label: string
  href: string
}

const PAGES: readonly Command[] = NAVIGATION.flatMap(({ destinations }) =>
  destinations.map(({ href, title }) => ({ label: `Go to ${title}`, href })),
)
const DOMAIN = /^[^\s/@:]+\.[^\s/@:.]{2,}$/

// If the text is a domain name, the actions with this domain come first. The pages whose title
// contains the text come next.
function commandsFor(text: string): readonly Command[] {
  const query = text.trim().toLowerCase()
  const named = encodeURIComponent(query)
  const ofDomain: Command[] = DOMAIN.test(query)
    ? [
        { label: `Analyze ${query}`, href: `/?domain=${named}` },
        { label: `History of ${query}`, href: `/domains/${named}` },
        { label: `Jobs of ${query}`, href: `/jobs?domain=${named}` },
      ]
    : []
  const ofEntity: Command[] =
    query.length >= 2 && ofDomain.length === 0
      ? [{ label: `Search entities for “${query}”`, href: `/entities?q=${named}` }]
      : []
  return [
    ...ofDomain,
    ...PAGES.filter(({ label }) => label.toLowerCase().includes(query)),
    ...ofEntity,
  ]
}

interface PaletteProps {
  isOpen: boolean
  onClose: () => void
}

/**
 * Follows the combobox pattern of the ARIA Authoring Practices, so that it works with the keyboard
 * and a screen reader.
 */
export function CommandPalette({ isOpen, onClose }: PaletteProps) {
  const dialog = useModal(isOpen)
  return (
    <dialog
      ref={dialog}
      aria-label="Commands"
      onClose={onClose}
      class="mx-auto mt-[12vh] w-full max-w-lg rounded-lg border border-line bg-surface p-3 text-ink shadow-lg"
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
  const commands = useMemo(() => commandsFor(text), [text])
  const run = (command: Command | undefined) => {
    if (command === undefined) return
    onClose()
    navigate(command.href)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0 && commands.length > 0) {
      event.preventDefault()
      setActive((active + step + commands.length) % commands.length)
    }
    if (event.key === 'Enter') {
      event.preventDefault()
      run(commands[active])
    }
  }
  return (
    <>
      <input
        autofocus
        role="combobox"
        aria-label="Type a domain, a page or a name"
        aria-expanded="true"
        aria-controls={`${id}-list`}
        aria-activedescendant={commands.length > 0 ? `${id}-${active}` : undefined}
        placeholder="Type a domain, a page or a name"
        autocomplete="off"
        spellcheck={false}
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
        class="mt-2 flex max-h-[50vh] flex-col overflow-y-auto"
      >
        {commands.map((command, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are handled by the text field, which keeps the focus.
          <div
            key={command.href}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            class={
              'cursor-pointer rounded-md px-3 py-2 text-sm break-all ' +
              `${index === active ? 'bg-accent-soft text-accent' : ''}`
            }
            onClick={() => run(command)}
          >
            {command.label}
          </div>
        ))}
      </div>
      {commands.length === 0 && <p class="px-3 py-2 text-sm text-muted">Nothing fits.</p>}
    </>
  )
}
