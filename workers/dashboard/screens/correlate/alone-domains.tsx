import { useState } from 'preact/hooks'
import { Button } from '../../parts/button.tsx'
import { OutsideName } from '../../parts/outside-name.tsx'
import { count } from '../../parts/texts.ts'
import type { Target } from './correlation-graph.ts'
import type { Picture } from './graph-picture.ts'

const SHOWN_FIRST = 24

interface AloneProps {
  picture: Picture
  pinned: Target | null
  onPin: (target: Target | null) => void
}

/** Domains without links would take the space of the others in the picture. */
export function AloneDomains({ picture: { graph, alone }, pinned, onPin }: AloneProps) {
  const [isWhole, setWhole] = useState(false)
  if (alone.length === 0) return null
  const shown = isWhole ? alone : alone.slice(0, SHOWN_FIRST)
  return (
    <div class="flex flex-col items-start gap-2">
      <h3 class="text-sm font-semibold">Domains without links ({count(alone.length)})</h3>
      <ul aria-label="Domains without links" class="flex flex-wrap gap-x-5 gap-y-1 text-sm">
        {shown.map((index) => {
          const isPinned = pinned?.kind === 'domain' && pinned.index === index
          return (
            <li key={index} class="min-w-0">
              <button
                type="button"
                aria-pressed={isPinned}
                class="link min-h-6 cursor-pointer text-left aria-pressed:font-semibold"
                onClick={() => onPin(isPinned ? null : { kind: 'domain', index })}
              >
                <OutsideName text={graph.domains[index]?.domain ?? ''} />
              </button>
            </li>
          )
        })}
      </ul>
      {alone.length > SHOWN_FIRST && (
        <Button look="quiet" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {isWhole ? 'Show less' : `Show all ${count(alone.length)}`}
        </Button>
      )}
    </div>
  )
}
