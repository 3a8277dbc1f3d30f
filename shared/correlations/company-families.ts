import { compactName } from '../attribution/names/entity-names.ts'

export interface Relative {
  name: string
  /**
   * Parent company that the analysed domain itself states, or that a company register records for
   * its operator.
   */
  parent: string | null
}

/**
 * Returns the normalized name of a company's parent company, or of the company itself if it has
 * none. A parent counts only for the domain whose analysis found it: an attacker can name any
 * company and any parent on a page of their own, and must not change other domains.
 */
export const familyOf = ({ name, parent }: Relative): string =>
  compactName(parent ?? '') || compactName(name) || name

/** A company with its normalized name, and `family`, the result of `familyOf`. */
export interface FamilyMember {
  compact: string
  family: string
}

/**
 * Returns true if the two companies are the same, if one is the parent of the other, or if both
 * have the same parent.
 */
export const areRelated = (a: FamilyMember, b: FamilyMember): boolean =>
  a.family === b.family || a.family === b.compact || b.family === a.compact
