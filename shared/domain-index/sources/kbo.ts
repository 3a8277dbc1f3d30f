import { z } from 'zod'
import { SourceUnreadable } from '../formats/byte-stream.ts'
import type { SourceEntry } from '../formats/source-entry.ts'

// KBO/BCE Open Data, cookbook R018: contact.csv and denomination.csv. The code of the contact type
// is WEB, of an enterprise ENT, of its official name 001.
const Contact = z.object({
  EntityNumber: z.string(),
  EntityContact: z.string(),
  ContactType: z.string(),
  Value: z.string(),
})
const Denomination = z.object({
  EntityNumber: z.string(),
  TypeOfDenomination: z.string(),
  Denomination: z.string(),
})
const OTHER_COLUMNS = 'The CSV file has other columns.'
const SITES_MAX = 2_000_000

type Records = AsyncIterable<unknown>

/** The websites stay in memory until the names have been read: some 100 bytes a website. */
export async function* kboEntries(
  contacts: Records,
  denominations: Records,
): AsyncGenerator<SourceEntry[]> {
  const sites = new Map<string, string>()
  for await (const record of contacts) {
    const contact = parseContact(record)
    if (contact !== null) sites.set(contact.number, contact.site)
    if (sites.size > SITES_MAX) throw new SourceUnreadable('The file has too many websites.')
  }
  for await (const record of denominations) {
    const named = parseDenomination(record)
    const site = named === null ? undefined : sites.get(named.number)
    if (named === null || site === undefined) continue
    // A company of two languages has two official names. The first one counts.
    sites.delete(named.number)
    yield [{ site, name: named.name, country: 'BE', number: named.number }]
  }
}

export function parseContact(record: unknown): { number: string; site: string } | null {
  const { data } = Contact.safeParse(record)
  if (data === undefined) throw new SourceUnreadable(OTHER_COLUMNS)
  const isWebsite = data.ContactType === 'WEB' && data.EntityContact === 'ENT'
  return isWebsite ? { number: data.EntityNumber, site: data.Value } : null
}

export function parseDenomination(record: unknown): { number: string; name: string } | null {
  const { data } = Denomination.safeParse(record)
  if (data === undefined) throw new SourceUnreadable(OTHER_COLUMNS)
  return data.TypeOfDenomination === '001'
    ? { number: data.EntityNumber, name: data.Denomination }
    : null
}
