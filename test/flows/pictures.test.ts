import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Service, type ServiceAccount, startService } from '../platform/service.ts'

const COMPANY = 'fennandoakbakery.com'
/** Schedule of the deletions, from wrangler.toml. */
const NIGHT = '17 3 * * *'
const PNG = [0x89, 0x50, 0x4e, 0x47]
let service: Service
let account: ServiceAccount

beforeAll(async () => {
  const env = {
    ANTHROPIC_API_KEY: 'sample-honest',
    BROWSER_RENDERING_TOKEN: 'sample',
    BROWSER_RENDERING_ACCOUNT_ID: 'sample',
  }
  service = await startService({ env })
  account = await service.account({ tier: 'team' })
})
afterAll(() => service.stop())

async function analyze(depth: 'quick' | 'deep') {
  const { body } = await account.request('POST', '/analyze', { domain: COMPANY, depth })
  const job = body.data?.job_id as string
  await account.untilTerminal(job)
  return job
}

const pictureOf = (job: string, by = account) =>
  fetch(`${service.baseUrl}/jobs/${job}/picture`, { headers: { 'x-api-key': by.apiKey } })

async function storedPictures(): Promise<string[]> {
  const bucket = await service.platform.runtime().miniflare.getR2Bucket('EXPORTS')
  return (await bucket.list({ prefix: 'pictures/' })).objects.map(({ key }) => key)
}

async function factsOf(job: string) {
  const { body } = await account.request('GET', `/jobs/${job}/verdict`)
  return (body.data as { facts: { picture: unknown } }).facts
}

test('a deep analysis keeps its screenshot for its own account, until the job is deleted', async () => {
  const job = await analyze('deep')
  expect((await factsOf(job)).picture).toEqual({ media_type: 'image/png' })

  const own = await pictureOf(job)
  expect([own.status, own.headers.get('content-type')]).toEqual([200, 'image/png'])
  expect([...new Uint8Array(await own.arrayBuffer()).slice(0, 4)]).toEqual(PNG)

  const other = await pictureOf(job, await service.account())
  expect(other.status).toBe(404)

  const { body: shared } = await account.request('POST', `/jobs/${job}/share`, {})
  const path = new URL((shared.data as { url: string }).url).pathname
  const page = await fetch(service.baseUrl + path, { headers: { accept: 'text/html' } })
  expect(await page.text()).toContain(`<img src="${path}/picture"`)
  expect((await fetch(`${service.baseUrl}${path}/picture`)).status).toBe(200)
  await account.request('DELETE', `/jobs/${job}/share`)
  expect((await fetch(`${service.baseUrl}${path}/picture`)).status).toBe(404)

  const { pool } = service.platform
  await service.platform.runtime().runSchedule(NIGHT)
  expect((await pictureOf(job)).status).toBe(200)
  await pool.query("update jobs set completed_at = now() - interval '2 years' where id = $1", [job])
  // The first night deletes the job, and the next one its picture.
  await service.platform.runtime().runSchedule(NIGHT)
  expect((await pictureOf(job)).status).toBe(404)
  await service.platform.runtime().runSchedule(NIGHT)
  expect(await storedPictures()).toEqual([])
})

test('a quick analysis has no picture', async () => {
  const job = await analyze('quick')
  expect((await factsOf(job)).picture).toBeNull()
  expect((await pictureOf(job)).status).toBe(404)
})
