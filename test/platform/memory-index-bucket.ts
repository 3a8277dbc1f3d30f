import type { IndexBucket } from '../../shared/domain-index/index-bucket.ts'

export function memoryIndexBucket(objects: Map<string, Uint8Array<ArrayBuffer>>): IndexBucket {
  return {
    async get(key, range) {
      const bytes = objects.get(key)
      if (bytes === undefined || range === undefined) return bytes ?? null
      if (range.offset + range.length > bytes.byteLength) throw new Error('The range is not there.')
      return bytes.subarray(range.offset, range.offset + range.length)
    },
    async put(key, bytes) {
      objects.set(key, bytes)
    },
    list: async (prefix) => [...objects.keys()].filter((key) => key.startsWith(prefix)),
    async remove(keys) {
      for (const key of keys) objects.delete(key)
    },
  }
}
