import type { z } from 'zod'
import { utf8 } from '../platform/crypto/encodings.ts'
import type { IndexBucket } from './index-bucket.ts'

/** Null if there is no object. Throws if its content has another shape. */
export async function storedJson<Schema extends z.ZodType>(
  bucket: IndexBucket,
  key: string,
  schema: Schema,
): Promise<z.output<Schema> | null> {
  const bytes = await bucket.get(key)
  return bytes === null ? null : schema.parse(JSON.parse(new TextDecoder().decode(bytes)))
}

export const storeJson = (bucket: IndexBucket, key: string, value: object): Promise<void> =>
  bucket.put(key, utf8(JSON.stringify(value)))
