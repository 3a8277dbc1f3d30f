import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Callbacks, deliveryStatusOf, startCallbacks } from '../flows/callbacks.ts'
import type { ServiceAccount } from '../platform/service.ts'

let world: Callbacks
let account: ServiceAccount

beforeAll(async () => {
  world = await startCallbacks()
  account = await world.service.account()
})
afterEach(() => world.service.platform.mendAll())
afterAll(async () => {
  expect(await world.service.audit()).toEqual([])
  await world.stop()
})

describe('receivers that misbehave', () => {
  test('a receiver that hangs is cut off after 15 seconds, retried after at least a minute, and delays no other delivery', async () => {
    const jobId = await world.submit(account, world.receivers.url('hanging'))
    await world.until(jobId, ({ attempts }) => attempts === 1)
    const other = await world.submit(account, world.receivers.url('good', '/beside'))
    await world.until(other, ({ state }) => state === 'delivered')
    expect(await world.delivery(jobId)).toMatchObject({
      state: 'leased',
      lease_until: expect.any(Date),
    })
    const row = await world.untilAttempted(jobId, 1)
    expect(row).toMatchObject({
      state: 'pending',
      last_response_code: null,
      last_error: expect.stringContaining('in time'),
    })
    expect(row.wait_ms).toBeGreaterThanOrEqual(59_000)
    const [attempt] = (await deliveryStatusOf(account, jobId)).attempts_log
    expect(attempt?.duration_ms).toBeGreaterThan(14_000)
    expect(attempt?.duration_ms).toBeLessThan(20_000)
  })
})
