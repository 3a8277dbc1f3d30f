import type { ComponentChildren } from 'preact'
import { useEffect, useId, useLayoutEffect, useRef } from 'preact/hooks'
import { CONTROL } from '../../parts/field.tsx'

/** A longer text scrolls. */
const HEIGHT_MAX_PX = 260

interface FieldProps {
  text: string
  onText: (text: string) => void
  hint: ComponentChildren
  problem: string | undefined
}

/** Enter analyzes, and Shift and Enter begin a new line. */
export function DomainField({ text, onText, hint, problem }: FieldProps) {
  const id = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => field.current?.focus(), [])
  useLayoutEffect(() => {
    const area = field.current
    if (area === null) return
    area.style.height = 'auto'
    const borders = area.offsetHeight - area.clientHeight
    area.style.height = `${Math.min(HEIGHT_MAX_PX, area.scrollHeight + borders)}px`
  }, [text])
  return (
    <div class="flex min-w-0 flex-col gap-1">
      <label for={id} class="text-sm font-medium">
        Domain
      </label>
      <textarea
        ref={field}
        id={id}
        class={`${CONTROL} resize-none px-4 py-3 text-lg`}
        rows={1}
        value={text}
        aria-invalid={problem === undefined ? undefined : true}
        aria-describedby={`${id}-hint ${id}-problem`}
        autocomplete="off"
        autocapitalize="none"
        spellcheck={false}
        inputMode="url"
        enterkeyhint="go"
        onInput={({ currentTarget }) => onText(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return
          event.preventDefault()
          event.currentTarget.form?.requestSubmit()
        }}
      />
      <p id={`${id}-hint`} class="text-sm text-muted">
        {hint}
      </p>
      <p id={`${id}-problem`} role="alert" class="text-sm text-bad empty:hidden">
        {problem}
      </p>
    </div>
  )
}
