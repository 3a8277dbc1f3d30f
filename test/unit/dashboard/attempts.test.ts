import { expect, test } from 'vitest'
import { createAttempts } from '../../../workers/dashboard/api/attempts.ts'
import { ApiFailure } from '../../../workers/dashboard/api/failure.ts'

const failure = (status: number, code = 'SOME_CODE') =>
  new ApiFailure({ status, code, message: 'It failed.', requestId: null })

function numbered() {
  let made = 0
  const used: string[] = []
  const attempt = createAttempts(() => `key-${++made}`)
  const send = (action: string, refusal: ApiFailure | null = null) =>
    attempt(action, async (key) => {
      used.push(key)
      if (refusal !== null) throw refusal
      return key
    })
  return { send, used }
}

test.each([
  ['no answer', failure(0)],
  ['an internal error', failure(500)],
  ['a service out of reach', failure(503)],
  ['a first request that still runs', failure(409, 'IDEMPOTENCY_IN_PROGRESS')],
])('after %s the same action is repeated with the same key', async (_, refusal) => {
  const { send, used } = numbered()
  await expect(send('buy', refusal)).rejects.toBe(refusal)
  await send('buy')
  expect(used).toEqual(['key-1', 'key-1'])
})

test.each([
  ['a refusal', failure(422)],
  ['a conflict', failure(409, 'NOT_DEAD_LETTERED')],
])('after %s the same action gets a new key', async (_, refusal) => {
  const { send, used } = numbered()
  await expect(send('buy', refusal)).rejects.toBe(refusal)
  await send('buy')
  expect(used).toEqual(['key-1', 'key-2'])
})

test('after a success the same action gets a new key, and two actions never share one', async () => {
  const { send, used } = numbered()
  await send('buy')
  await send('buy')
  await expect(send('small', failure(0))).rejects.toThrow()
  await send('large')
  expect(used).toEqual(['key-1', 'key-2', 'key-3', 'key-4'])
})
