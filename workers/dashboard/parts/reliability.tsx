import type { Schemas } from '../api/api-client.ts'
import { Badge, type Tone } from './badge.tsx'
import { OutsideText } from './outside-text.tsx'

type Answer = Pick<Schemas['JobListItem'], 'basis' | 'warnings'>
type Basis = NonNullable<Answer['basis']>
type Warning = Answer['warnings'][number]

const BASIS_LABELS: Record<Basis, string> = {
  verified: 'Verified',
  corroborated: 'Confirmed by a third party',
  stated: 'Stated by the site only',
}
const BASIS_TONES: Record<Basis, Tone> = {
  verified: 'good',
  corroborated: 'accent',
  stated: 'warn',
}

const SEVERITY_LABELS: Record<Warning['severity'], string> = {
  high: 'High',
  medium: 'Medium',
  info: 'Note',
}
const SEVERITY_TONES: Record<Warning['severity'], Tone> = {
  high: 'bad',
  medium: 'warn',
  info: 'neutral',
}

const WARNING_BOXES: Record<Warning['severity'], string> = {
  high: 'border-bad bg-bad-soft',
  medium: 'border-warn bg-warn-soft',
  info: 'border-line bg-raised',
}
const SEVERITY_TEXTS: Record<Warning['severity'], string> = {
  high: 'text-bad',
  medium: 'text-warn',
  info: 'text-ink',
}

const DETAIL_CHARACTERS_SHOWN = 400

const kindLabel = (kind: string) => kind.replaceAll('_', ' ')

export const BasisBadge = ({ basis }: { basis: Basis }) => (
  <Badge tone={BASIS_TONES[basis]}>{BASIS_LABELS[basis]}</Badge>
)

/**
 * The service sorts the warnings by severity, the highest first, so the first one decides the look
 * of the box.
 */
export function WarningBox({ warnings }: { warnings: readonly Warning[] }) {
  const [first] = warnings
  if (first === undefined) return null
  return (
    <section aria-label="Warnings" class={`rounded-md border p-4 ${WARNING_BOXES[first.severity]}`}>
      <ul class="flex flex-col gap-3">
        {warnings.map((warning, index) => (
          <li key={index} class="flex flex-col items-start gap-1">
            <span class="flex flex-wrap items-center gap-2">
              <span
                class={
                  'rounded-full border border-current bg-surface px-2 text-xs font-medium ' +
                  `${SEVERITY_TEXTS[warning.severity]}`
                }
              >
                {SEVERITY_LABELS[warning.severity]}
              </span>
              <strong class="font-medium first-letter:uppercase">{kindLabel(warning.kind)}</strong>
            </span>
            <span class="max-w-prose text-sm">
              <OutsideText text={warning.detail} max={DETAIL_CHARACTERS_SHOWN} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** A list has no room for all warnings, so only the gravest one is shown. */
export function ReliabilityMark({ answer: { basis, warnings } }: { answer: Answer }) {
  const [first, ...others] = warnings
  if (basis === null && first === undefined) return null
  return (
    <span class="mt-1 flex flex-wrap gap-1">
      {basis !== null && <BasisBadge basis={basis} />}
      {first !== undefined && (
        <Badge tone={SEVERITY_TONES[first.severity]}>
          <span class="sr-only">Warning: </span>
          {kindLabel(first.kind)}
          {others.length > 0 && (
            <>
              {' '}
              <span aria-hidden="true">+{others.length}</span>
              <span class="sr-only">and {others.length} more</span>
            </>
          )}
        </Badge>
      )}
    </span>
  )
}
