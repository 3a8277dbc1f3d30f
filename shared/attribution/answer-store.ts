import type { z } from 'zod'
import { describeError, log } from '../platform/log.ts'
import { cache } from '../platform/redis.ts'
import type { Services } from '../platform/services/index.ts'

/** A larger answer is not stored, because Redis commands have a short time limit. */
const ENTRY_CHARACTERS_MAX = 64 * 1024

/** Answers of outside services in Redis, under `prefix` and a key. The functions never throw. */
export function answerStore<Schema extends z.ZodType>(
  { env, requestId }: Pick<Services, 'env' | 'requestId'>,
  prefix: string,
  schema: Schema,
) {
  const failed = (error: unknown): null => {
    log({ event: 'cache.unreachable', request_id: requestId, error: describeError(error) })
    return null
  }
  return {
    async read(key: string): Promise<z.output<Schema> | null> {
      const found = await cache(env, requestId).get(`${prefix}:${key}`).catch(failed)
      const entry = schema.safeParse(found)
      return entry.success ? entry.data : null
    },
    async write(key: string, entry: z.output<Schema>, seconds: number): Promise<void> {
      const text = JSON.stringify(entry)
      if (text.length > ENTRY_CHARACTERS_MAX) return
      await cache(env, requestId).set(`${prefix}:${key}`, text, { ex: seconds }).catch(failed)
    },
  }
}
