import { z } from 'zod'
import type { Bytes } from '../formats/byte-stream.ts'
import { jsonObjects } from '../formats/json-objects.ts'
import { parsedEntries } from '../formats/parsed-entries.ts'
import type { SourceEntry } from '../formats/source-entry.ts'
import { zipEntry } from '../formats/zip-entry.ts'

/** Type of the registered name (avoindata.prh.fi, schema of YTJ version 3). */
const COMPANY_NAME = '1'

const Company = z.object({
  businessId: z.object({ value: z.string().nullish() }),
  names: z
    .array(z.object({ name: z.string(), type: z.string(), endDate: z.string().nullish() }))
    .default([]),
  website: z
    .object({ url: z.string().nullish(), registrationDate: z.string().nullish() })
    .nullish(),
  endDate: z.string().nullish(),
})

export async function* prhEntries(bytes: Bytes): AsyncGenerator<SourceEntry[]> {
  const file = zipEntry(bytes, (name) => name.endsWith('.json'))
  yield* parsedEntries(jsonObjects(file, 1), parsePrhCompany)
}

/** Null for an object of another schema. */
export function parsePrhCompany(json: unknown): SourceEntry[] | null {
  const parsed = Company.safeParse(json)
  if (!parsed.success) return null
  const { businessId, names, website, endDate } = parsed.data
  const current = names.find(({ type, endDate: end }) => type === COMPANY_NAME && !end)
  // Without its date, an entry of twenty years ago would count as new.
  if (!website?.url || !website.registrationDate || endDate || current === undefined) return []
  return [
    {
      site: website.url,
      name: current.name,
      country: 'FI',
      number: businessId.value,
      date: website.registrationDate,
    },
  ]
}
