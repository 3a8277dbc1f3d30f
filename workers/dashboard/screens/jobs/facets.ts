import { NOBODY_NAMED } from '../../parts/row-words.ts'
import { WARNING_KINDS, type Warning, warningTitle } from '../../parts/warning-words.ts'
import type { Analysis } from './analyses-filter.ts'
import type { ServiceFilters } from './use-analyses.ts'

type Choices<Value extends string> = readonly (readonly [Value | '', string])[]

export const STATES: Choices<Analysis['status']> = [
  ['', 'All'],
  ['queued', 'Queued'],
  ['running', 'Running'],
  ['completed', 'Completed'],
  ['partial', 'Partial'],
  ['failed', 'Failed'],
]

export const OUTCOMES: Choices<NonNullable<ServiceFilters['outcome']>> = [
  ['', 'All'],
  ['attributed', 'Operator named'],
  ['ambiguous', 'Several candidates'],
  ['no_clear_entity', NOBODY_NAMED],
]

export const WARNINGS: Choices<Warning['kind']> = [
  ['', 'All'],
  ...WARNING_KINDS.map((kind) => [kind, warningTitle({ kind, entity: null })] as const),
]

/** The address may hold any text, so a value that is no choice counts as missing. */
export const valueIn = <Value extends string>(
  choices: readonly (readonly [Value, string])[],
  text: string,
): Value | undefined => choices.find(([value]) => value === text)?.[0]
