import { publicSuffix } from '../../platform/public-suffix.ts'
import { type Bytes, gunzipped } from '../formats/byte-stream.ts'
import type { SourceEntry } from '../formats/source-entry.ts'
import { tarFiles } from '../formats/tar-files.ts'

// Path in the archive of github.com/JetBrains/swot: one folder per label, from the suffix down,
// such as swot-master/lib/domains/edu/thornfield.txt. The file lists names of one institution.
const PATH = /^[^/]{1,100}\/lib\/domains\/((?:[a-z0-9-]{1,63}\/){1,6}[a-z0-9-]{1,63})\.txt$/i

// Suffixes that their registries give to schools only. Not `ac`, which anybody can register below.
const SCHOOL_SUFFIX = /^(?:edu|(?:edu|ac)\.[a-z]{2})$/

export async function* swotEntries(bytes: Bytes): AsyncGenerator<SourceEntry[]> {
  const files = tarFiles(gunzipped(bytes), (path) => PATH.test(path))
  for await (const file of files) yield parseSwotFile(file.path, file.bytes)
}

/**
 * Only the first name counts; the others are translations and former names. Anybody can propose an
 * entry by a pull request, so only domains that the registry gives to schools count.
 */
export function parseSwotFile(path: string, bytes: Uint8Array): SourceEntry[] {
  const labels = PATH.exec(path)?.[1]?.toLowerCase().split('/') ?? []
  const [name = ''] = new TextDecoder()
    .decode(bytes)
    .trim()
    .split(/[\r\n]/u, 1)
  // A replacement character means that the file is not UTF-8, so the name is not what it says.
  const isReadable = name !== '' && !name.includes('\ufffd')
  const site = labels.reverse().join('.')
  return isReadable && SCHOOL_SUFFIX.test(publicSuffix(site) ?? '') ? [{ site, name }] : []
}
