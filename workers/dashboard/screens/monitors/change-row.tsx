import { useState } from 'preact/hooks'
import type { Schemas } from '../../api/api-client.ts'
import { Badge, type Tone } from '../../parts/badge.tsx'
import { DomainLink } from '../../parts/named-links.tsx'
import { OutsideName } from '../../parts/outside-name.tsx'
import { count, shortened, withVisibleControls } from '../../parts/texts.ts'
import { Time } from '../../parts/time.tsx'
import { VERDICT_WORDS, type Verdict } from './acknowledge-words.ts'
import { Became, ChangeDetails } from './change-details.tsx'
import { type Step, stepsOf } from './change-differences.ts'
import { kindInWords, SEVERITY_WORDS, type Severity } from './change-kinds.ts'

type Change = Schemas['Change']

const STEPS_SHOWN = 2
const NAMES_SHOWN = 3
const NAME_CHARACTERS_SHOWN = 60

const SEVERITY_TONES: Record<Severity, Tone> = { high: 'bad', medium: 'warn', low: 'neutral' }

interface RowProps {
  change: Change
  /** True if the details are open at first. */
  isWanted: boolean
  isSelected: boolean
  onSelect: () => void
  onAcknowledge: (verdict: Verdict) => void
}

const nameOfChange = ({ domain, kinds }: Change): string =>
  `${shortened(withVisibleControls(domain), NAME_CHARACTERS_SHOWN)}: ${kinds.map(kindInWords).join(', ')}`

export function ChangeRow({ change, isWanted, isSelected, onSelect, onAcknowledge }: RowProps) {
  const { change_id: id, domain, severity, kinds, acknowledged } = change
  const [isOpen, setOpen] = useState(isWanted)
  const steps = stepsOf(change)
  return (
    <li
      data-change={id}
      class={
        'grid min-w-0 grid-cols-[auto_minmax(0,1fr)] gap-x-3 border-b border-line px-2 py-2.5 ' +
        'text-sm last:border-0 focus-within:bg-raised ' +
        `${isSelected ? 'bg-accent-soft' : ''}`
      }
    >
      <input
        type="checkbox"
        class="mt-1 size-4 accent-accent-fill"
        aria-label={`Select ${nameOfChange(change)}`}
        checked={isSelected}
        onChange={onSelect}
      />
      <div class="flex min-w-0 flex-col gap-1">
        <div class="flex flex-wrap items-center gap-x-2 gap-y-1">
          <Badge tone={SEVERITY_TONES[severity]}>{SEVERITY_WORDS[severity]}</Badge>
          <h3 class="min-w-0 font-medium">
            <DomainLink domain={domain} />
          </h3>
          <span class="text-muted sm:ml-auto">
            <Time at={change.detected_at} />
          </span>
        </div>
        <p>{kinds.map(kindInWords).join(' · ')}</p>
        {steps.slice(0, STEPS_SHOWN).map((step, place) => (
          <StepLine key={place} step={step} />
        ))}
        {steps.length > STEPS_SHOWN && (
          <p class="text-muted">and {count(steps.length - STEPS_SHOWN)} more</p>
        )}
        {acknowledged !== null && (
          <p class="text-muted">
            {VERDICT_WORDS[acknowledged.verdict].done} <Time at={acknowledged.at} />
          </p>
        )}
        <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
          <summary class="w-fit cursor-pointer text-accent">
            Details
            <span class="sr-only"> of {nameOfChange(change)}</span>
          </summary>
          {isOpen && <ChangeDetails change={change} onAcknowledge={onAcknowledge} />}
        </details>
      </div>
    </li>
  )
}

function StepLine({ step: { subject, before, after } }: { step: Step }) {
  return (
    <p class="min-w-0">
      <span class="text-muted">
        <OutsideName text={subject} max={NAME_CHARACTERS_SHOWN} />:{' '}
      </span>
      <Names names={before} />
      <Became />
      <Names names={after} />
    </p>
  )
}

function Names({ names }: { names: readonly string[] }) {
  if (names.length === 0) return <span class="text-muted">none</span>
  return (
    <>
      {names.slice(0, NAMES_SHOWN).map((name, place) => (
        <span key={place}>
          {place > 0 && ', '}
          <OutsideName text={name} max={NAME_CHARACTERS_SHOWN} />
        </span>
      ))}
      {names.length > NAMES_SHOWN && ` and ${count(names.length - NAMES_SHOWN)} more`}
    </>
  )
}
