import { afterAll, beforeAll, expect, test } from 'vitest'
import { borrowKey, checkPublicAddress } from '../../migrations/deploy/public-check.ts'
import { fetchOutside } from '../../shared/platform/net/fetch.ts'
import { type Service, startService } from './service.ts'

const PEPPERS = { v1: 'pepper-of-the-deployment-check' }
const COMMIT = '4f1d2c3b'

let service: Service
beforeAll(async () => {
  service = await startService({ env: { API_KEY_PEPPER: JSON.stringify(PEPPERS), COMMIT } })
})
afterAll(() => service.stop())

const database = () => ({
  query: async (text: string, values: readonly unknown[] = []) =>
    (await service.platform.pool.query(text, [...values])).rows,
  end: async () => undefined,
})

const check = (printed: string[], peppers: Record<string, string>) =>
  checkPublicAddress(
    {
      fetch: fetchOutside,
      print: (line) => void printed.push(line),
      now: Date.now,
      wait: async () => undefined,
    },
    { publicUrl: service.baseUrl, commit: COMMIT, sandboxDomain: 'sandbox.example' },
    () => borrowKey(database(), peppers),
  )

test('the check of a deployment analyses a sandbox domain of the running service, and leaves no usable key behind', async () => {
  const printed: string[] = []
  await check(printed, PEPPERS)
  await check(printed, PEPPERS)

  expect(printed.slice(1, 4)).toEqual([
    '  /health/ready: ready',
    '  /health/auth: ready',
    expect.stringMatching(/^ {2}test-corp\.sandbox\.example: Test Corporation, confidence 0\.\d+$/),
  ])
  const { rows: accounts } = await service.platform.pool.query(
    `select a.email, count(*)::int as keys, count(k.revoked_at)::int as revoked
      from accounts a join api_keys k on k.account_id = a.id where a.subject = 'deployment-check' group by a.id`,
  )
  expect(accounts).toEqual([{ email: null, keys: 2, revoked: 2 }])
  const { rows: emails } = await service.platform.pool.query('select 1 from outbox')
  expect(emails).toEqual([])
})

test('the check says that the deployed pepper is another one', async () => {
  await expect(check([], { v1: 'another-pepper-0123456789' })).rejects.toThrow(
    'the deployed API_KEY_PEPPER is not the one',
  )
})
