import { z } from 'zod'
import { type Bytes, SourceUnreadable } from '../formats/byte-stream.ts'
import { jsonObjects } from '../formats/json-objects.ts'
import { parsedEntries } from '../formats/parsed-entries.ts'
import type { SourceEntry } from '../formats/source-entry.ts'
import { zipEntry } from '../formats/zip-entry.ts'

const DOMAINS_MAX = 50

// ROR schema 2.1 (github.com/ror-community/ror-schema).
const Organization = z.object({
  id: z.string(),
  status: z.string(),
  names: z.array(z.object({ value: z.string(), types: z.array(z.string()) })),
  links: z.array(z.object({ type: z.string(), value: z.string() })).default([]),
  domains: z.array(z.string()).default([]),
  locations: z
    .array(z.object({ geonames_details: z.object({ country_code: z.string().nullish() }) }))
    .default([]),
  admin: z.object({ last_modified: z.object({ date: z.string() }) }),
})

/** The archive can also hold the file of the old schema 1, without "_schema_v2". */
const isData = (name: string): boolean =>
  /^(?:[^/]{1,80}\/)?v(?:1\.[^/]{1,60}_schema_v2|[2-9][^/]{1,60})\.json$/.test(name)

export async function* rorEntries(bytes: Bytes): AsyncGenerator<SourceEntry[]> {
  yield* parsedEntries(jsonObjects(zipEntry(bytes, isData), 1), parseRorOrganization)
}

/** Null for an object of another schema. */
export function parseRorOrganization(json: unknown): SourceEntry[] | null {
  const parsed = Organization.safeParse(json)
  if (!parsed.success) return null
  const { id, status, names, links, domains, locations, admin } = parsed.data
  const name = names.find(({ types }) => types.includes('ror_display'))?.value
  if (status !== 'active' || name === undefined) return []
  const websites = links.filter(({ type }) => type === 'website').map(({ value }) => value)
  return [...new Set([...domains, ...websites])].slice(0, DOMAINS_MAX).map((site) => ({
    site,
    name,
    country: locations[0]?.geonames_details.country_code,
    number: id.split('/').at(-1),
    date: admin.last_modified.date,
  }))
}

const Records = z.object({
  hits: z.object({
    hits: z
      .array(
        z.object({ files: z.array(z.object({ links: z.object({ self: z.string() }) })).min(1) }),
      )
      .min(1),
  }),
})

const FILE_URL =
  /^https:\/\/zenodo\.org\/api\/records\/\d{1,12}\/files\/[\w.%-]{1,120}(?:\/content)?$/

/**
 * URL of the newest dump in Zenodo's list (ror.readme.io/docs/data-dump).
 * Throws SourceUnreadable.
 */
export function parseZenodoRecords(json: unknown): string {
  const url = Records.safeParse(json).data?.hits.hits[0]?.files[0]?.links.self ?? ''
  if (!FILE_URL.test(url)) throw new SourceUnreadable('The list of dumps has another shape.')
  return url
}
