import { Ellipsis } from 'lucide-preact'
import { useId, useRef } from 'preact/hooks'

export interface MenuItem {
  text: string
  isDangerous?: boolean
  onChoose: () => void
}

interface MenuProps {
  /** Name of the button that opens the menu. It can contain text from outside. */
  label: string
  items: readonly MenuItem[]
}

const MARGIN_PX = 4

/** A native popover, which closes with Escape and with a press outside. */
export function RowMenu({ label, items }: MenuProps) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const menu = useRef<HTMLDivElement>(null)
  // Above the button if there is no room below it. Before the menu is shown, its height is 0.
  const place = () => {
    if (button.current === null || menu.current === null) return
    const { top, bottom, right } = button.current.getBoundingClientRect()
    const { clientWidth, clientHeight } = document.documentElement
    const height = menu.current.offsetHeight
    const isLow = bottom + MARGIN_PX + height > clientHeight && top > height
    menu.current.style.top = `${isLow ? top - MARGIN_PX - height : bottom + MARGIN_PX}px`
    menu.current.style.right = `${clientWidth - right}px`
  }
  return (
    <>
      <button
        ref={button}
        type="button"
        popovertarget={id}
        aria-label={label}
        class="inline-flex size-9 cursor-pointer items-center justify-center rounded-md hover:bg-raised"
        onClick={place}
      >
        <Ellipsis size={18} aria-hidden="true" />
      </button>
      <div
        ref={menu}
        id={id}
        popover="auto"
        onToggle={place}
        class="fixed m-0 min-w-40 rounded-md border border-line bg-surface p-1 text-sm text-ink shadow-lg [inset:unset]"
      >
        {items.map(({ text, isDangerous = false, onChoose }) => (
          <button
            key={text}
            type="button"
            class={`block w-full cursor-pointer rounded px-3 py-2 text-left hover:bg-raised ${isDangerous ? 'text-bad' : ''}`}
            onClick={() => {
              menu.current?.hidePopover()
              onChoose()
            }}
          >
            {text}
          </button>
        ))}
      </div>
    </>
  )
}
