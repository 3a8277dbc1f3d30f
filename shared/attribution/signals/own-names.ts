import { hasLegalForm, isSameCompany, isSameName, sameEntity } from '../names/entity-names.ts'
import type { Signal } from './signal.ts'
import { signalKind } from './signal-kinds.ts'

// Kinds of names that a site also gives for its host, its parent, an author or a partner.
const OF_OTHERS: ReadonlySet<string> = new Set([
  'company_in_text',
  'footer_name',
  'heading_name',
  'trademark_holder',
  'parent_statement',
  'page_author',
])

/** Names that the holder states as its own. Companies that the site credits are left out. */
export function ownNamesOf(stated: readonly Signal[]): string[] {
  const credited = stated.flatMap(({ kind, entity }) =>
    kind === 'site_credit' && entity !== null ? [entity] : [],
  )
  return stated.flatMap(({ kind, stance, author, entity }) => {
    const role = signalKind(kind)?.role
    const isOwn =
      stance === 'supports' &&
      (author === 'holder' || author === 'registry') &&
      (role === 'legal' || role === 'trade') &&
      !OF_OTHERS.has(kind)
    return isOwn && entity !== null && !credited.some((name) => sameEntity(name, entity))
      ? [entity]
      : []
  })
}

/**
 * True if one of the names is the listed company. The legal forms must agree: anybody can found a
 * company of the same name with another form, or with none.
 */
export function includesCompany(names: readonly string[], listed: string): boolean {
  const same = names.filter((name) => isSameName(name, listed))
  return hasLegalForm(listed)
    ? same.some((name) => hasLegalForm(name) && isSameCompany(name, listed))
    : same.length > 0 && !same.some(hasLegalForm)
}
