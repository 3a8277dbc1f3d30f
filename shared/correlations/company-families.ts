import { compactName } from '../attribution/names/entity-names.ts'

export interface Relative {
  name: string
  /** Parent company, as named by the analysed domain itself or by a company register. */
  parent: string | null
}

/**
 * Normalized name of the parent, or of the company itself if it has no parent. A parent counts only
 * for the domain whose analysis found it. Otherwise an attacker, who can name any company and any
 * parent on a page of their own, could change the answers for other domains.
 */
export const familyOf = ({ name, parent }: Relative): string =>
  compactName(parent ?? '') || compactName(name) || name

/** `compact` is the normalized name, `family` the result of `familyOf`. */
export interface FamilyMember {
  compact: string
  family: string
}

/** True for one company, a parent and its subsidiary, or two companies with the same parent. */
export const areRelated = (a: FamilyMember, b: FamilyMember): boolean =>
  a.family === b.family || a.family === b.compact || b.family === a.compact
