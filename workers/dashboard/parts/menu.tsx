import type { ComponentChildren, RefObject } from 'preact'
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { Link } from 'wouter-preact'
import { Button } from './button.tsx'

/** `file` is downloaded, `page` is a page of the dashboard, `copied` goes to the clipboard. */
export type MenuItem = { readonly label: string; readonly hint?: string } & (
  | { readonly act: () => void }
  | { readonly page: string }
  | { readonly file: string; readonly name: string }
  | { readonly copied: string }
)

interface MenuProps {
  /** Content of the button. */
  children: ComponentChildren
  /** Name for screen readers, if the content is only a symbol. */
  label?: string
  items: readonly MenuItem[]
}

const EDGE_PX = 8
const ITEM =
  'flex w-full cursor-pointer flex-col items-start rounded-md px-3 py-2 text-left text-sm ' +
  'text-ink hover:bg-raised focus:bg-raised'

/** Menu button of the ARIA patterns: arrow keys move, Escape gives the focus back. */
export function Menu({ children, label, items }: MenuProps) {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const [copied, setCopied] = useState<string | null>(null)
  const frame = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const close = (isFocusBack: boolean) => {
    setOpen(false)
    setCopied(null)
    if (isFocusBack) frame.current?.querySelector('button')?.focus()
  }
  const shift = useOpened(isOpen, list)
  usePressOutside(isOpen, frame, () => close(false))
  const choose = (item: MenuItem) => {
    if ('copied' in item)
      return void navigator.clipboard.writeText(item.copied).then(
        () => setCopied(item.label),
        () => setCopied(null),
      )
    close(!('page' in item))
    if ('act' in item) item.act()
  }
  return (
    <div ref={frame} class="relative">
      <Button
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => (isOpen ? close(false) : setOpen(true))}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' || isOpen) return
          event.preventDefault()
          setOpen(true)
        }}
      >
        {children}
      </Button>
      {isOpen && (
        <div
          ref={list}
          id={id}
          role="menu"
          tabIndex={-1}
          aria-label={label ?? 'Choices'}
          style={{ left: `${shift}px` }}
          class="absolute top-full z-20 mt-1 w-60 max-w-[calc(100vw-1rem)] rounded-lg border border-line bg-surface p-1 shadow-lg"
          onKeyDown={(event) => {
            if (event.key === 'Escape') {
              event.stopPropagation()
              close(true)
            } else if (event.key === 'Tab') close(false)
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
      )}
      <span role="status" class="sr-only">
        {copied === null ? '' : 'Copied'}
      </span>
    </div>
  )
}

/** Moves the focus into the opened list. Returns the way in pixels that keeps it in the window. */
function useOpened(isOpen: boolean, list: RefObject<HTMLDivElement>): number {
  const [shift, setShift] = useState(0)
  useLayoutEffect(() => {
    if (!isOpen || list.current === null) return setShift(0)
    const { left, width } = list.current.getBoundingClientRect()
    const room = document.documentElement.clientWidth - EDGE_PX
    setShift(Math.min(0, room - (left + width)))
    itemsIn(list.current)[0]?.focus()
  }, [isOpen])
  return shift
}

function usePressOutside(
  isOpen: boolean,
  frame: RefObject<HTMLDivElement>,
  onPress: () => void,
): void {
  const latest = useRef(onPress)
  latest.current = onPress
  useEffect(() => {
    if (!isOpen) return
    const listen = ({ target }: Event) => {
      if (target instanceof Node && frame.current?.contains(target) !== true) latest.current()
    }
    document.addEventListener('pointerdown', listen)
    return () => document.removeEventListener('pointerdown', listen)
  }, [isOpen])
}

interface ItemProps {
  item: MenuItem
  isCopied: boolean
  onChoose: () => void
}

function Item({ item, isCopied, onChoose }: ItemProps) {
  const common = { role: 'menuitem' as const, tabIndex: -1, class: ITEM, onClick: onChoose }
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
