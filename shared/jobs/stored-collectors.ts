import { z } from 'zod'
import { CollectorProgress } from './job.ts'

const { name, status, duration_ms: durationMs, detail } = CollectorProgress.shape

/**
 * One collector without the names of its fields, which would need more space in each job than their
 * values.
 */
const Compact = z.tuple([name, status, durationMs, detail])
export type StoredCollector = z.infer<typeof Compact>

/**
 * Parses the stored collectors of a job. Jobs of earlier versions of the service contain objects
 * instead of lists.
 */
export const StoredCollectors = z.array(
  z.union([
    Compact.transform(
      ([of, ended, duration, because]): CollectorProgress => ({
        name: of,
        status: ended,
        duration_ms: duration,
        detail: because,
      }),
    ),
    CollectorProgress,
  ]),
)
