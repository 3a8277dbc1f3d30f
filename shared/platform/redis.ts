import { Redis, type Requester, type UpstashRequest, type UpstashResponse } from '@upstash/redis'

export interface CacheSettings {
  UPSTASH_REDIS_REST_URL: string
  UPSTASH_REDIS_REST_TOKEN: string
}

// Time limit for a command and its retry together. It is short, because a request can continue
// without the cache.
const ANSWER_TIMEOUT_MS = 400
const ATTEMPTS = 2

class Refused extends Error {}

/** If the cache is unreachable, each call throws, and the caller continues without it. */
export function cache(settings: CacheSettings, requestId: string): Redis {
  const headers = {
    authorization: `Bearer ${settings.UPSTASH_REDIS_REST_TOKEN}`,
    'content-type': 'application/json',
    'x-request-id': requestId,
  }
  const request = async <Result>({
    path = [],
    body,
  }: UpstashRequest): Promise<UpstashResponse<Result>> => {
    const url = [settings.UPSTASH_REDIS_REST_URL.replace(/\/$/, ''), ...path].join('/')
    const signal = AbortSignal.timeout(ANSWER_TIMEOUT_MS)
    for (let attempt = 1; ; attempt++) {
      try {
        const response = await fetch(url, {
          method: 'POST',
          headers,
          body: JSON.stringify(body),
          signal,
        })
        const answer: UpstashResponse<Result> = await response.json()
        // Redis has refused the command, so a retry would be refused too. Some callers handle the
        // error, for example NOSCRIPT.
        if (response.status === 400)
          throw new Refused(answer.error ?? 'the cache refused the command')
        if (response.ok) return answer
        throw new Error(`the cache answered ${response.status}`)
      } catch (error) {
        if (attempt === ATTEMPTS || signal.aborted || error instanceof Refused) throw error
      }
    }
  }
  const requester: Requester = { request }
  return new Redis(requester)
}

export async function ping(settings: CacheSettings, requestId: string): Promise<void> {
  await cache(settings, requestId).ping()
}
