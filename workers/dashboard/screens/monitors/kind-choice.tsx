import { CheckField } from '../../parts/field.tsx'
import {
  ALL_KINDS,
  KINDS_OF_SEVERITY,
  type Kind,
  kindInWords,
  SEVERITIES,
  SEVERITY_WORDS,
} from './change-kinds.ts'

interface ChoiceProps {
  kinds: readonly Kind[]
  onKinds: (kinds: readonly Kind[]) => void
  problem: string | undefined
}

/** Hidden until the user opens it, because the default kinds fit most users. */
export function KindChoice({ kinds, onKinds, problem }: ChoiceProps) {
  const toggle = (kind: Kind, isWatched: boolean) =>
    onKinds(isWatched ? [...kinds, kind] : kinds.filter((each) => each !== kind))
  return (
    <div>
      <details class="text-sm">
        <summary class="cursor-pointer font-medium">
          Reported kinds of changes ({kinds.length} of {ALL_KINDS.length})
        </summary>
        <div class="mt-3 grid gap-4 sm:grid-cols-3">
          {SEVERITIES.map((severity) => (
            <fieldset key={severity} class="flex min-w-0 flex-col gap-1">
              <legend class="pb-1 text-muted">{SEVERITY_WORDS[severity]} severity</legend>
              {KINDS_OF_SEVERITY[severity].map((kind) => (
                <CheckField
                  key={kind}
                  label={kindInWords(kind)}
                  isChecked={kinds.includes(kind)}
                  onCheck={(isWatched) => toggle(kind, isWatched)}
                />
              ))}
            </fieldset>
          ))}
        </div>
      </details>
      <p role="alert" class="text-sm text-bad empty:hidden">
        {problem}
      </p>
    </div>
  )
}
