import { Check, Copy, X } from 'lucide-preact'
import { useEffect, useState } from 'preact/hooks'

const CONFIRMATION_MS = 2_000
const ICONS = { ready: Copy, copied: Check, failed: X } as const

/** `name` says to screen readers which value is copied. */
export function CopyValue({ text, name }: { text: string; name: string }) {
  const [state, setState] = useState<keyof typeof ICONS>('ready')
  useEffect(() => {
    if (state === 'ready') return
    const timer = setTimeout(() => setState('ready'), CONFIRMATION_MS)
    return () => clearTimeout(timer)
  }, [state])
  const Icon = ICONS[state]
  return (
    <button
      type="button"
      aria-label={`Copy: ${name}`}
      title="Copy"
      class="inline-flex size-7 shrink-0 cursor-pointer items-center justify-center rounded-md text-muted hover:bg-raised hover:text-ink"
      onClick={() =>
        void navigator.clipboard.writeText(text).then(
          () => setState('copied'),
          () => setState('failed'),
        )
      }
    >
      <Icon size={14} aria-hidden="true" />
      <span role="status" class="sr-only">
        {state === 'copied' ? 'Copied' : state === 'failed' ? 'Copying is not allowed' : ''}
      </span>
    </button>
  )
}
