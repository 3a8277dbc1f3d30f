import type { IndexSource } from '../platform/index-source-ids.ts'
import type { Fetch } from '../platform/net/fetch.ts'
import { discard } from '../platform/net/response-body.ts'
import { parseUrl } from '../platform/net/url.ts'
import { chunksOf, SourceUnreadable, textOf } from './formats/byte-stream.ts'
import type { SourceEntry } from './formats/source-entry.ts'
import { openSource } from './sources/index.ts'

const REDIRECTS_MAX = 3
const LIST_BYTES_MAX = 1024 * 1024
/** The largest file, Finland's register, has some 200 MB. */
const FILE_BYTES_MAX = 2 * 1024 ** 3

export interface LoadTools {
  fetch: Fetch
  userAgent: string
  signal: AbortSignal
}

/** Loads the file of a source and reads it while it arrives. Throws SourceUnreadable. */
export async function* loadSource(
  source: IndexSource,
  tools: LoadTools,
): AsyncGenerator<SourceEntry[]> {
  const open = openSource(source)
  if (open === null) throw new SourceUnreadable(`The source ${source} has no public file.`)
  const url = open.fileUrl === undefined ? open.url : open.fileUrl(await loadJson(open.url, tools))
  const response = await load(url, tools)
  if (response.body === null) throw new SourceUnreadable(`${hostOf(url)} sent no file.`)
  yield* open.entries(chunksOf(response.body, FILE_BYTES_MAX))
}

async function loadJson(url: string, tools: LoadTools): Promise<unknown> {
  const response = await load(url, tools)
  const { body } = response
  const text = body === null ? '' : await textOf(chunksOf(body, FILE_BYTES_MAX), LIST_BYTES_MAX)
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new SourceUnreadable(`${hostOf(url)} sent no JSON.`, { cause: error })
  }
}

/** The hosts are fixed in the code, and a redirect of theirs must stay with https. */
async function load(first: string, tools: LoadTools): Promise<Response> {
  let url = first
  for (let hop = 0; hop <= REDIRECTS_MAX; hop += 1) {
    const response = await tools.fetch(url, {
      headers: { 'user-agent': tools.userAgent },
      redirect: 'manual',
      signal: tools.signal,
    })
    const isRedirect = response.status >= 300 && response.status < 400
    if (!isRedirect) {
      if (response.status === 200) return response
      discard(response)
      throw new SourceUnreadable(`${hostOf(url)} answered with status ${response.status}.`)
    }
    discard(response)
    const next = parseUrl(response.headers.get('location') ?? '', url)
    if (next?.protocol !== 'https:')
      throw new SourceUnreadable(`${hostOf(url)} redirects to no address with https.`)
    url = next.href
  }
  throw new SourceUnreadable(`${hostOf(first)} redirects more than ${REDIRECTS_MAX} times.`)
}

const hostOf = (url: string): string => new URL(url).hostname
