import { EntityLink } from '../named-links.tsx'
import { OutsideText } from '../outside-text.tsx'
import { confidenceInWords, percent } from '../texts.ts'
import { candidateParts, type Verdict } from './verdict-parts.ts'

const FILLS = ['bg-accent', 'bg-good', 'bg-warn', 'bg-bad'] as const
const fillOf = (place: number) => FILLS[place] ?? 'bg-control'

interface BarProps {
  candidates: Verdict['candidates']
  /** True if the reasons of the first candidate stand elsewhere. */
  isFirstExplained: boolean
}

export function CandidateBar({ candidates, isFirstExplained }: BarProps) {
  return (
    <div>
      <h3 class="text-sm font-medium">Candidates</h3>
      <div aria-hidden="true" class="my-2 flex h-3 overflow-hidden rounded-full bg-raised">
        {candidateParts(candidates).map(({ confidence }, place) => (
          <span
            key={place}
            class={fillOf(place)}
            style={{ width: `${Math.max(0, Math.min(100, confidence * 100))}%` }}
          />
        ))}
      </div>
      <ol class="flex flex-col gap-2 text-sm">
        {candidates.map(({ entity, confidence, rationale }, place) => (
          <li key={place} class="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2">
            <span
              aria-hidden="true"
              class={`mt-1.5 size-2.5 rounded-full ${place < FILLS.length ? fillOf(place) : 'bg-raised'}`}
            />
            <div class="min-w-0">
              <span class="font-medium">
                <EntityLink name={entity} />
              </span>{' '}
              <span class="whitespace-nowrap tabular-nums">
                {percent(confidence)}{' '}
                <span class="text-muted">{confidenceInWords(confidence)}</span>
              </span>
              {(place > 0 || !isFirstExplained) && (
                <p class="text-muted">
                  <OutsideText text={rationale} max={160} />
                </p>
              )}
            </div>
          </li>
        ))}
      </ol>
    </div>
  )
}
