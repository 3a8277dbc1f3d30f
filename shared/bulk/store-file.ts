import type { R2Bucket, R2MultipartUpload, R2UploadedPart } from '@cloudflare/workers-types'
import { utf8Into } from '../platform/crypto/encodings.ts'

type WritableBucket = Pick<R2Bucket, 'put' | 'createMultipartUpload'>

// All parts of a multipart upload except the last must have the same size of at least 5 MiB
// (Cloudflare R2, multipart upload limits).
const PART_BYTES = 5 * 1024 * 1024
// Bytes of the longest character in UTF-8. The buffer is this much longer than a part, so that a
// character at the end of a part always fits.
const CHARACTER_BYTES_MAX = 4

/**
 * A file that is written in parts, so that memory holds only a few MiB of it. Readers do not see
 * the file before `close`.
 */
export interface StoredFile {
  write(text: string): Promise<void>
  close(): Promise<void>
  /** Gives up the file and deletes the parts that are already uploaded. Never throws. */
  abandon(): Promise<void>
}

/** Opens a new file. An existing file with this name stays until the new file is closed. */
export function storeFile(bucket: WritableBucket, key: string, contentType: string): StoredFile {
  const buffer = new Uint8Array(PART_BYTES + CHARACTER_BYTES_MAX)
  let filled = 0
  let upload: R2MultipartUpload | null = null
  const uploaded: R2UploadedPart[] = []
  const options = { httpMetadata: { contentType } }

  // `bytes` is a view of the buffer, not a copy. This is safe because the buffer is written again
  // only after the part has been stored.
  const uploadPart = async (bytes: number) => {
    upload ??= await bucket.createMultipartUpload(key, options)
    uploaded.push(await upload.uploadPart(uploaded.length + 1, buffer.subarray(0, bytes)))
    buffer.copyWithin(0, bytes, filled)
    filled -= bytes
  }

  return {
    async write(text) {
      for (let from = 0; from < text.length; ) {
        const { read, written } = utf8Into(text.slice(from), buffer.subarray(filled))
        from += read
        filled += written
        if (filled >= PART_BYTES) await uploadPart(PART_BYTES)
      }
    },
    async close() {
      if (upload === null) {
        await bucket.put(key, buffer.subarray(0, filled), options)
        return
      }
      if (filled > 0) await uploadPart(filled)
      await upload.complete(uploaded)
    },
    async abandon() {
      await upload?.abort().catch(() => undefined)
    },
  }
}
