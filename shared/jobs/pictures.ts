import type { R2Bucket } from '@cloudflare/workers-types'
import type { Caller } from '../platform/caller.ts'
import { PublicError } from '../platform/http/errors.ts'
import { isIdentifier } from '../platform/identifiers.ts'
import { describeError, log } from '../platform/log.ts'
import type { Services } from '../platform/services/index.ts'
import * as jobs from './queries.ts'
import { noSuchJob } from './read-job.ts'

const PREFIX = 'pictures/'
const pictureKey = (jobId: string): string => `${PREFIX}${jobId}`
/** R2 lists and deletes at most 1,000 files in one call (Workers API of R2). */
const PICTURES_PER_CALL = 1_000
const CALLS_MAX = 200

export interface Picture {
  mediaType: string
  bytes: ArrayBuffer
}

/** Returns false if the file store fails: the analysis goes on without a picture. */
export async function storePicture(
  bucket: R2Bucket,
  jobId: string,
  { bytes, mediaType }: { bytes: Uint8Array; mediaType: string },
): Promise<boolean> {
  try {
    await bucket.put(pictureKey(jobId), bytes, { httpMetadata: { contentType: mediaType } })
    return true
  } catch (error) {
    log({ event: 'picture.not_stored', job_id: jobId, error: describeError(error) })
    return false
  }
}

/** Throws PublicError NOT_FOUND if there is no such job or it has no picture. */
export async function readPicture(
  { db, env }: Pick<Services, 'db' | 'env'>,
  caller: Caller,
  jobId: string,
): Promise<Picture> {
  const found = isIdentifier('job', jobId) ? await jobs.find(db, caller.accountId, jobId) : null
  if (found === null) throw noSuchJob()
  const picture = await pictureOf(env.EXPORTS, jobId)
  if (picture === null) throw new PublicError('NOT_FOUND', 'The analysis has no picture.')
  return picture
}

/** The caller must check that the reader may see the job. */
export async function pictureOf(bucket: R2Bucket, jobId: string): Promise<Picture | null> {
  const object = await bucket.get(pictureKey(jobId))
  if (object === null) return null
  const mediaType = object.httpMetadata?.contentType ?? ''
  return { mediaType, bytes: await object.arrayBuffer() }
}

/**
 * Deletes the pictures of deleted jobs. R2 lists keys in their order, and the ids of jobs begin
 * with their time, so the oldest pictures come first. At most CALLS_MAX pages are read in a night.
 */
export async function purgePictures({
  requestId,
  db,
  env,
}: Pick<Services, 'requestId' | 'db' | 'env'>): Promise<void> {
  let purged = 0
  let last = PREFIX
  for (let call = 0; call < CALLS_MAX; call++) {
    const wanted = { prefix: PREFIX, startAfter: last, limit: PICTURES_PER_CALL }
    const { objects, truncated } = await env.EXPORTS.list(wanted)
    const ids = objects.map(({ key }) => key.slice(PREFIX.length))
    const kept = new Set(await jobs.existing(db, ids))
    const gone = ids.filter((id) => !kept.has(id))
    if (gone.length > 0) await env.EXPORTS.delete(gone.map(pictureKey))
    purged += gone.length
    if (!truncated) break
    last = objects.at(-1)?.key ?? last
  }
  log({ event: 'pictures.purged', request_id: requestId, gone: purged })
}
