import type { ButtonHTMLAttributes, ComponentChildren } from 'preact'
import { Link } from 'wouter-preact'

type Look = 'primary' | 'plain' | 'danger' | 'quiet'

const BASE =
  'inline-flex min-h-9 cursor-pointer items-center justify-center gap-2 rounded-md px-3 py-1.5 ' +
  'text-sm font-medium disabled:cursor-not-allowed disabled:opacity-60 print:hidden'
const LOOKS: Record<Look, string> = {
  primary: 'bg-accent-fill text-white hover:brightness-110',
  plain: 'border border-control bg-surface text-ink hover:bg-raised',
  danger: 'border border-bad bg-surface text-bad hover:bg-bad-soft',
  quiet: 'text-ink hover:bg-raised',
}

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  look?: Look
  // While the action runs, the button can still have the focus, so that a keyboard user need not
  // start again at the top.
  isBusy?: boolean
}

export function Button({
  look = 'plain',
  isBusy = false,
  children,
  onClick,
  class: more = '',
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      class={`${BASE} ${LOOKS[look]} ${more}`}
      aria-disabled={isBusy || undefined}
      onClick={(event) => {
        if (isBusy) event.preventDefault()
        else onClick?.call(event.currentTarget, event)
      }}
    >
      {children}
      {isBusy && <span aria-hidden="true">…</span>}
    </button>
  )
}

export function LinkButton({
  href,
  look = 'plain',
  children,
}: {
  href: string
  look?: Look
  children: ComponentChildren
}) {
  return (
    <Link href={href} class={`${BASE} ${LOOKS[look]}`}>
      {children}
    </Link>
  )
}

/** With `download`, the browser saves the file instead of opening it. */
export function FileLink(props: {
  href: string
  download?: boolean | string
  children: ComponentChildren
}) {
  return (
    <a href={props.href} download={props.download ?? true} class={`${BASE} ${LOOKS.plain}`}>
      {props.children}
    </a>
  )
}
