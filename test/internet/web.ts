import { promisify } from 'node:util'
import { deflate, gzip } from 'node:zlib'
import { misbehave } from './behaviours.ts'
import { signatureProblem } from './bot-signature.ts'
import type { Contents } from './contents.ts'
import { hasAddress } from './dns.ts'
import type { WebEntry } from './domain-file.ts'
import { BytesResponse, type SampleRequest } from './messages.ts'
import { NetworkFailure } from './network-failure.ts'
import { bodyBytes } from './site.ts'
import type { Wait } from './waits.ts'
import type { World } from './world.ts'

const compressions = { gzip: promisify(gzip), deflate: promisify(deflate) }

/**
 * Answers as a web server. Data for the full URL comes first, then data for the URL without query,
 * then data for `scheme://host/*`.
 * Without such data it rejects with NetworkFailure: `refused` if the host has an address,
 * `unresolved` if it has none.
 */
export async function answerWeb(
  contents: Contents,
  request: SampleRequest,
  wait: Wait,
): Promise<Response> {
  const url = new URL(request.url)
  const entry = entryFor(contents.around(url.hostname), url)
  if (!entry)
    throw new NetworkFailure(
      hasAddress(contents, url.hostname) ? 'refused' : 'unresolved',
      url.href,
    )
  const problem = signatureProblem(request.headers)
  if (problem !== null) return new Response(`Bad signature: ${problem}`, { status: 400 })
  const headers = headersOf(entry, url)
  if (entry.behaviour) {
    return misbehave(
      entry.behaviour,
      url,
      { status: entry.status, headers, start: bodyBytes(entry) },
      wait,
    )
  }
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    return new Response(null, { status: 405, headers: { allow: 'GET, HEAD' } })
  }
  const bytes = await compressed(bodyBytes(entry), headers)
  const empty = request.method === 'HEAD' || [204, 205, 304].includes(entry.status)
  if (!empty) headers.set('content-length', String(bytes.byteLength))
  const init = { status: entry.status, headers }
  return empty ? new Response(null, init) : new BytesResponse(new Uint8Array(bytes), init)
}

function entryFor(world: World, url: URL): WebEntry | undefined {
  const bare = `${url.origin}${url.pathname}`
  return (
    world.pages.get(`${bare}${url.search}`) ??
    world.pages.get(bare) ??
    world.pages.get(`${url.origin}/*`)
  )
}

function headersOf(entry: WebEntry, url: URL): Headers {
  const headers = new Headers()
  for (const [name, value] of Object.entries(entry.headers)) {
    // Leaves out the content-length of the test data, because the length can change, for example by
    // compression.
    if (name.toLowerCase() === 'content-length') continue
    headers.append(
      name,
      name.toLowerCase() === 'location'
        ? value.replace('{path}', `${url.pathname}${url.search}`)
        : value,
    )
  }
  return headers
}

async function compressed(bytes: Buffer, headers: Headers): Promise<Buffer> {
  const encoding = headers.get('content-encoding')
  return encoding === 'gzip' || encoding === 'deflate' ? compressions[encoding](bytes) : bytes
}
