import { useState } from 'preact/hooks'
import { SelectField } from '../../parts/field.tsx'
import { PassiveField } from '../../parts/passive-field.tsx'
import type { Depth } from './submit.ts'

export interface Options {
  depth: Depth
  passive: boolean
}

const DEPTHS: readonly (readonly [Depth, string])[] = [
  ['deep', 'Deep: all sources, up to 3 minutes'],
  ['quick', 'Quick: DNS, registration, web site, network, up to 8 seconds'],
]

interface OptionsProps {
  options: Options
  onOptions: (options: Options) => void
}

export function AnalyzeOptions({ options, onOptions }: OptionsProps) {
  const { depth, passive } = options
  // The address can choose other options than the usual ones. They must not stay hidden.
  const [isOpen] = useState(depth === 'quick' || passive)
  return (
    <details open={isOpen} class="text-sm">
      <summary class="w-fit cursor-pointer py-1 text-muted">
        Options: {depth}
        {passive && ', passive'}
      </summary>
      <div class="grid gap-4 pt-2 md:grid-cols-2">
        <SelectField
          label="Depth"
          value={depth}
          choices={DEPTHS}
          onChoice={(next) => onOptions({ ...options, depth: next })}
          hint="Both cost one analysis."
        />
        <PassiveField
          isChecked={passive}
          onCheck={(next) => onOptions({ ...options, passive: next })}
        />
      </div>
    </details>
  )
}
