import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Service, startService } from '../platform/service.ts'

const WEEKLY = '23 4 * * sun'
const WAIT_MS = 60_000

let service: Service
beforeAll(async () => {
  service = await startService({ officialLists: true })
})
afterAll(() => service.stop())

const bucket = () => service.platform.runtime().miniflare.getR2Bucket('DOMAIN_INDEX')
const manifest = async (): Promise<{ generation: string; sources: Record<string, unknown> }> =>
  (await (await bucket()).get('manifest.json'))?.json() as never

async function loaded(): Promise<string[]> {
  const { objects } = await (await bucket()).list({ prefix: 'sources/' })
  const keys = objects.map(({ key }) => key).filter((key) => key.endsWith('/source.json'))
  return keys.map((key) => key.split('/')[1] ?? '').sort()
}

test('an offline platform has an index of its sample domains', async () => {
  expect(Object.keys((await manifest()).sources)).toContain('brreg')
  const account = await service.account({ credits: 5 })
  const job = await account.analyze('nordlyskraft.no', { depth: 'quick' }).untilTerminal()
  const signals = await account.request('GET', `/jobs/${job.job_id}/signals`)
  expect(JSON.stringify(signals.body)).toContain('official_list')
})

test('the weekly schedule loads each list and makes a new index', async () => {
  const before = await manifest()
  await service.platform.runtime().runSchedule(WEEKLY)
  await expect
    .poll(loaded, { timeout: WAIT_MS })
    .toEqual(['brreg', 'dotgov', 'google_sellers', 'prh', 'ror', 'swot'])
  await expect
    .poll(async () => (await manifest()).generation, { timeout: WAIT_MS })
    .not.toBe(before.generation)
  const merged = service.platform.logs.lines.filter(({ text }) => text.includes('index.merged'))
  expect(merged.length).toBeGreaterThan(0)
})
