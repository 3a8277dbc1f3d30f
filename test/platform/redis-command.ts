import { responseOf } from './calls-for-tests.ts'
import type { Service } from './service.ts'

/** Runs a command on the emulated Redis, past the Worker. */
export async function redisCommand({ platform }: Service, ...command: string[]): Promise<unknown> {
  const { redis } = platform
  const body = Buffer.from(JSON.stringify(command))
  const answer = await redis.answer({
    method: 'POST',
    url: new URL('https://redis.local/'),
    headers: { authorization: `Bearer ${redis.token}` },
    body: async () => body,
  } as never)
  return ((await responseOf(answer).json()) as { result: unknown }).result
}
