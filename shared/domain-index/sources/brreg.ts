import { z } from 'zod'
import { type Bytes, gunzipped } from '../formats/byte-stream.ts'
import { jsonObjects } from '../formats/json-objects.ts'
import { parsedEntries } from '../formats/parsed-entries.ts'
import type { SourceEntry } from '../formats/source-entry.ts'

// data.brreg.no/enhetsregisteret/api/dokumentasjon, "Last ned enheter".
const Unit = z.object({
  organisasjonsnummer: z.string(),
  navn: z.string(),
  hjemmeside: z.string().optional(),
  slettedato: z.string().optional(),
  konkurs: z.boolean().optional(),
})

export async function* brregEntries(bytes: Bytes): AsyncGenerator<SourceEntry[]> {
  yield* parsedEntries(jsonObjects(gunzipped(bytes), 1), parseBrregUnit)
}

/** Null for an object without number or name. */
export function parseBrregUnit(json: unknown): SourceEntry[] | null {
  const parsed = Unit.safeParse(json)
  if (!parsed.success) return null
  const { organisasjonsnummer: number, navn: name, hjemmeside, slettedato, konkurs } = parsed.data
  // The domain of a bankrupt company may be sold, and its entry is not updated.
  if (hjemmeside === undefined || slettedato !== undefined || konkurs === true) return []
  return [{ site: hjemmeside, name, country: 'NO', number }]
}
