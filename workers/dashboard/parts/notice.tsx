import type { ComponentChildren } from 'preact'
import type { Tone } from './badge.tsx'

const LOOKS: Partial<Record<Tone, string>> = {
  good: 'border-good bg-good-soft',
  warn: 'border-warn bg-warn-soft',
}

/** A notice that appears later than the page needs a live region around it. */
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
