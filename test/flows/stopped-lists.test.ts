import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { newIdentifier } from '../../shared/platform/identifiers.ts'
import { queueMessage } from '../../shared/platform/queue-messages.ts'
import { createInternet, type SampleInternet } from '../internet/internet.ts'
import { type Service, type ServiceAccount, startService } from '../platform/service.ts'

let service: Service
let internet: SampleInternet

beforeAll(async () => {
  internet = await createInternet()
  service = await startService({ internet })
})
afterEach(async () => {
  await service.platform.mendAll()
  expect(await service.audit()).toEqual([])
})
afterAll(async () => {
  await service.stop()
  await internet.close()
})

const CORP = 'test-corp.sandbox.example'
const LINES_PER_FEED = 100
const domainsOf = (name: string, count: number) =>
  Array.from({ length: count }, (_, n) => `${name}-${n}.com`)

interface Item {
  domain: string
  status: string
  job_id: string | null
  entity: string | null
  basis: string | null
  warnings: unknown[]
  error: { code: string } | null
}

const deliver = (queue: string, id: string) =>
  service.platform.runtime().deliver(queue, [{ body: queueMessage(queue as 'bulk', id) }])

const stop = (by: ServiceAccount, id: string, headers: Record<string, string> = {}) =>
  by.request('POST', `/analyze/bulk/${id}/stop`, undefined, headers)

const read = async (by: ServiceAccount, id: string) =>
  (await by.request('GET', `/analyze/bulk/${id}`)).body.data as Record<string, unknown>

const items = async (by: ServiceAccount, id: string) =>
  (await by.request('GET', `/analyze/bulk/${id}/items?limit=1000`)).body.data?.items as Item[]

const untilEnded = (by: ServiceAccount, id: string) =>
  expect
    .poll(async () => (await read(by, id)).status, { timeout: 20_000, interval: 100 })
    .toBe('completed')

async function submit(by: ServiceAccount, body: object): Promise<string> {
  const { status, text } = await by.request('POST', '/analyze/bulk', { depth: 'quick', ...body })
  expect(status).toBe(202)
  return JSON.parse(text).bulk_job_id
}

/** The queues lose all messages, so the first lines have a queued job that nothing runs. */
async function submitAndFeed(by: ServiceAccount, body: object): Promise<string> {
  await service.platform.breakPart({ target: 'queue', mode: 'down', rate: 1, ms: 0 })
  const id = await submit(by, body)
  await deliver('bulk', id)
  await service.platform.mendAll()
  return id
}

const balanceOf = async (by: ServiceAccount) =>
  (await by.request('GET', '/billing/credits')).body.data?.balance

const jobStates = async (id: string) => {
  const { rows } = await service.platform.pool.query(
    `select status, c.state, count(*)::integer from jobs j join charges c on c.subject = 'job:' || j.id
      where bulk_job_id = $1 group by 1, 2 order by 1`,
    [id],
  )
  return rows
}

describe('stopping a list', () => {
  test('refunds the lines that have not started; the others end, with files, webhook and email', async () => {
    const account = await service.account({ quota_used: 50, credits: 200 })
    const domains = domainsOf('stop-whole', LINES_PER_FEED + 3)
    const id = await submitAndFeed(account, {
      name: 'Suppliers',
      domains: [CORP, ...domains, domains[LINES_PER_FEED], 'no domain'],
      callback_url: internet.receivers.url('good', '/stopped'),
    })
    expect(await balanceOf(account)).toBe(200 - (LINES_PER_FEED - 1))
    const running = (await items(account, id))[1]?.job_id ?? ''
    await service.platform.pool.query(`select claim_job($1, 'run')`, [running])

    const stopped = await stop(account, id)
    expect([stopped.status, stopped.body.error, stopped.body.meta]).toEqual([200, null, null])
    const counts = { total: 106, completed: 1, partial: 0, failed: 0, rejected: 1, stopped: 103 }
    expect(stopped.body.data).toMatchObject({
      bulk_job_id: id,
      name: 'Suppliers',
      status: 'running',
      ...counts,
    })
    expect(await balanceOf(account)).toBe(199)
    expect(await jobStates(id)).toEqual([
      { status: 'failed', state: 'refunded', count: LINES_PER_FEED - 2 },
      { status: 'running', state: 'charged', count: 1 },
    ])
    const lines = await items(account, id)
    expect(lines.slice(0, 3)).toMatchObject([
      { status: 'completed', entity: 'Test Corporation', basis: 'verified' },
      { status: 'running', job_id: running, entity: null, basis: null, warnings: [] },
      { status: 'stopped', job_id: null, entity: null, basis: null, warnings: [], error: null },
    ])
    expect(lines.slice(2, -1).every(({ status }) => status === 'stopped')).toBe(true)
    expect(lines.at(-1)).toMatchObject({ status: 'rejected', job_id: null })

    await deliver('bulk', id)
    await deliver('bulk-analysis', running)
    await untilEnded(account, id)
    const ended = await read(account, id)
    expect(ended).toMatchObject({ stopped: 103, rejected: 1, name: 'Suppliers' })
    expect(Number(ended.completed) + Number(ended.partial) + Number(ended.failed)).toBe(2)
    const { csv_url: csvUrl } = ended.exports as { csv_url: string }
    const csv = await (await fetch(csvUrl)).text()
    expect(csv.match(/^[^,]*,stopped,/gm)).toHaveLength(103)
    const received = () => internet.receivers.of('good').filter(({ path }) => path === '/stopped')
    await expect.poll(received, { timeout: 10_000 }).toHaveLength(1)
    expect(JSON.parse(received()[0]?.body ?? '')).toMatchObject({
      type: 'bulk.completed',
      data: ended,
    })
    const mails = () => service.platform.outbox.list(account.email)
    await expect
      .poll(() => mails().map(({ subject }) => subject))
      .toContainEqual(
        expect.stringMatching(/^Your list “Suppliers” is ready: \d+ operators? named/),
      )
    expect(mails().find(({ text }) => text.includes(id))?.text).toContain(
      'Stopped (not charged): 103',
    )
  })

  test('a list whose first line has not started ends at once', async () => {
    const account = await service.account({ quota_used: 50, credits: 9 })
    await service.platform.breakPart({ target: 'queue', mode: 'down', rate: 1, ms: 0 })
    const id = await submit(account, { domains: domainsOf('stop-early', 3) })
    await service.platform.mendAll()
    expect((await stop(account, id)).body.data).toMatchObject({ status: 'exporting', stopped: 3 })
    await untilEnded(account, id)
    expect(await balanceOf(account)).toBe(9)
    expect(await jobStates(id)).toEqual([])
    const late = await stop(account, id)
    expect([late.status, late.body.error?.code]).toEqual([409, 'LIST_ENDED'])
    expect(await read(account, id)).toMatchObject({ status: 'completed', stopped: 3 })
  })

  test('the longest list can be stopped', async () => {
    const account = await service.account({ tier: 'team' })
    const id = await submitAndFeed(account, { domains: domainsOf('stop-long', 10_000) })
    await deliver('bulk', id)
    const stopped = await stop(account, id)
    expect([stopped.status, Number(stopped.body.data?.stopped) > 9_000]).toEqual([200, true])
  })

  test('stops at once refund once, a replay answers the same, and the message of a job is harmless', async () => {
    const account = await service.account({ quota_used: 50, credits: 9 })
    const id = await submitAndFeed(account, { domains: domainsOf('stop-twice', 5) })
    const [first] = await items(account, id)
    await service.platform.pool.query(`select claim_job($1, 'run')`, [first?.job_id])
    const { rows } = await service.platform.pool.query(
      `select id from jobs where bulk_job_id = $1 and status = 'queued'`,
      [id],
    )
    expect(await read(account, id)).toMatchObject({ stopped: 0 })
    const key = { 'idempotency-key': 'stop-twice' }
    const answers = await Promise.all([1, 2, 3, 4].map(() => stop(account, id)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(answers.map(({ body }) => body.data?.stopped)).toEqual([4, 4, 4, 4])
    expect(await read(account, id)).toMatchObject({ status: 'running', stopped: 4 })
    const kept = await stop(account, id, key)
    const replayed = await stop(account, id, key)
    expect(replayed.headers.get('idempotency-replayed')).toBe('true')
    expect(replayed.text).toBe(kept.text)
    expect(await balanceOf(account)).toBe(8)
    await Promise.all(rows.map((job) => deliver('bulk-analysis', job.id)))
    expect(await jobStates(id)).toEqual([
      { status: 'failed', state: 'refunded', count: 4 },
      { status: 'running', state: 'charged', count: 1 },
    ])
    const ledger = await account.ledger()
    expect(ledger.filter(({ reason }) => reason === 'refund')).toHaveLength(4)
  })

  test('an analysis that starts at the moment of the stop goes on', async () => {
    const account = await service.account({ quota_used: 50, credits: 9 })
    const id = await submitAndFeed(account, { domains: domainsOf('stop-started', 3) })
    const [first] = await items(account, id)
    const { pool } = service.platform
    const client = await pool.connect()
    await client.query('begin')
    await client.query(`select claim_job($1, 'run')`, [first?.job_id])
    const stopping = stop(account, id)
    const waiting = async () =>
      (
        await pool.query(`select from pg_stat_activity where wait_event_type = 'Lock'
        and query like '%stop_bulk_job%'`)
      ).rowCount
    await expect.poll(waiting).toBe(1)
    await client.query('commit')
    client.release()
    expect((await stopping).body.data).toMatchObject({ stopped: 2 })
    expect(await items(account, id)).toMatchObject([
      { status: 'running', job_id: first?.job_id },
      { status: 'stopped' },
      { status: 'stopped' },
    ])
    expect(await balanceOf(account)).toBe(8)
  })

  test('an analysis that another request uses too goes on, and so does its line', async () => {
    const account = await service.account({ quota_used: 50, credits: 9 })
    const [single, own] = domainsOf('stop-shared', 2)
    const id = await submitAndFeed(account, { domains: [single, own] })
    const asked = await account.request('POST', '/analyze/batch', {
      domains: [single],
      depth: 'quick',
    })
    const [{ job_id: shared } = { job_id: '' }] = (await items(account, id)) as { job_id: string }[]
    expect(asked.text).toContain(shared)
    expect((await stop(account, id)).body.data).toMatchObject({ stopped: 1 })
    expect(await items(account, id)).toMatchObject([{ job_id: shared }, { status: 'stopped' }])
    expect((await account.request('GET', `/jobs/${shared}`)).body.data?.status).not.toBe('failed')
    await account.untilTerminal(shared)
    await deliver('bulk', id)
    await untilEnded(account, id)
  })

  test('a line that uses an analysis of another list leaves it', async () => {
    const account = await service.account({ quota_used: 50, credits: 9 })
    const domains = domainsOf('stop-joined', 2)
    const owner = await submitAndFeed(account, { domains })
    const joined = await submitAndFeed(account, { domains })
    expect(await balanceOf(account)).toBe(7)
    expect((await stop(account, joined)).body.data).toMatchObject({ stopped: 2 })
    expect(await read(account, owner)).toMatchObject({ status: 'running', stopped: 0 })
    expect(await balanceOf(account)).toBe(7)
    const [line] = await items(account, owner)
    expect(line?.status).toBe('queued')
    expect((await stop(account, owner)).body.data).toMatchObject({ stopped: 0 })
    expect(await jobStates(owner)).toEqual([{ status: 'queued', state: 'charged', count: 2 }])
  })

  test('a list of another account looks like an unknown one, and a malformed id is 422', async () => {
    const account = await service.account({ quota_used: 50, credits: 9 })
    const stranger = await service.account()
    const id = await submitAndFeed(account, { domains: domainsOf('stop-tenancy', 2) })
    const foreign = await stop(stranger, id)
    const unknown = await stop(stranger, newIdentifier('blk'))
    expect([foreign.status, foreign.body.error?.code]).toEqual([404, 'NOT_FOUND'])
    expect(foreign.body.error?.message).toBe(unknown.body.error?.message)
    for (const wrong of ['blk_x', newIdentifier('job'), '%00', `${id}x`])
      expect([wrong, (await stop(account, wrong)).status]).toEqual([wrong, 422])
    expect(await read(account, id)).toMatchObject({ status: 'running', stopped: 0 })
  })
})

describe('the list of lists', () => {
  test('shows own lists as their GET does, newest first, in pages', async () => {
    const account = await service.account()
    const stranger = await service.account()
    const ids: string[] = []
    for (const name of ['First', 'Второй', undefined])
      ids.unshift(await submit(account, { domains: [CORP], ...(name && { name }) }))
    for (const id of ids) await untilEnded(account, id)
    const { status, body } = await account.request('GET', '/analyze/bulk')
    expect([status, body.meta]).toEqual([200, { limit: 20, offset: 0, has_more: false }])
    expect(body.data?.lists).toEqual(await Promise.all(ids.map((id) => read(account, id))))
    expect(body.data?.lists).toMatchObject([{ name: null }, { name: 'Второй' }, { name: 'First' }])
    const page = await account.request('GET', '/analyze/bulk?limit=1&offset=1')
    expect(page.body.data?.lists).toMatchObject([{ bulk_job_id: ids[1] }])
    expect(page.body.meta).toEqual({ limit: 1, offset: 1, has_more: true })
    expect((await stranger.request('GET', '/analyze/bulk')).body.data).toEqual({ lists: [] })
  })

  test.each(['limit=0', 'limit=101', 'limit=x', 'offset=-1', 'limit=2&limit=3'])(
    '?%s is refused',
    async (search) => {
      const account = await service.account()
      expect((await account.request('GET', `/analyze/bulk?${search}`)).status).toBe(422)
    },
  )

  test.each([
    ['65 characters', 'n'.repeat(65)],
    ['blanks only', '   '],
    ['a line break', 'a\nb'],
    ['a number', 7],
  ])('a name of %s is refused, also in the query of a CSV', async (_, name) => {
    const account = await service.account()
    const refused = await account.request('POST', '/analyze/bulk', { domains: [CORP], name })
    expect([refused.status, refused.body.error?.code]).toEqual([422, 'VALIDATION_ERROR'])
    if (typeof name === 'number') return
    const path = `/analyze/bulk?name=${encodeURIComponent(name)}`
    const csv = await account.request('POST', path, CORP, { 'content-type': 'text/csv' })
    expect([csv.status, csv.body.error?.code]).toEqual([422, 'VALIDATION_ERROR'])
  })

  test('the query of a CSV names the list', async () => {
    const account = await service.account()
    const { status, text } = await account.request('POST', '/analyze/bulk?name=July%20list', CORP, {
      'content-type': 'text/csv',
    })
    expect(status).toBe(202)
    expect(await read(account, JSON.parse(text).bulk_job_id)).toMatchObject({ name: 'July list' })
  })
})
