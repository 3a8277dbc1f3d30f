import type { R2Bucket, R2MultipartUpload, R2UploadedPart } from '@cloudflare/workers-types'
import { utf8 } from '../platform/crypto/encodings.ts'

type WritableBucket = Pick<R2Bucket, 'put' | 'createMultipartUpload'>

/**
 * All parts of a multipart upload except the last part must have the same size of at least 5 MiB (Cloudflare R2, multipart upload limits).
 */
const PART_BYTES = 5 * 1024 * 1024

/**
 * Writes a file to R2 (Cloudflare's file storage) in several steps, so that memory holds only a few MiB of a large file. Readers do not see
 * the file before `close`.
 */
export interface StoredFile {
  write(text: string): Promise<void>
  close(): Promise<void>
  /** Cancels the upload of the file and deletes the parts that are already uploaded. Never throws. */
  abandon(): Promise<void>
}

/** Returns a writer for a new file with the name `key`. An existing file with this name stays until the new file is closed. */
export function storeFile(bucket: WritableBucket, key: string, contentType: string): StoredFile {
  const part = new Uint8Array(PART_BYTES)
  let filled = 0
  let upload: R2MultipartUpload | null = null
  const uploaded: R2UploadedPart[] = []
  const options = { httpMetadata: { contentType } }

  const uploadPart = async () => {
    upload ??= await bucket.createMultipartUpload(key, options)
    uploaded.push(await upload.uploadPart(uploaded.length + 1, part.slice(0, filled)))
    filled = 0
  }

  return {
    async write(text) {
      const bytes = utf8(text)
      for (let from = 0; from < bytes.byteLength; ) {
        const count = Math.min(bytes.byteLength - from, PART_BYTES - filled)
        part.set(bytes.subarray(from, from + count), filled)
        filled += count
        from += count
        if (filled === PART_BYTES) await uploadPart()
      }
    },
    async close() {
      if (upload === null) {
        await bucket.put(key, part.slice(0, filled), options)
        return
      }
      if (filled > 0) await uploadPart()
      await upload.complete(uploaded)
    },
    async abandon() {
      await upload?.abort().catch(() => undefined)
    },
  }
}
