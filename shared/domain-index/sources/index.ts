import type { IndexSource } from '../../platform/index-source-ids.ts'
import type { Bytes } from '../formats/byte-stream.ts'
import type { SourceEntry } from '../formats/source-entry.ts'
import { brregEntries } from './brreg.ts'
import { dotgovEntries } from './dotgov.ts'
import { googleSellerEntries } from './google-sellers.ts'
import { prhEntries } from './prh.ts'
import { parseZenodoRecords, rorEntries } from './ror.ts'
import { swotEntries } from './swot.ts'

export interface OpenSource {
  url: string
  /** If set, `url` is a list in JSON, and this function finds the file in it. */
  fileUrl?: (list: unknown) => string
  entries(bytes: Bytes): AsyncIterable<SourceEntry[]>
}

/** Sources with a file that anybody can load. KBO needs an account: only the command reads it. */
export const OPEN_SOURCES: Readonly<Record<Exclude<IndexSource, 'kbo'>, OpenSource>> = {
  dotgov: {
    url: 'https://raw.githubusercontent.com/cisagov/dotgov-data/main/current-full.csv',
    entries: dotgovEntries,
  },
  swot: {
    url: 'https://codeload.github.com/JetBrains/swot/tar.gz/refs/heads/master',
    entries: swotEntries,
  },
  ror: {
    url: 'https://zenodo.org/api/records/?communities=ror-data&sort=mostrecent&size=1',
    fileUrl: parseZenodoRecords,
    entries: rorEntries,
  },
  brreg: {
    url: 'https://data.brreg.no/enhetsregisteret/api/enheter/lastned',
    entries: brregEntries,
  },
  prh: {
    url: 'https://avoindata.prh.fi/opendata-ytj-api/v3/all_companies',
    entries: prhEntries,
  },
  google_sellers: {
    url: 'https://realtimebidding.google.com/sellers.json',
    entries: googleSellerEntries,
  },
}

export const openSource = (source: IndexSource): OpenSource | null =>
  source === 'kbo' ? null : OPEN_SOURCES[source]
