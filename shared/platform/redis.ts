import { Redis } from '@upstash/redis'

export interface CacheSettings {
  UPSTASH_REDIS_REST_URL: string
  UPSTASH_REDIS_REST_TOKEN: string
}

/** The cache holds only what may be lost, so nobody waits longer for it than this, the one retry included. */
const ANSWER_TIMEOUT_MS = 400
const ATTEMPTS = 2

type Requester = ConstructorParameters<typeof Redis>[0] & { request: unknown }
interface Command {
  path?: string[]
  body?: unknown
}

class Refused extends Error {}

/** A client of the cache (Upstash' REST interface) for one request. Throws on use when the cache is out of reach; callers go on without it. */
export function cache(settings: CacheSettings, requestId: string): Redis {
  const headers = {
    authorization: `Bearer ${settings.UPSTASH_REDIS_REST_TOKEN}`,
    'content-type': 'application/json',
    'x-request-id': requestId,
  }
  const request = async ({ path = [], body }: Command): Promise<unknown> => {
    const url = [settings.UPSTASH_REDIS_REST_URL.replace(/\/$/, ''), ...path].join('/')
    const signal = AbortSignal.timeout(ANSWER_TIMEOUT_MS)
    for (let attempt = 1; ; attempt++) {
      try {
        const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body), signal })
        const answer = (await response.json()) as { error?: string }
        // Redis' own refusals are read by callers (NOSCRIPT: send the script itself) and would be refused again.
        if (response.status === 400) throw new Refused(answer.error ?? 'the cache refused')
        if (response.ok) return answer
        throw new Error(`the cache answered ${response.status}`)
      } catch (error) {
        if (attempt === ATTEMPTS || signal.aborted || error instanceof Refused) throw error
      }
    }
  }
  return new Redis({ request } as Requester)
}

/** Resolves when the cache answers; throws when it does not. */
export async function ping(settings: CacheSettings, requestId: string): Promise<void> {
  await cache(settings, requestId).ping()
}
