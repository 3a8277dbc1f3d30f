import { confidenceInWords, percent } from './texts.ts'

const fillOf = (confidence: number) =>
  confidence >= 0.75 ? 'bg-good' : confidence >= 0.5 ? 'bg-accent' : 'bg-warn'

export function Confidence({ value, isSmall = false }: { value: number; isSmall?: boolean }) {
  return (
    <span class="flex items-center gap-2">
      <Bar share={value} fill={fillOf(value)} width={isSmall ? 'w-16' : 'w-32'} />
      <span class="tabular-nums">{percent(value)}</span>
      {!isSmall && <span class="text-muted">{confidenceInWords(value)}</span>}
    </span>
  )
}

/**
 * `share` is between 0 and 1. A text next to the bar must say the same, because the bar is hidden
 * from screen readers.
 */
export function Bar({
  share,
  fill = 'bg-accent',
  width = 'w-full',
}: {
  share: number
  fill?: string
  width?: string
}) {
  return (
    <span
      aria-hidden="true"
      class={`inline-block h-2 shrink-0 overflow-hidden rounded-full bg-raised ${width}`}
    >
      <span
        class={`block h-full ${fill}`}
        style={{ width: `${Math.min(100, Math.max(0, share * 100))}%` }}
      />
    </span>
  )
}
