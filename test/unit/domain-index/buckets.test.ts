import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { cloudflareBucket, folderBucket } from '../../../migrations/domain-index/buckets.ts'
import { entriesOfFile } from '../../../migrations/domain-index/files.ts'
import type { IndexBucket } from '../../../shared/domain-index/index-bucket.ts'

const folders: string[] = []
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true })
})
async function newFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'domain-index-'))
  folders.push(folder)
  return folder
}

const bytesOf = (text: string) => new TextEncoder().encode(text)
const textOf = (bytes: Uint8Array | null) =>
  bytes === null ? null : new TextDecoder().decode(bytes)

/** The part of Cloudflare's REST API for R2 objects that the command uses. */
function sampleApi(answersRanges: boolean): IndexBucket {
  const objects = new Map<string, Uint8Array<ArrayBuffer>>()
  const fetch = async (url: string, init: RequestInit): Promise<Response> => {
    const headers = new Headers(init.headers)
    if (headers.get('authorization') !== 'Bearer token') return new Response(null, { status: 403 })
    const { pathname, searchParams } = new URL(url)
    const key = pathname.split('/objects')[1]?.slice(1) ?? ''
    if (key === '') {
      const prefix = searchParams.get('prefix') ?? ''
      const result = [...objects.keys()].filter((each) => each.startsWith(prefix))
      return Response.json({ result: result.map((each) => ({ key: each })), result_info: {} })
    }
    if (init.method === 'PUT') objects.set(key, init.body as Uint8Array<ArrayBuffer>)
    if (init.method === 'DELETE') objects.delete(key)
    const found = objects.get(key)
    if (init.method !== 'GET') return Response.json({ success: true })
    if (found === undefined) return new Response(null, { status: 404 })
    const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(headers.get('range') ?? '') ?? []
    return first === undefined || !answersRanges
      ? new Response(found)
      : new Response(found.slice(Number(first), Number(last) + 1), { status: 206 })
  }
  return cloudflareBucket({ account: 'a', token: 'token', bucket: 'sample-index', fetch })
}

test.each([
  ['Cloudflare', async () => sampleApi(true)],
  ['Cloudflare without ranges', async () => sampleApi(false)],
  ['a folder', async () => folderBucket(await newFolder())],
])('%s stores, lists, reads and removes objects', async (_, open) => {
  const bucket = await open()
  expect(await bucket.get('sources/ror/1/0')).toBeNull()
  await bucket.put('sources/ror/1/0', bytesOf('0123456789'))
  await bucket.put('manifest.json', bytesOf('{}'))
  expect(textOf(await bucket.get('sources/ror/1/0'))).toBe('0123456789')
  expect(textOf(await bucket.get('sources/ror/1/0', { offset: 2, length: 3 }))).toBe('234')
  expect(await bucket.list('sources/')).toEqual(['sources/ror/1/0'])
  await bucket.remove(['sources/ror/1/0'])
  expect(await bucket.list('')).toEqual(['manifest.json'])
})

test('a refused token is an error and not a missing object', async () => {
  const fetch = async () => new Response(null, { status: 403 })
  const bucket = cloudflareBucket({ account: 'a', token: 'x', bucket: 'sample-index', fetch })
  await expect(bucket.get('manifest.json')).rejects.toThrow('status 403')
})

test('a missing file of KBO is an error of the file system', async () => {
  const reading = entriesOfFile('kbo', await newFolder())
    [Symbol.asyncIterator]()
    .next()
  await expect(reading).rejects.toMatchObject({ code: 'ENOENT' })
})
