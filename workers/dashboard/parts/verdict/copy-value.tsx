import { Check, Copy, X } from 'lucide-preact'
import { useCopy } from '../use-copy.ts'

const ICONS = { ready: Copy, copied: Check, failed: X } as const

/** `name` says to screen readers which value is copied. */
export function CopyValue({ text, name }: { text: string; name: string }) {
  const { state, copy } = useCopy(text)
  const Icon = ICONS[state]
  return (
    <button
      type="button"
      aria-label={`Copy: ${name}`}
      title="Copy"
      class="inline-flex size-7 shrink-0 cursor-pointer items-center justify-center rounded-md text-muted hover:bg-raised hover:text-ink"
      onClick={copy}
    >
      <Icon size={14} aria-hidden="true" />
      <span role="status" class="sr-only">
        {state === 'copied' ? 'Copied' : state === 'failed' ? 'Copying is not allowed' : ''}
      </span>
    </button>
  )
}
