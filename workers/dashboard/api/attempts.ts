import { failureOf } from './failure.ts'

export type Send<Result> = (idempotencyKey: string) => Promise<Result>

// True if the service may have carried out the request although this page got no answer about it.
function isOutcomeUnknown(error: unknown): boolean {
  const { status, code } = failureOf(error)
  return status === 0 || status >= 500 || code === 'IDEMPOTENCY_IN_PROGRESS'
}

/**
 * Chooses the Idempotency-Key of each request. If the outcome of a request is unknown, the next
 * request with the same `action` gets the same key, so that the service carries it out only once.
 * After an answer, the next request gets a new key.
 * `action` is a text that contains everything the request asks for.
 */
export function createAttempts(newKey: () => string = () => crypto.randomUUID()) {
  const keys = new Map<string, string>()
  return async <Result>(action: string, send: Send<Result>): Promise<Result> => {
    const key = keys.get(action) ?? newKey()
    keys.set(action, key)
    try {
      const result = await send(key)
      keys.delete(action)
      return result
    } catch (error) {
      if (!isOutcomeUnknown(error)) keys.delete(action)
      throw error
    }
  }
}
