import { HOUR_MS } from '../platform/clock.ts'
import type { IndexBucket } from './index-bucket.ts'
import { buildName } from './manifest.ts'

/** Longer than any load or merge takes, and than any isolate uses an old manifest. */
const USED_MS_MAX = HOUR_MS

/**
 * Removes the objects below `prefix` of builds other than `kept`: the current build and the one
 * before. The builds of the last hour stay: the queue and the command can work at the same time,
 * and another build may be unfinished or in use. The build that was current an hour ago stays, too,
 * because it may have been replaced a minute ago.
 */
export async function removeOldBuilds(
  bucket: IndexBucket,
  prefix: string,
  kept: readonly string[],
  now: Date,
): Promise<void> {
  const limit = buildName(new Date(now.getTime() - USED_MS_MAX))
  const objects = (await bucket.list(prefix)).flatMap((key) => {
    const [build = '', ...rest] = key.slice(prefix.length).split('/')
    return rest.length > 0 && build < limit ? [{ key, build }] : []
  })
  // If the build before is that old, it was the current one. A newer one is the rest of a failure.
  const wasCurrent = kept.some((build) => build < limit)
    ? undefined
    : objects
        .map(({ build }) => build)
        .sort()
        .at(-1)
  await bucket.remove(
    objects.flatMap(({ key, build }) =>
      kept.includes(build) || build === wasCurrent ? [] : [key],
    ),
  )
}
