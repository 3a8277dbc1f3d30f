import type { R2Bucket } from '@cloudflare/workers-types'

/** The part of an object store that the index needs. Each function rejects if the store fails. */
export interface IndexBucket {
  /** Null if there is no object. A range beyond the end of the object is an error. */
  get(key: string, range?: { offset: number; length: number }): Promise<Uint8Array | null>
  put(key: string, bytes: Uint8Array<ArrayBuffer>): Promise<void>
  /** At most 10,000 keys that begin with `prefix`. */
  list(prefix: string): Promise<string[]>
  remove(keys: readonly string[]): Promise<void>
}

/** Keys in one call of `list` or `delete` (Cloudflare documentation, R2 Workers API). */
const KEYS_PER_CALL = 1_000
const LIST_CALLS_MAX = 10

export function r2IndexBucket(bucket: R2Bucket): IndexBucket {
  return {
    async get(key, range) {
      const object = await bucket.get(key, range === undefined ? {} : { range })
      return object === null ? null : new Uint8Array(await object.arrayBuffer())
    },
    async put(key, bytes) {
      await bucket.put(key, bytes)
    },
    async list(prefix) {
      const keys: string[] = []
      let cursor: string | undefined
      for (let call = 0; call < LIST_CALLS_MAX; call += 1) {
        const page = await bucket.list({ prefix, ...(cursor === undefined ? {} : { cursor }) })
        keys.push(...page.objects.map(({ key }) => key))
        if (!page.truncated) break
        cursor = page.cursor
      }
      return keys
    },
    async remove(keys) {
      for (let from = 0; from < keys.length; from += KEYS_PER_CALL)
        await bucket.delete(keys.slice(from, from + KEYS_PER_CALL))
    },
  }
}
