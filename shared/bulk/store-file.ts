import type { R2Bucket, R2MultipartUpload, R2UploadedPart } from '@cloudflare/workers-types'
import { utf8 } from '../platform/crypto/encodings.ts'

/** The part of a bucket that writes. */
type WritableBucket = Pick<R2Bucket, 'put' | 'createMultipartUpload'>

/** All parts of a multipart upload but the last must be of one size, of at least 5 MiB (Cloudflare R2, multipart upload limits). */
const PART_BYTES = 5 * 1024 * 1024

/** A file that is written to a bucket piece by piece; at most one part is in memory. What is not closed is not there. */
export interface StoredFile {
  write(text: string): Promise<void>
  /** Makes the file appear under its key. */
  close(): Promise<void>
  /** Gives back what was uploaded; never throws. */
  abandon(): Promise<void>
}

/** Begins a file under `key`; a file that is there already stays until the new one is closed. */
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
        const taken = Math.min(bytes.byteLength - from, PART_BYTES - filled)
        part.set(bytes.subarray(from, from + taken), filled)
        filled += taken
        from += taken
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
