import type { ComponentChildren } from 'preact'
import { useId, useRef, useState } from 'preact/hooks'
import { Link } from 'wouter-preact'
import { Button } from './button.tsx'

/** `file` is downloaded, `page` is a page of the dashboard, `copied` goes to the clipboard. */
export type MenuItem = {
  readonly label: string
  readonly hint?: string
  readonly isDangerous?: boolean
} & (
  | { readonly act: () => void }
  | { readonly page: string }
  | { readonly file: string; readonly name: string }
  | { readonly copied: string }
)

interface MenuProps {
  /** Content of the button. */
  children: ComponentChildren
  /** Name for screen readers, if the content is only a symbol. It can contain text from outside. */
  label?: string
  look?: 'plain' | 'quiet'
  items: readonly MenuItem[]
}

const MARGIN_PX = 4
const EDGE_PX = 8
const ITEM =
  'flex w-full cursor-pointer flex-col items-start rounded-md px-3 py-2 text-left text-sm ' +
  'hover:bg-raised focus:bg-raised'

/**
 * Menu button of the ARIA patterns, whose arrow keys move. Its list is a native popover, which
 * closes with Escape and with a press outside, and gives the focus back.
 */
export function Menu({ children, label, look = 'plain', items }: MenuProps) {
  const id = useId()
  const [copied, setCopied] = useState<string | null>(null)
  const frame = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLDivElement>(null)
  // The event "toggle" comes later, so a fast second Enter would close the menu again.
  const open = () => {
    if (list.current === null || frame.current === null) return
    if (!list.current.matches(':popover-open')) list.current.showPopover()
    place(list.current, frame.current)
    itemsIn(list.current)[0]?.focus({ preventScroll: true })
  }
  const choose = (item: MenuItem) => {
    if ('copied' in item)
      return void navigator.clipboard.writeText(item.copied).then(
        () => setCopied(item.label),
        () => setCopied(null),
      )
    list.current?.hidePopover()
    if ('act' in item) item.act()
  }
  return (
    <div ref={frame} class="flex">
      <Button
        look={look}
        popovertarget={id}
        aria-label={label}
        aria-haspopup="menu"
        onClick={(event) => {
          event.preventDefault()
          if (list.current?.matches(':popover-open') === true) list.current.hidePopover()
          else open()
        }}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown') return
          event.preventDefault()
          open()
        }}
      >
        {children}
      </Button>
      <div
        ref={list}
        id={id}
        popover="auto"
        role="menu"
        tabIndex={-1}
        aria-label={label ?? 'Choices'}
        class="fixed m-0 w-60 max-w-[calc(100vw-1rem)] rounded-lg border border-line bg-surface p-1 shadow-lg [inset:unset]"
        onToggle={() => setCopied(null)}
        onKeyDown={(event) => {
          if (event.key === 'Tab') event.currentTarget.hidePopover()
          else if (moveFocus(event.currentTarget, event.key)) event.preventDefault()
        }}
      >
        {items.map((item) => (
          <Item
            key={item.label}
            item={item}
            isCopied={copied === item.label}
            onChoose={() => choose(item)}
          />
        ))}
      </div>
      <span role="status" class="sr-only">
        {copied === null ? '' : 'Copied'}
      </span>
    </div>
  )
}

/** Puts the opened list inside the window: above its button if there is no room below it. */
function place(list: HTMLElement, frame: HTMLElement): void {
  const { top, bottom, left } = frame.getBoundingClientRect()
  const { clientWidth, clientHeight } = document.documentElement
  const { offsetWidth: width, offsetHeight: height } = list
  const isLow = bottom + MARGIN_PX + height > clientHeight && top > height
  list.style.top = `${isLow ? top - MARGIN_PX - height : bottom + MARGIN_PX}px`
  list.style.left = `${Math.min(left, clientWidth - EDGE_PX - width)}px`
}

interface ItemProps {
  item: MenuItem
  isCopied: boolean
  onChoose: () => void
}

function Item({ item, isCopied, onChoose }: ItemProps) {
  const common = {
    role: 'menuitem' as const,
    tabIndex: -1,
    class: `${ITEM} ${item.isDangerous === true ? 'text-bad' : 'text-ink'}`,
    onClick: onChoose,
  }
  const content = (
    <>
      <span>{isCopied ? 'Copied' : item.label}</span>
      {item.hint !== undefined && <span class="text-xs text-muted">{item.hint}</span>}
    </>
  )
  if ('page' in item)
    return (
      <Link href={item.page} {...common}>
        {content}
      </Link>
    )
  if ('file' in item)
    return (
      <a href={item.file} download={item.name} {...common}>
        {content}
      </a>
    )
  return (
    <button type="button" {...common}>
      {content}
    </button>
  )
}

const itemsIn = (list: HTMLElement): HTMLElement[] => [
  ...list.querySelectorAll<HTMLElement>('[role=menuitem]'),
]

/** Returns true if the key moves the focus. */
function moveFocus(list: HTMLElement, key: string): boolean {
  const items = itemsIn(list)
  const place = items.findIndex((item) => item.matches(':focus'))
  const next: Record<string, number> = {
    ArrowDown: (place + 1) % items.length,
    ArrowUp: (place - 1 + items.length) % items.length,
    Home: 0,
    End: items.length - 1,
  }
  const wanted = next[key]
  if (wanted === undefined) return false
  items[wanted]?.focus()
  return true
}
