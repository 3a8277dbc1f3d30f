import type { ComponentChildren } from 'preact'

export type Tone = 'neutral' | 'good' | 'warn' | 'bad' | 'accent'

const TONES: Record<Tone, string> = {
  neutral: 'bg-raised text-ink',
  good: 'bg-good-soft text-good',
  warn: 'bg-warn-soft text-warn',
  bad: 'bg-bad-soft text-bad',
  accent: 'bg-accent-soft text-accent',
}

export function Badge({
  tone = 'neutral',
  children,
}: {
  tone?: Tone
  children: ComponentChildren
}) {
  return (
    <span
      class={
        'inline-block rounded-full px-2 py-0.5 text-xs font-medium whitespace-nowrap ' +
        `${TONES[tone]}`
      }
    >
      {children}
    </span>
  )
}

const TONE_OF_STATUS: Record<string, Tone> = {
  completed: 'good',
  delivered: 'good',
  active: 'good',
  partial: 'warn',
  queued: 'neutral',
  pending: 'neutral',
  running: 'accent',
  exporting: 'accent',
  failed: 'bad',
  'dead-lettered': 'bad',
}

/** A status that this page does not know is shown in neutral colors. */
export const StatusBadge = ({ status }: { status: string }) => (
  <Badge tone={TONE_OF_STATUS[status] ?? 'neutral'}>{status.replaceAll(/[_-]/g, ' ')}</Badge>
)
