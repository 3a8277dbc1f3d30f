import { Button } from '../../parts/button.tsx'
import { CheckField } from '../../parts/field.tsx'
import { count } from '../../parts/texts.ts'
import { VERDICT_WORDS, VERDICTS, type Verdict } from './acknowledge-words.ts'

interface SelectionProps {
  total: number
  selected: number
  isBusy: boolean
  onAll: (isChosen: boolean) => void
  onVerdict: (verdict: Verdict) => void
  onHelp: () => void
}

/** Stays at the top of the window, so that a long list needs no way back. */
export function ChangeSelection(props: SelectionProps) {
  const { total, selected, isBusy, onAll, onVerdict, onHelp } = props
  return (
    <fieldset class="sticky top-0 z-1 flex flex-wrap items-center gap-2 bg-surface px-2 py-2 text-sm">
      <legend class="sr-only">Selected changes</legend>
      <CheckField
        label={selected === 0 ? `Select all ${count(total)} shown` : `${count(selected)} selected`}
        isChecked={selected === total}
        onCheck={onAll}
      />
      {selected > 0 ? (
        <span class="flex flex-wrap items-center gap-2 sm:ml-auto">
          <span class="text-muted">Acknowledge as</span>
          {VERDICTS.map((verdict) => (
            <Button key={verdict} isBusy={isBusy} onClick={() => onVerdict(verdict)}>
              {VERDICT_WORDS[verdict].action}
            </Button>
          ))}
          <Button look="quiet" onClick={() => onAll(false)}>
            Clear
          </Button>
        </span>
      ) : (
        <Button look="quiet" class="ml-auto" onClick={onHelp}>
          Keys <kbd class="font-mono text-xs text-muted">?</kbd>
        </Button>
      )}
    </fieldset>
  )
}
