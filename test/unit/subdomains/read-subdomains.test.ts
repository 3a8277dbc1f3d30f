import { expect, test } from 'vitest'
import { readSubdomains } from '../../../shared/subdomains/read-subdomains.ts'

type Services = Parameters<typeof readSubdomains>[0]
type Caller = Parameters<typeof readSubdomains>[1]

const JOB_ID = `job_${'0'.repeat(26)}`
const STORED = {
  enumeration: { total: 0, truncated: false, subdomains: [], wildcard: false, sources_failed: [] },
  enumeratedAt: '2026-11-22T04:23:00.000Z',
  expiresAt: '2026-11-23T04:23:00.000Z',
}

/** Object of a release without passive searches. Like Cloudflare, it refuses unknown methods. */
function olderObject() {
  const searches: unknown[][] = []
  const object = new Proxy(
    {},
    {
      get:
        (_, method) =>
        async (...given: unknown[]) => {
          if (method !== 'find')
            throw new TypeError(
              `The RPC receiver does not implement the method "${String(method)}".`,
            )
          searches.push(given)
          return { outcome: 'found', stored: STORED }
        },
    },
  )
  return { object, searches }
}

function read(object: unknown, passive: boolean) {
  const domain = 'kork.example'
  const job = { id: JOB_ID, domain, passive, status: 'completed', sandbox: false }
  const rows = { where: async () => [{ job, enumeration: null }] }
  const services = {
    db: { select: () => ({ from: () => ({ leftJoin: () => rows }) }) },
    env: { SUBDOMAIN_RUNS_PER_DAY: { free: 5 } },
    requestId: 'req_1',
    object: () => object,
  }
  const caller = { accountId: 'usr_1', tier: 'free' }
  return readSubdomains(services as unknown as Services, caller as unknown as Caller, JOB_ID)
}

test('an object of an older release makes no active search for a passive analysis', async () => {
  const { object, searches } = olderObject()
  await expect(read(object, true)).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  expect(searches).toEqual([])
})

test('an object of an older release still makes active searches', async () => {
  const { object, searches } = olderObject()
  expect(await read(object, false)).toMatchObject({ ...STORED, cached: false })
  expect(searches).toEqual([['kork.example', 'req_1', { accountId: 'usr_1', searchesPerDay: 5 }]])
})
