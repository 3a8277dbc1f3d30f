import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import type { IndexBucket } from '../../shared/domain-index/index-bucket.ts'
import type { Fetch } from '../../shared/platform/net/fetch.ts'

const API = 'https://api.cloudflare.com/client/v4'
const REQUEST_MS_MAX = 120_000
const PAGES_MAX = 10
const PARTIAL = 206
const NOT_FOUND = 404

export interface CloudflareAccess {
  account: string
  token: string
  bucket: string
  fetch: Fetch
}

const Page = z.object({
  result: z.array(z.object({ key: z.string() })),
  result_info: z.object({ cursor: z.string().optional(), is_truncated: z.boolean().optional() }),
})

/** Bucket of a Cloudflare account by the REST API, which `wrangler r2 object` uses, too. */
export function cloudflareBucket({ account, token, bucket, fetch }: CloudflareAccess): IndexBucket {
  const base = `${API}/accounts/${account}/r2/buckets/${bucket}/objects`
  const ask = async (method: string, url: string, init: RequestInit = {}): Promise<Response> => {
    const response = await fetch(url, {
      ...init,
      method,
      headers: { authorization: `Bearer ${token}`, ...init.headers },
      signal: AbortSignal.timeout(REQUEST_MS_MAX),
    })
    if (!response.ok && response.status !== NOT_FOUND)
      throw new Error(`Cloudflare answered ${method} of ${bucket} with status ${response.status}.`)
    return response
  }
  return {
    async get(key, range) {
      const last = range === undefined ? 0 : range.offset + range.length - 1
      const headers = range === undefined ? {} : { range: `bytes=${range.offset}-${last}` }
      const response = await ask('GET', `${base}/${key}`, { headers })
      if (response.status === NOT_FOUND) return null
      const bytes = new Uint8Array(await response.arrayBuffer())
      // Without the status of a partial answer, the answer is the whole object.
      return range === undefined || response.status === PARTIAL
        ? bytes
        : bytes.subarray(range.offset, range.offset + range.length)
    },
    async put(key, bytes) {
      const response = await ask('PUT', `${base}/${key}`, { body: bytes })
      if (response.status === NOT_FOUND) throw new Error(`The bucket ${bucket} does not exist.`)
    },
    async list(prefix) {
      const keys: string[] = []
      let cursor: string | undefined
      for (let page = 0; page < PAGES_MAX; page += 1) {
        const query = new URLSearchParams({ prefix, ...(cursor === undefined ? {} : { cursor }) })
        const { result, result_info: info } = Page.parse(
          await (await ask('GET', `${base}?${query}`)).json(),
        )
        keys.push(...result.map(({ key }) => key))
        cursor = info.cursor
        if (info.is_truncated !== true || cursor === undefined) break
      }
      return keys
    },
    async remove(keys) {
      for (const key of keys) await ask('DELETE', `${base}/${key}`)
    },
  }
}

/** Files below a folder, to look at a list without a Cloudflare account. */
export function folderBucket(folder: string): IndexBucket {
  const fileOf = (key: string) => path.join(folder, ...key.split('/'))
  return {
    async get(key, range) {
      const bytes = await readFile(fileOf(key)).catch(ifMissing)
      if (bytes === null || range === undefined) return bytes
      return bytes.subarray(range.offset, range.offset + range.length)
    },
    async put(key, bytes) {
      await mkdir(path.dirname(fileOf(key)), { recursive: true })
      await writeFile(fileOf(key), bytes)
    },
    async list(prefix) {
      const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(
        () => [],
      )
      return entries
        .filter((entry) => entry.isFile())
        .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
        .map((file) => file.split(path.sep).join('/'))
        .filter((key) => key.startsWith(prefix))
    },
    async remove(keys) {
      for (const key of keys) await rm(fileOf(key), { force: true })
    },
  }
}

function ifMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null
  throw error
}
