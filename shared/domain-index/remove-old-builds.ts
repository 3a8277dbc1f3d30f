import { HOUR_MS } from '../platform/clock.ts'
import type { IndexBucket } from './index-bucket.ts'
import { buildName } from './manifest.ts'

/** Longer than any load or merge takes, and than any isolate uses an old manifest. */
const USED_MS_MAX = HOUR_MS

/**
 * Removes the objects below `prefix` of builds other than `kept`. Those of the last hour stay: the
 * queue and the command can work at the same time, and another build may be unfinished or in use.
 */
export async function removeOldBuilds(
  bucket: IndexBucket,
  prefix: string,
  kept: readonly string[],
  now: Date,
): Promise<void> {
  const limit = buildName(new Date(now.getTime() - USED_MS_MAX))
  const keys = await bucket.list(prefix)
  await bucket.remove(
    keys.filter((key) => {
      const [build = '', ...rest] = key.slice(prefix.length).split('/')
      return rest.length > 0 && build < limit && !kept.includes(build)
    }),
  )
}
