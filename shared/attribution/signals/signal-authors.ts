import type { Basis } from '../basis.ts'

/**
 * Groups of people and services that can write a statement about a domain, with texts for people.
 */
export const AUTHOR_MEANINGS = {
  holder: {
    title: 'The holder of the domain',
    meaning:
      'Whoever holds the domain writes its pages, files, DNS zone, redirects and, at most ' +
      'registries, its registrant. All of these are one author: a second place of the same ' +
      'site confirms nothing.',
  },
  visitor: {
    title: 'Visitors of the site',
    meaning:
      'Anybody who may write on a page, for example in a comment or a review. Their text ' +
      'never counts for a name.',
  },
  registry: {
    title: 'Registries and registrars',
    meaning:
      'A registry or registrar that verifies its registrants, and the facts that only the ' +
      'registry decides, such as the state of a registration.',
  },
  authority: {
    title: 'Authorities',
    meaning: 'A body that checked the company and the domain, such as a certificate authority.',
  },
  register: {
    title: 'Registers and data providers',
    meaning:
      'A register or provider that repeats or checks a name. It does not know who holds the ' +
      'domain, and anybody can copy its entries.',
  },
  'named party': {
    title: 'The named company itself',
    meaning:
      'The company on a domain that is already known as its own, in its entry of a register or ' +
      'list that names the domain, or in the books of an advertising system that pays it.',
  },
  service: {
    title: 'This service',
    meaning: 'An earlier answer or a list of this service.',
  },
} as const
export type Author = keyof typeof AUTHOR_MEANINGS
export const AUTHORS = Object.keys(AUTHOR_MEANINGS) as [Author, ...Author[]]

/** Strongest basis that a statement of the author gives. Null if it supports no name. */
export const BASIS_OF: Readonly<Record<Author, Basis | null>> = {
  holder: 'stated',
  visitor: null,
  registry: 'verified',
  authority: 'verified',
  register: 'corroborated',
  'named party': 'verified',
  service: 'corroborated',
}
