import type { Schemas } from '../api/api-client.ts'

export type Warning = Schemas['JobListItem']['warnings'][number]

const TITLES: Record<Warning['kind'], string> = {
  imitates: 'Imitates another company',
  unconfirmed_claim: 'Claims to be a known company',
  hidden_text: 'Names an operator in hidden text',
  redirects_elsewhere: 'Redirects to another site',
  very_young: 'Younger than 30 days',
  mixed_scripts: 'Mixes letters that look alike',
  registration_ending: 'The registration is on hold or ending',
  unreadable_site: 'The site could not be read',
  orders_in_text: 'Contains instructions to machines',
  not_registered: 'Not registered',
  parked: 'Parked',
  for_sale: 'Offered for sale',
  registrant_withheld: 'The registrant is withheld',
}

/** In the order of the filters. */
export const WARNING_KINDS = Object.keys(TITLES) as Warning['kind'][]

const isKnown = (kind: string): kind is Warning['kind'] => Object.hasOwn(TITLES, kind)

/**
 * Title of a warning in a list, or of its kind in a filter if `entity` is null. A kind that this
 * page does not know is shown by its name.
 */
export function warningTitle({ kind, entity }: Pick<Warning, 'kind' | 'entity'>): string {
  if (kind === 'imitates' && entity !== null) return `Imitates ${entity}`
  if (kind === 'unconfirmed_claim' && entity !== null) return `Claims to be ${entity}`
  return isKnown(kind) ? TITLES[kind] : String(kind).replaceAll('_', ' ')
}
