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
  ['no_clear_entity', 'No clear operator'],
]

export const WARNINGS: Choices<Analysis['warnings'][number]['kind']> = [
  ['', 'All'],
  ['imitates', 'Imitates'],
  ['unconfirmed_claim', 'Unconfirmed claim'],
  ['hidden_text', 'Hidden text'],
  ['redirects_elsewhere', 'Redirects elsewhere'],
  ['very_young', 'Very young'],
  ['mixed_scripts', 'Mixed scripts'],
  ['registration_ending', 'Registration ending'],
  ['unreadable_site', 'Unreadable site'],
  ['orders_in_text', 'Orders in text'],
  ['not_registered', 'Not registered'],
  ['parked', 'Parked'],
  ['for_sale', 'For sale'],
  ['registrant_withheld', 'Registrant withheld'],
]

/** The address may hold any text, so a value that is no choice counts as missing. */
export const valueIn = <Value extends string>(
  choices: readonly (readonly [Value, string])[],
  text: string,
): Value | undefined => choices.find(([value]) => value === text)?.[0]
