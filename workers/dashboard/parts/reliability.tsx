import type { Schemas } from '../api/api-client.ts'
import { Badge, type Tone } from './badge.tsx'
import { BasisMark } from './basis.tsx'
import { OutsideName } from './outside-name.tsx'
import { type Warning, warningTitle } from './warning-words.ts'

type Answer = Pick<Schemas['JobListItem'], 'basis' | 'warnings'>

const SEVERITY_TONES: Record<Warning['severity'], Tone> = {
  high: 'bad',
  medium: 'warn',
  info: 'neutral',
}
/** A badge has one line, so a long name of a company must be cut. */
const BADGE_CHARACTERS_MAX = 32

/** A list has no room for all warnings, so only the gravest one is shown. */
export function ReliabilityMark({ answer: { basis, warnings } }: { answer: Answer }) {
  const [first, ...others] = warnings
  if (basis === null && first === undefined) return null
  return (
    <span class="mt-1 flex flex-wrap gap-1">
      <BasisMark basis={basis} />
      {first !== undefined && (
        <Badge tone={SEVERITY_TONES[first.severity]}>
          <span class="sr-only">Warning: </span>
          <OutsideName text={warningTitle(first)} max={BADGE_CHARACTERS_MAX} />
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
