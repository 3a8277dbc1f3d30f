import type { ComponentChildren } from 'preact'
import type { Tone } from './badge.tsx'

const LOOKS: Partial<Record<Tone, string>> = {
  good: 'border-good bg-good-soft',
  warn: 'border-warn bg-warn-soft',
}

/**
 * A notice that appears after the page has loaded needs a live region around it, so that screen
 * readers announce it.
 */
export function Notice({
  tone = 'neutral',
  children,
}: {
  tone?: Tone
  children: ComponentChildren
}) {
  return (
    <div
      class={
        'flex flex-col items-start gap-2 rounded-md border p-4 text-sm ' +
        `${LOOKS[tone] ?? 'border-line bg-raised'}`
      }
    >
      {children}
    </div>
  )
}
