import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { queueMessage } from '../../shared/platform/queue-messages.ts'
import { createInternet, type SampleInternet } from '../internet/internet.ts'
import { type Service, type ServiceAccount, startService } from '../platform/service.ts'

let service: Service
let internet: SampleInternet
let account: ServiceAccount

const ADDRESS = 'faults@tests.example'

beforeAll(async () => {
  internet = await createInternet()
  service = await startService({ internet })
  account = await service.account({ tier: 'team', email: ADDRESS })
})
afterAll(async () => {
  await service.stop()
  await internet.close()
})
afterEach(async () => {
  await service.platform.mendAll()
  internet.setLatency(0)
  expect(await service.audit()).toEqual([])
})

const sweep = () => service.platform.runtime().runSchedule('* * * * *')
const deliver = (queue: string, body: unknown) =>
  service.platform.runtime().deliver(queue, [{ body }])

async function minutesPass() {
  const { pool } = service.platform
  await pool.query(
    `update jobs set updated_at = updated_at - interval '5 minutes' where status in ('queued', 'running')`,
  )
  await pool.query(
    `update jobs set completed_at = completed_at - interval '5 minutes' where completed_at is not null`,
  )
  await pool.query(
    `update bulk_jobs set updated_at = updated_at - interval '5 minutes', export_lease_until = export_lease_until - interval '5 minutes'`,
  )
  await pool.query(
    `update outbox set not_before = clock_timestamp() - interval '1 second' where sent_at is null`,
  )
}

async function submit(domains: string[], depth = 'quick'): Promise<string> {
  const { status, text } = await account.request('POST', '/analyze/bulk', { domains, depth })
  expect(status).toBe(202)
  return JSON.parse(text).bulk_job_id
}

interface BulkState {
  status: string
  export_attempts: number
  pending: number
  unfinished: number
  mails: number
}

async function bulkState(id: string): Promise<BulkState> {
  const { rows } = await service.platform.pool.query(
    `select b.status, b.export_attempts, (b.total - b.next_line)::integer as pending, count_unfinished_lines(b.id) as unfinished,
       (select count(*)::integer from outbox where dedupe in ('email:bulk_ready:' || b.id, 'email:bulk_failed:' || b.id)) as mails
     from bulk_jobs b where b.id = $1`,
    [id],
  )
  return rows[0]
}

const LIMIT_MS = 45_000

async function untilEnded(id: string): Promise<BulkState> {
  const deadline = Date.now() + LIMIT_MS
  for (let turn = 1; ; turn++) {
    const seen = await bulkState(id)
    if (seen.status === 'completed' || seen.status === 'failed') return seen
    if (Date.now() > deadline) throw new Error(`${id} has not ended: ${JSON.stringify(seen)}`)
    // Sweeps only in every fifth turn, about once per second. Each sweep sends the messages of all
    // waiting jobs again, so more sweeps would flood the queues.
    if (turn % 5 === 0) {
      await minutesPass()
      await sweep()
    }
    await delay(250)
  }
}

async function untilExportTried(id: string): Promise<void> {
  await expect
    .poll(async () => (await bulkState(id)).export_attempts, { timeout: LIMIT_MS })
    .toBeGreaterThan(0)
  await delay(600)
}

const ENDED = `status in ('completed', 'partial', 'failed')`

async function jobsOf(id: string, condition: string): Promise<number> {
  const { rows } = await service.platform.pool.query(
    `select count(*)::integer as n from jobs where bulk_job_id = $1 and ${condition}`,
    [id],
  )
  return rows[0].n
}

const mailsAbout = (id: string) =>
  service.platform.outbox.list(ADDRESS).filter(({ text }) => text.includes(id))

async function untilMailed(id: string) {
  const deadline = Date.now() + LIMIT_MS
  while (mailsAbout(id).length === 0 && Date.now() < deadline) {
    await minutesPass()
    await sweep()
    await delay(100)
  }
  // The sweeps above have sent the waiting email. One more sweep would also send a duplicate, if
  // the service had stored one.
  await minutesPass()
  await sweep()
  await delay(300)
  return mailsAbout(id)
}

async function exportOf(id: string) {
  const { body } = await account.request('GET', `/analyze/bulk/${id}`)
  const exports = body.data?.exports as { csv_url: string } | null
  return exports === null ? null : (await fetch(exports.csv_url)).text()
}

const SANDBOX = ['test-corp.sandbox.example', 'test-unknown.sandbox.example', 'not a domain']

describe('one export and one email after every fault', () => {
  test('while R2 is down no email is sent; afterwards one email with valid links is sent', async () => {
    await service.platform.breakPart({ target: 'bucket', mode: 'down', rate: 1, ms: 0 })
    const id = await submit(SANDBOX)
    await untilExportTried(id)
    expect(await bulkState(id)).toMatchObject({ status: 'exporting', mails: 0 })
    expect(mailsAbout(id)).toEqual([])
    await service.platform.mendAll()
    expect(await untilEnded(id)).toMatchObject({ status: 'completed', mails: 1 })
    expect(await untilMailed(id)).toHaveLength(1)
    expect((await exportOf(id))?.split('\r\n')).toHaveLength(5)
  })

  test('when the response of R2 to a stored export is lost, the export is written again and one email is sent', async () => {
    await service.platform.breakPart({ target: 'bucket', mode: 'lost_reply', rate: 1, ms: 0 })
    const id = await submit(SANDBOX)
    await untilExportTried(id)
    await service.platform.mendAll()
    expect(await untilEnded(id)).toMatchObject({ status: 'completed', mails: 1 })
    expect(await untilMailed(id)).toHaveLength(1)
  })

  test('when R2 stays down the bulk job fails after all attempts, sends one email, and its items can be read', async () => {
    await service.platform.breakPart({ target: 'bucket', mode: 'down', rate: 1, ms: 0 })
    const id = await submit(SANDBOX)
    const ended = await untilEnded(id)
    expect(ended).toMatchObject({ status: 'failed', mails: 1, export_attempts: 8 })
    const mails = await untilMailed(id)
    expect(mails.map(({ subject }) => subject)).toEqual([
      'The files of your list could not be written',
    ])
    expect((await account.request('GET', `/analyze/bulk/${id}`)).body.data).toMatchObject({
      exports: null,
      completed: 2,
      rejected: 1,
    })
    expect(
      (await account.request('GET', `/analyze/bulk/${id}/items`)).body.data?.items,
    ).toHaveLength(3)
  })

  test.each(['down', '500', 'garbage', 'lost_reply', 'reset'] as const)(
    'one email is sent after the email service was broken by %s',
    async (mode) => {
      await service.platform.breakPart({ target: 'api.resend.com', mode, rate: 1, ms: 10 })
      const id = await submit(SANDBOX)
      expect(await untilEnded(id)).toMatchObject({ status: 'completed', mails: 1 })
      await service.platform.mendAll()
      expect(await untilMailed(id)).toHaveLength(1)
    },
  )

  test('duplicate messages and overlapping sweeps give one export and one email', async () => {
    const id = await submit([...SANDBOX, 'listed-8001.com'])
    await Promise.all([
      deliver('bulk', queueMessage('bulk', id)),
      deliver('bulk', queueMessage('bulk', id)),
      sweep(),
      sweep(),
    ])
    await untilEnded(id)
    await Promise.all([
      deliver('exports', queueMessage('exports', id)),
      deliver('exports', queueMessage('exports', id)),
      sweep(),
      sweep(),
    ])
    const { rows } = await service.platform.pool.query(`select id from outbox where dedupe = $1`, [
      `email:bulk_ready:${id}`,
    ])
    await Promise.all(
      [1, 2, 3].map(() => deliver('emails', queueMessage('emails', String(rows[0].id)))),
    )
    expect(await bulkState(id)).toMatchObject({ status: 'completed', export_attempts: 1, mails: 1 })
    expect(await untilMailed(id)).toHaveLength(1)
  })

  test('a job of a bulk job that runs twice counts once', async () => {
    const id = await submit(['listed-8010.com'])
    await untilEnded(id)
    const { rows } = await service.platform.pool.query(
      `select id from jobs where bulk_job_id = $1`,
      [id],
    )
    await Promise.all(
      [1, 2].map(() => deliver('bulk-analysis', queueMessage('analysis', rows[0].id))),
    )
    expect(await bulkState(id)).toMatchObject({ status: 'completed', mails: 1 })
    expect((await account.request('GET', `/analyze/bulk/${id}`)).body.data).toMatchObject({
      completed: 1,
    })
  })

  test('a bulk job is accepted while the queue is down, and the sweep starts it later', async () => {
    await service.platform.breakPart({ target: 'queue', mode: 'down', rate: 1, ms: 0 })
    const id = await submit(SANDBOX)
    expect(await bulkState(id)).toMatchObject({ status: 'accepted', pending: 3 })
    await service.platform.mendAll()
    expect(await untilEnded(id)).toMatchObject({ status: 'completed', mails: 1 })
  })

  test('with lost replies of Postgres every line has one job and one charge', async () => {
    await service.platform.breakPart({ target: 'postgres', mode: 'lost_reply', rate: 0.3, ms: 0 })
    const domains = Array.from({ length: 8 }, (_, n) => `listed-${8_020 + n}.com`)
    let id = ''
    for (let tries = 0; id === '' && tries < 10; tries++) {
      const { status, text } = await account.request('POST', '/analyze/bulk', {
        domains,
        depth: 'quick',
      })
      if (status === 202) id = JSON.parse(text).bulk_job_id
    }
    await expect.poll(() => jobsOf(id, 'true'), { timeout: LIMIT_MS }).toBeGreaterThan(0)
    await service.platform.mendAll()
    await untilEnded(id)
    const { rows } = await service.platform.pool.query(
      `select count(distinct i.job_id)::integer as jobs, count(distinct c.subject)::integer as charges from bulk_items i
        left join charges c on c.subject = 'job:' || i.job_id where i.bulk_job_id = $1`,
      [id],
    )
    expect(rows).toEqual([{ jobs: 8, charges: 8 }])
  })
})

test('after two runtime kills all lines end, with one export, one email and a correct ledger', async () => {
  internet.setLatency(120)
  const domains = Array.from({ length: 24 }, (_, n) => `listed-${8_100 + n}.com`)
  const id = await submit([...domains, 'not a domain'])
  await expect
    .poll(() => jobsOf(id, `status = 'running'`), { timeout: LIMIT_MS })
    .toBeGreaterThan(0)
  await service.platform.kill('runtime')
  const ended = await jobsOf(id, ENDED)
  await minutesPass()
  await sweep()
  await expect.poll(() => jobsOf(id, ENDED), { timeout: LIMIT_MS }).toBeGreaterThan(ended)
  await service.platform.kill('runtime')
  internet.setLatency(0)
  expect(await untilEnded(id)).toMatchObject({
    status: 'completed',
    pending: 0,
    unfinished: 0,
    mails: 1,
  })
  expect(await untilMailed(id)).toHaveLength(1)
  expect((await exportOf(id))?.split('\r\n')).toHaveLength(27)
  const { rows } = await service.platform.pool.query(
    `select count(*)::integer as charged from jobs j join charges c on c.subject = 'job:' || j.id
      where j.bulk_job_id = $1 and (c.state = 'charged') = (j.status <> 'failed')`,
    [id],
  )
  expect(rows).toEqual([{ charged: 24 }])
})

const stop = (id: string) => account.request('POST', `/analyze/bulk/${id}/stop`)

async function linesOf(id: string) {
  const { rows } = await service.platform.pool.query(
    `select c.*, b.total,
        (select count(*)::integer from jobs j join charges p on p.subject = 'job:' || j.id
          where j.bulk_job_id = b.id and p.state = 'charged') as charged,
        (select count(*)::integer from jobs j where j.bulk_job_id = b.id) as jobs,
        (select count(*)::integer from bulk_items i
          where i.bulk_job_id = b.id and not i.stopped and i.job_id is null) as lost
      from bulk_jobs b, count_bulk_lines(b.id) c where b.id = $1`,
    [id],
  )
  return rows[0]
}

describe('a stop in the middle of a list', () => {
  test.each([
    ['while its lines are submitted', async () => undefined],
    ['and a kill of the runtime', () => service.platform.kill('runtime')],
    [
      'while replies of Postgres are lost',
      () =>
        service.platform.breakPart({ target: 'postgres', mode: 'lost_reply', rate: 0.3, ms: 0 }),
    ],
  ])(
    'two stops at once %s: every line ends or is stopped, and only ended ones are charged',
    async (title, fault) => {
      internet.setLatency(40)
      const tag = 9_000 + title.length * 1_000
      const domains = Array.from({ length: 500 }, (_, n) => `listed-${tag + n}.com`)
      const id = await submit(domains)
      await expect.poll(() => jobsOf(id, ENDED), { timeout: LIMIT_MS }).toBeGreaterThan(5)
      const refused = (error: unknown) => String(error)
      await Promise.all([
        stop(id).catch(refused),
        deliver('bulk', queueMessage('bulk', id)).catch(refused),
        fault(),
        deliver('bulk', queueMessage('bulk', id)).catch(refused),
        stop(id).catch(refused),
        sweep().catch(refused),
      ])
      await service.platform.mendAll()
      internet.setLatency(0)
      const last = await stop(id)
      expect([last.status, last.body.error?.code ?? null]).toEqual(
        last.status === 200 ? [200, null] : [409, 'LIST_ENDED'],
      )
      expect(await untilEnded(id)).toMatchObject({
        status: 'completed',
        pending: 0,
        unfinished: 0,
        mails: 1,
      })
      const { total, completed, partial, failed, stopped, charged, jobs, lost } = await linesOf(id)
      expect(stopped).toBeGreaterThan(200)
      expect(completed + partial + failed + stopped).toBe(total)
      expect([charged, lost]).toEqual([completed + partial, 0])
      expect(jobs).toBeLessThanOrEqual(500)
      expect(await untilMailed(id)).toHaveLength(1)
      const csv = (await exportOf(id)) ?? ''
      expect(csv.match(/^[^,]*,stopped,/gm)).toHaveLength(stopped)
    },
  )
})

test('closing an account refuses the remaining lines of its bulk job and sends no export and no email', async () => {
  const leaver = await service.account({ tier: 'team', email: 'leaver@tests.example' })
  const { text } = await leaver.request('POST', '/analyze/bulk', {
    domains: ['listed-8200.com'],
    depth: 'quick',
  })
  const id = JSON.parse(text).bulk_job_id
  await service.platform.pool.query(
    `update accounts set status = 'closed', closed_at = clock_timestamp() where id = $1`,
    [leaver.userId],
  )
  expect((await untilEnded(id)).status).toMatch(/failed|completed/)
  await minutesPass()
  await sweep()
  // If the only line ended before the account was closed, the email about the job was already
  // waiting. The service then drops this email.
  const owed = async () => {
    const { rows } = await service.platform.pool.query(
      `select count(*)::integer as owed from outbox where account_id = $1 and sent_at is null`,
      [leaver.userId],
    )
    return rows[0].owed
  }
  await expect.poll(owed, { timeout: 20_000 }).toBe(0)
  expect(service.platform.outbox.list(leaver.email)).toEqual([])
})
