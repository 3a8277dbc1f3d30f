import { companySite } from '../attribution/company-site.ts'
import { cleanName } from '../attribution/names/entity-names.ts'
import type { IndexSource } from '../platform/index-source-ids.ts'
import type { SourceEntry } from './formats/source-entry.ts'
import type { IndexRow } from './index-row.ts'

/** A longer text is no name. */
const NAME_CHARACTERS_MAX = 200
const NUMBER = /^[0-9A-Za-z][0-9A-Za-z ./:-]{0,39}$/
const SELLER = /^pub-\d{16}$/
const DATE = /^\d{4}-\d{2}-\d{2}/
// A spreadsheet would execute a name that begins so (OWASP, CSV injection).
const FORMULA_START = /^[\s=+\-@]+/u

const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')
const matching = (value: unknown, pattern: RegExp): string | null =>
  pattern.exec(textOf(value))?.[0] ?? null

/** Null for an entry without a usable name, or whose site is shared by many companies. */
export function rowOf(source: IndexSource, entry: SourceEntry, asOf: string): IndexRow | null {
  const site = companySite(textOf(entry.site))
  const raw = textOf(entry.name)
  if (site === null || raw.length > NAME_CHARACTERS_MAX) return null
  const name = cleanName(raw.replace(FORMULA_START, ''))
  if (name === '') return null
  const seller = matching(entry.sellerId, SELLER)
  if (source === 'google_sellers' && seller === null) return null
  return {
    domain: site.domain,
    isPage: site.path !== '/',
    source,
    name,
    country: matching(entry.country, /^[A-Z]{2}$/),
    number: matching(entry.number, NUMBER),
    seller_id: seller,
    as_of: matching(entry.date, DATE) ?? asOf,
  }
}
