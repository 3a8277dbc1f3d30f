import { failureOf } from './failure.ts'

export type Send<Result> = (idempotencyKey: string) => Promise<Result>

/** The service may have carried out the request, although this page got no answer about it. */
function isOutcomeUnknown(error: unknown): boolean {
  const { status, code } = failureOf(error)
  return status === 0 || status >= 500 || code === 'IDEMPOTENCY_IN_PROGRESS'
}

/**
 * A repetition of the same `action` after an unknown outcome gets the same Idempotency-Key, so that
 * the service carries it out once. After an answer, the same action gets a new key. `action` names
 * the whole request.
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
