import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { ApiButton } from './api-button.tsx'

interface PageProps {
  title: string
  /** For text from outside, for example the name of an entity, pass an OutsideText. */
  heading?: ComponentChildren
  lead?: ComponentChildren
  actions?: ComponentChildren
  /** Command that does the same with the API, for the button "API". */
  curl?: string
  /** Column beside the content. On a narrow window it follows the content. */
  aside?: ComponentChildren
  /** For a page that needs the whole window, for example a graph. */
  isWide?: boolean
  children: ComponentChildren
}

/** On a new page, the focus moves to the heading, so that screen readers start there. */
export function Page(props: PageProps) {
  const { title, heading, lead, actions, curl, aside, isWide = false, children } = props
  const top = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = `${title} · Domain Attribution`
  }, [title])
  useEffect(() => {
    // If the page itself has set the focus, for example to the domain field, the heading does not
    // take it.
    if (!document.activeElement || document.activeElement === document.body)
      top.current?.focus({ preventScroll: true })
  }, [])
  return (
    <div
      class={
        'mx-auto flex w-full flex-col gap-6 px-4 py-6 sm:px-6 ' +
        `${isWide ? 'max-w-[96rem]' : 'max-w-[1100px]'}`
      }
    >
      <header class="flex flex-wrap items-start justify-between gap-3">
        <div class="min-w-0">
          <h1 ref={top} tabIndex={-1} class="font-display text-3xl font-semibold outline-none">
            {heading ?? title}
          </h1>
          {lead !== undefined && <p class="mt-1 max-w-prose text-muted">{lead}</p>}
        </div>
        <div class="flex flex-wrap items-center gap-2 print:hidden">
          {curl !== undefined && <ApiButton command={curl} />}
          {actions}
        </div>
      </header>
      {aside === undefined ? (
        children
      ) : (
        <div class="grid gap-6 xl:grid-cols-[minmax(0,1fr)_19rem] xl:items-start">
          <div class="flex min-w-0 flex-col gap-6">{children}</div>
          <aside aria-label="Facts" class="flex min-w-0 flex-col gap-6">
            {aside}
          </aside>
        </div>
      )}
    </div>
  )
}

interface SectionProps {
  title: string
  lead?: ComponentChildren
  actions?: ComponentChildren
  children: ComponentChildren
}

export function Section({ title, lead, actions, children }: SectionProps) {
  return (
    <section class="min-w-0 rounded-lg border border-line bg-surface" aria-label={title}>
      <div class="flex flex-wrap items-start justify-between gap-2 border-b border-line px-4 py-3">
        <div class="min-w-0">
          <h2 class="text-base font-semibold">{title}</h2>
          {lead !== undefined && <p class="mt-0.5 text-sm text-muted">{lead}</p>}
        </div>
        {actions !== undefined && <div class="flex flex-wrap gap-2">{actions}</div>}
      </div>
      <div class="p-4">{children}</div>
    </section>
  )
}
