import { OutsideText } from '../outside-text.tsx'
import { withVisibleControls } from '../texts.ts'
import type { Reason } from './verdict-parts.ts'

type Strength = NonNullable<Reason['strength']>

const STEPS: Record<Strength, number> = { strong: 3, medium: 2, weak: 1 }
const ALL_STEPS = [1, 2, 3] as const

/** The word says the same as the steps, because the steps are hidden from screen readers. */
export function StrengthMark({
  strength,
  isAgainst,
  title,
}: {
  strength: Strength | null
  isAgainst: boolean
  title?: string
}) {
  const steps: number = strength === null ? 0 : STEPS[strength]
  return (
    <span class="flex items-center gap-1.5 pt-1 text-xs text-muted" title={title}>
      {strength !== null && (
        <span aria-hidden="true" class="flex gap-0.5">
          {ALL_STEPS.map((step) => (
            <span
              key={step}
              class={`h-2 w-2.5 rounded-sm ${step > steps ? 'bg-raised' : isAgainst ? 'bg-bad' : 'bg-accent'}`}
            />
          ))}
        </span>
      )}
      <span class={isAgainst ? 'text-bad' : ''}>{isAgainst ? 'against' : strength}</span>
    </span>
  )
}

export function ReasonList({ reasons }: { reasons: readonly Reason[] }) {
  return (
    <ul class="flex flex-col">
      {reasons.map(({ text, observed, source, stance, strength }, index) => (
        <li
          key={index}
          class="grid gap-x-4 border-t border-line py-2.5 text-sm first:border-0 sm:grid-cols-[6rem_minmax(0,1fr)]"
        >
          <StrengthMark strength={strength} isAgainst={stance === 'contradicts'} />
          <div class="min-w-0">
            <OutsideText text={text} max={300} />
            <p class="text-muted">
              {withVisibleControls(source)}:{' '}
              <q class="outside">
                <OutsideText text={observed} max={240} />
              </q>
            </p>
          </div>
        </li>
      ))}
    </ul>
  )
}
