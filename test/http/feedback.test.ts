import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Callbacks, startCallbacks } from '../flows/callbacks.ts'
import { forceRows } from '../platform/force-rows.ts'
import type { Service, ServiceAccount } from '../platform/service.ts'
import {
  changesOf,
  check,
  dataOf,
  pathsOf,
  refusal,
  type Shown,
  watchOne,
} from './monitor-caller.ts'

const CORP = 'test-corp.sandbox.example'
const UNKNOWN = 'test-unknown.sandbox.example'
const CHANGING = 'test-changing.sandbox.example'
const NO_JOB = 'job_01h455vb4pex5vsknk084sn02q'
const NO_FEEDBACK = 'fbk_01h455vb4pex5vsknk084sn02q'
const PER_DAY = 6

let world: Callbacks
let service: Service

beforeAll(async () => {
  world = await startCallbacks({
    env: { FEEDBACK_PER_DAY: String(PER_DAY), QUICK_BATCH_MAX_DOMAINS: '10' },
  })
  service = world.service
})
afterAll(async () => {
  expect(await service.audit()).toEqual([])
  await world.stop()
})

const analysed = async (account: ServiceAccount, domain = CORP) =>
  (await account.analyze(domain, { depth: 'quick' }).untilTerminal()).job_id
const give = (account: ServiceAccount, jobId: unknown, body: unknown) =>
  account.request('POST', `/jobs/${jobId}/feedback`, body)
const listed = async (account: ServiceAccount, query = '') =>
  dataOf(await account.request('GET', `/feedback${query}`)).feedback as Shown[]
const decide = async (
  feedbackId: unknown,
  status: 'accepted' | 'declined',
  note: string | null = null,
) => {
  const input = JSON.stringify({ feedback_id: feedbackId, status, note })
  const { rows } = await service.platform.pool.query('select resolve_feedback($1) as answer', [
    input,
  ])
  return rows[0]?.answer as { outcome: string; superseded: string[] }
}

describe('POST /jobs/{job_id}/feedback', () => {
  test('stores all fields, and a report with fewer fields has empty ones', async () => {
    const account = await service.account()
    const [first, second] = [await analysed(account), await analysed(account, UNKNOWN)]
    const report = {
      verdict: 'wrong',
      correct_entity: '  Other Corporation Ltd.  ',
      relation: 'parent',
      evidence_urls: ['https://www.example.com/imprint?id=1#legal', 'https://example.org/'],
      note: 'Two lines:\n<b>bold</b> 🦉',
    }
    const full = dataOf(await give(account, first, report))
    expect(full).toEqual({
      feedback_id: expect.stringMatching(/^fbk_[0-9a-z]{26}$/),
      job_id: first,
      domain: CORP,
      ...report,
      correct_entity: 'Other Corporation Ltd.',
      status: 'received',
      resolution: null,
      revision: 1,
      created_at: expect.stringMatching(/^\d{4}-.*Z$/),
    })
    const bare = dataOf(await give(account, second, { verdict: 'right' }))
    expect(bare).toMatchObject({
      correct_entity: null,
      relation: null,
      evidence_urls: [],
      note: null,
    })
    expect(await listed(account)).toEqual([bare, full])
    expect(dataOf(await account.request('GET', `/feedback/${full.feedback_id}`))).toEqual(full)
  })

  test('a second report replaces the first: same id and time, one revision more, absent fields are empty', async () => {
    const account = await service.account()
    const job = await analysed(account)
    const first = dataOf(
      await give(account, job, { verdict: 'wrong', correct_entity: 'Other', note: 'n' }),
    )
    const second = dataOf(await give(account, job, { verdict: 'unsure' }))
    expect(second).toEqual({
      ...first,
      verdict: 'unsure',
      correct_entity: null,
      note: null,
      revision: 2,
    })
    expect(await listed(account)).toEqual([second])
  })

  test.each<[string, unknown]>([
    ['right', { verdict: 'right' }],
    ['unsure', { verdict: 'unsure' }],
    ['wrong with an entity', { verdict: 'wrong', correct_entity: 'Ex' }],
    ['wrong with nobody', { verdict: 'wrong', relation: 'nobody' }],
    ['outdated with a note', { verdict: 'outdated', note: 'Sold in May.' }],
    [
      'nulls for absent fields',
      { verdict: 'right', correct_entity: null, relation: null, note: null },
    ],
    [
      'the longest texts',
      { verdict: 'wrong', correct_entity: 'e'.repeat(255), note: 'n'.repeat(1_000) },
    ],
  ])('%s is accepted', async (_, body) => {
    const account = await service.account()
    const answer = await give(account, await analysed(account), body)
    expect([answer.status, answer.text]).toEqual([200, answer.text])
  })

  describe('bad input', () => {
    let account: ServiceAccount
    let job: string
    beforeAll(async () => {
      account = await service.account()
      job = await analysed(account)
    })

    test.each<[string, unknown, string]>([
      ['no verdict', {}, 'verdict'],
      ['an unknown verdict', { verdict: 'false' }, 'verdict'],
      ['wrong without any reason', { verdict: 'wrong' }, 'correct_entity'],
      [
        'outdated without any reason',
        { verdict: 'outdated', relation: 'operator' },
        'correct_entity',
      ],
      ['an entity of one character', { verdict: 'wrong', correct_entity: ' x ' }, 'correct_entity'],
      [
        'an entity of 256 characters',
        { verdict: 'wrong', correct_entity: 'e'.repeat(256) },
        'correct_entity',
      ],
      [
        'an entity with a line break',
        { verdict: 'wrong', correct_entity: 'a\nb' },
        'correct_entity',
      ],
      ['an unknown relation', { verdict: 'right', relation: 'owner' }, 'relation'],
      ['an empty note', { verdict: 'right', note: '' }, 'note'],
      ['a note of 1,001 characters', { verdict: 'right', note: 'n'.repeat(1_001) }, 'note'],
      ['a note with U+0000', { verdict: 'right', note: 'a\u0000' }, 'note'],
      [
        'six addresses',
        { verdict: 'right', evidence_urls: Array(6).fill('https://a.example/') },
        'evidence_urls',
      ],
      [
        'an address over http',
        { verdict: 'right', evidence_urls: ['http://a.example/'] },
        'evidence_urls.0',
      ],
      ['a script', { verdict: 'right', evidence_urls: ['javascript:alert(1)'] }, 'evidence_urls.0'],
      [
        'a password',
        { verdict: 'right', evidence_urls: ['https://a:b@a.example/'] },
        'evidence_urls.0',
      ],
      [
        'an address with a blank',
        { verdict: 'right', evidence_urls: ['https://a.example/ b'] },
        'evidence_urls.0',
      ],
      ['no address', { verdict: 'right', evidence_urls: [7] }, 'evidence_urls.0'],
      ['an unknown field', { verdict: 'right', colour: 'red' }, 'colour'],
    ])('%s is refused, and the field is named', async (_, body, path) => {
      const answer = await give(account, job, body)
      expect(refusal(answer)).toEqual([422, 'VALIDATION_ERROR'])
      expect(pathsOf(answer)).toContain(path)
    })

    test('nothing of it is stored or counted', async () => {
      expect(await listed(account)).toEqual([])
      for (let count = 0; count < PER_DAY; count++)
        expect((await give(account, job, { verdict: 'right' })).status).toBe(200)
    })
  })

  test('an unknown job is 404, a malformed id 422, and a job in progress 409; all count nothing', async () => {
    const account = await service.account()
    const job = await analysed(account)
    await forceRows(service.platform.pool, `update jobs set status = 'running' where id = $1`, [
      job,
    ])
    for (let count = 0; count <= PER_DAY; count++)
      expect(refusal(await give(account, job, { verdict: 'right' }))).toEqual([
        409,
        'JOB_IN_PROGRESS',
      ])
    expect(refusal(await give(account, NO_JOB, { verdict: 'right' }))).toEqual([404, 'NOT_FOUND'])
    for (const id of [NO_FEEDBACK, 'job_1', '%00'])
      expect(refusal(await give(account, id, { verdict: 'right' }))).toEqual([
        422,
        'VALIDATION_ERROR',
      ])
    await service.platform.pool.query(`update jobs set status = 'completed' where id = $1`, [job])
    expect((await give(account, job, { verdict: 'right' })).status).toBe(200)
  })

  test('concurrent reports about one job are one report, whose revision counts all of them', async () => {
    const account = await service.account()
    const job = await analysed(account)
    const answers = await Promise.all(
      Array.from({ length: PER_DAY }, () => give(account, job, { verdict: 'right' })),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array(PER_DAY).fill(200))
    const revisions = answers.map((answer) => Number(dataOf(answer).revision)).sort((a, b) => a - b)
    expect(revisions).toEqual(Array.from({ length: PER_DAY }, (_, index) => index + 1))
    expect(await listed(account)).toMatchObject([{ job_id: job, revision: PER_DAY }])
  })

  test('a repeated call of one request, after a lost reply, stores it once', async () => {
    const account = await service.account()
    const input = JSON.stringify({
      account_id: account.userId,
      job_id: await analysed(account),
      feedback_id: 'fbk_01h455vb4pex5vsknk084sn03q',
      verdict: 'right',
      evidence_urls: [],
      limit: 1,
    })
    const call = async () =>
      (await service.platform.pool.query('select give_feedback($1) as answer', [input])).rows[0]
        ?.answer
    const [first, ...others] = await Promise.all([call(), call(), call()])
    expect(first).toMatchObject({ outcome: 'stored', feedback: { revision: 1 } })
    for (const other of others) expect(other).toEqual(first)
    expect(await call()).toEqual(first)
  })

  test('more than FEEDBACK_PER_DAY reports in 24 hours are 429 with the time to wait, also concurrent ones', async () => {
    const account = await service.account()
    const jobs = [await analysed(account), await analysed(account, UNKNOWN)]
    const answers = await Promise.all(
      Array.from({ length: PER_DAY + 4 }, (_, index) =>
        give(account, jobs[index % 2], { verdict: 'right' }),
      ),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(PER_DAY)
    const refused = answers.filter(({ status }) => status !== 200)
    for (const answer of refused) expect(refusal(answer)).toEqual([429, 'RATE_LIMITED'])
    const seconds = Number(refused[0]?.headers.get('retry-after'))
    expect(seconds).toBeGreaterThan(86_000)
    expect(seconds).toBeLessThanOrEqual(86_400)
    await service.platform.pool.query(
      `update permits set taken_at = taken_at - interval '1 day' where holder = $1 and limit_name = 'feedback'`,
      [account.userId],
    )
    expect((await give(account, jobs[0], { verdict: 'right' })).status).toBe(200)
  })

  test('it costs nothing, and no answer of the account changes', async () => {
    const account = await service.account({ credits: 3 })
    const job = await analysed(account)
    const answers = async () => [
      (await account.request('GET', `/jobs/${job}`)).body.data,
      (await account.request('GET', `/jobs/${job}/signals`)).body.data,
      (await account.request('GET', '/billing/credits')).body.data,
      (await account.request('GET', '/billing/usage')).body.data,
    ]
    const before = await answers()
    await give(account, job, { verdict: 'wrong', correct_entity: 'Other Corporation' })
    await decide((await listed(account))[0]?.feedback_id, 'accepted')
    expect(await answers()).toEqual(before)
  })

  test('a playground key cannot use it', async () => {
    const account = await service.account()
    const bearer = { authorization: `Bearer ${account.bearerToken}` }
    const made = await service.request('POST', '/auth/session-key', undefined, bearer)
    const key = { 'x-api-key': String(made.body.data?.key) }
    const job = await analysed(account)
    for (const [method, path, body] of [
      ['POST', `/jobs/${job}/feedback`, { verdict: 'right' }],
      ['GET', '/feedback', undefined],
      ['GET', `/feedback/${NO_FEEDBACK}`, undefined],
      ['DELETE', `/feedback/${NO_FEEDBACK}`, undefined],
    ] as const)
      expect(refusal(await service.request(method, path, body, key))).toEqual([403, 'FORBIDDEN'])
  })
})

describe('GET /feedback', () => {
  test('pages and filters by status, newest first', async () => {
    const account = await service.account()
    const ids: unknown[] = []
    for (let count = 0; count < 5; count++)
      ids.unshift(
        dataOf(await give(account, await analysed(account, CHANGING), { verdict: 'right' }))
          .feedback_id,
      )
    const shown = async (query: string) =>
      (await listed(account, query)).map((report) => report.feedback_id)
    expect(await shown('')).toEqual(ids)
    expect(await shown('?limit=2')).toEqual(ids.slice(0, 2))
    expect(await shown('?limit=2&offset=4')).toEqual(ids.slice(4))
    const { body } = await account.request('GET', '/feedback?limit=2&offset=2')
    expect(body.meta).toEqual({ limit: 2, offset: 2, has_more: true })
    await decide(ids[1], 'declined')
    expect(await shown('?status=declined')).toEqual([ids[1]])
    expect(await shown('?status=received')).toEqual(ids.filter((id) => id !== ids[1]))
    expect(await shown('?status=accepted')).toEqual([])
    const [newest] = await listed(account)
    expect(await shown(`?job_id=${newest?.job_id}`)).toEqual([newest?.feedback_id])
    expect(await shown(`?job_id=${NO_JOB}`)).toEqual([])
    for (const query of ['?status=open', '?limit=0', '?limit=101', '?offset=-1'])
      expect(refusal(await account.request('GET', `/feedback${query}`))).toEqual([
        422,
        'VALIDATION_ERROR',
      ])
  })
})

describe('decisions of the reviewer', () => {
  test('an accepted report keeps its place: no second report, no deletion', async () => {
    const account = await service.account()
    const job = await analysed(account)
    const { feedback_id: id } = dataOf(
      await give(account, job, { verdict: 'wrong', correct_entity: 'Other' }),
    )
    expect(await decide(id, 'accepted', 'The imprint names them.')).toEqual({
      outcome: 'resolved',
      superseded: [],
    })
    const shown = dataOf(await account.request('GET', `/feedback/${id}`))
    expect(shown).toMatchObject({
      status: 'accepted',
      resolution: {
        note: 'The imprint names them.',
        resolved_at: expect.stringMatching(/Z$/),
        job_id: job,
      },
    })
    expect(refusal(await give(account, job, { verdict: 'right' }))).toEqual([
      409,
      'FEEDBACK_ACCEPTED',
    ])
    expect(refusal(await account.request('DELETE', `/feedback/${id}`))).toEqual([
      409,
      'FEEDBACK_ACCEPTED',
    ])
    expect(dataOf(await account.request('GET', `/feedback/${id}`))).toEqual(shown)
  })

  test('a declined report can be replaced, which opens it again, and deleted', async () => {
    const account = await service.account()
    const job = await analysed(account)
    const { feedback_id: id } = dataOf(
      await give(account, job, { verdict: 'wrong', correct_entity: 'Other' }),
    )
    await decide(id, 'declined', 'No source names them.')
    const again = dataOf(
      await give(account, job, { verdict: 'wrong', correct_entity: 'Other', note: 'See page 2.' }),
    )
    expect(again).toMatchObject({
      feedback_id: id,
      status: 'received',
      resolution: null,
      revision: 2,
    })
    await decide(id, 'declined')
    const removed = await account.request('DELETE', `/feedback/${id}`)
    expect([removed.status, removed.body.data]).toEqual([200, { feedback_id: id, deleted: true }])
    expect(refusal(await account.request('DELETE', `/feedback/${id}`))).toEqual([404, 'NOT_FOUND'])
    expect(await listed(account)).toEqual([])
  })

  test('accepting a report supersedes older open reports of the account about the domain, and no others', async () => {
    const [account, other] = [await service.account(), await service.account()]
    const report = async (owner: ServiceAccount, domain: string) =>
      dataOf(await give(owner, await analysed(owner, domain), { verdict: 'right' })).feedback_id
    const older = await report(account, CHANGING)
    const elsewhere = await report(account, UNKNOWN)
    const foreign = await report(other, CHANGING)
    const accepted = await report(account, CHANGING)
    const newer = await report(account, CHANGING)
    expect(await decide(accepted, 'accepted')).toEqual({ outcome: 'resolved', superseded: [older] })
    const states = new Map(
      (await listed(account)).map((shown) => [shown.feedback_id, shown.status]),
    )
    expect([older, elsewhere, accepted, newer].map((id) => states.get(id))).toEqual([
      'superseded',
      'received',
      'accepted',
      'received',
    ])
    expect(await listed(other)).toMatchObject([{ feedback_id: foreign, status: 'received' }])
  })

  test('feedback.resolved goes to the callback_url of the job, once for each decision, with the report as data', async () => {
    const account = await service.account()
    const url = world.receivers.url('good', '/feedback')
    const job = await world.submit(account, url)
    await world.until(job, ({ state }) => state === 'delivered')
    const { feedback_id: id } = dataOf(
      await give(account, job, { verdict: 'wrong', note: 'Sold.' }),
    )
    expect((await decide(id, 'declined', 'Not sold.')).outcome).toBe('resolved')
    expect((await decide(id, 'declined', 'Not sold.')).outcome).toBe('already')
    await world.moveClock()
    await world.until(String(id), ({ state }) => state === 'delivered')
    const received = world.receivers.of('good').filter(({ path }) => path === '/feedback')
    const bodies = (await world.verified(account, received)) as { type: string; data: Shown }[]
    const resolved = bodies.filter(({ type }) => type === 'feedback.resolved')
    expect(resolved).toEqual([
      {
        type: 'feedback.resolved',
        timestamp: expect.stringMatching(/Z$/),
        data: dataOf(await account.request('GET', `/feedback/${id}`)),
      },
    ])
    expect(resolved[0]?.data).toMatchObject({
      status: 'declined',
      resolution: { note: 'Not sold.' },
    })
    expect(dataOf(await account.request('GET', `/webhooks/${id}/status`))).toMatchObject({
      job_id: id,
    })
  })

  test('a job without callback_url has no event', async () => {
    const account = await service.account()
    const { feedback_id: id } = dataOf(
      await give(account, await analysed(account), { verdict: 'right' }),
    )
    await decide(id, 'accepted')
    expect(refusal(await account.request('GET', `/webhooks/${id}/status`))).toEqual([
      404,
      'NOT_FOUND',
    ])
  })
})

test('the reports of another account are in no list, and their deliveries are like unknown ones', async () => {
  const [owner, stranger] = [await service.account(), await service.account()]
  const url = world.receivers.url('good', '/foreign')
  const job = await world.submit(owner, url)
  await world.until(job, ({ state }) => state === 'delivered')
  const { feedback_id: id } = dataOf(await give(owner, job, { verdict: 'right', note: 'mine' }))
  await decide(id, 'declined')
  const foreign = await stranger.request('GET', `/webhooks/${id}/status`)
  const unknown = await stranger.request('GET', `/webhooks/${NO_FEEDBACK}/status`)
  expect(refusal(foreign)).toEqual([404, 'NOT_FOUND'])
  expect(foreign.text).toBe(unknown.text)
  expect(await listed(stranger)).toEqual([])
})

describe('a change that is acknowledged as wrong', () => {
  const acknowledge = (account: ServiceAccount, { change_id: id }: Shown, body: unknown) =>
    account.request('POST', `/changes/${id}/acknowledge`, body)
  async function changed(account: ServiceAccount): Promise<Shown> {
    await check(account, await watchOne(account, CHANGING))
    const [change] = (await changesOf(account)) as [Shown]
    return change
  }

  test('opens feedback on its analysis, without an entity and with the note', async () => {
    const account = await service.account()
    const change = await changed(account)
    const answer = await acknowledge(account, change, {
      verdict: 'wrong',
      note: 'They were not sold.',
    })
    expect(dataOf(answer)).toMatchObject({ acknowledged: { verdict: 'wrong' } })
    expect(await listed(account)).toMatchObject([
      {
        job_id: change.job_id,
        domain: CHANGING,
        verdict: 'wrong',
        correct_entity: null,
        note: 'They were not sold.',
      },
    ])
    for (const verdict of ['expected', 'unexpected'])
      await acknowledge(account, change, { verdict })
    expect(await listed(account)).toMatchObject([{ verdict: 'wrong', revision: 1 }])
  })

  test('keeps what an earlier report of the same kind says, and replaces another one', async () => {
    const account = await service.account()
    const change = await changed(account)
    const report = {
      correct_entity: 'Other',
      relation: 'operator',
      evidence_urls: ['https://a.example/'],
      note: 'n',
    }
    await give(account, change.job_id, { verdict: 'outdated', ...report })
    await acknowledge(account, change, { verdict: 'wrong' })
    expect(await listed(account)).toMatchObject([{ verdict: 'wrong', revision: 2, ...report }])
    await give(account, change.job_id, { verdict: 'right', ...report })
    await acknowledge(account, change, { verdict: 'wrong', note: 'No.' })
    expect(await listed(account)).toMatchObject([
      { verdict: 'wrong', correct_entity: null, relation: null, evidence_urls: [], note: 'No.' },
    ])
  })

  test('is 429 as a whole when the day has no report left, and other verdicts still work', async () => {
    const account = await service.account()
    const change = await changed(account)
    const job = await analysed(account)
    for (let count = 0; count < PER_DAY; count++) await give(account, job, { verdict: 'right' })
    expect(refusal(await acknowledge(account, change, { verdict: 'wrong' }))).toEqual([
      429,
      'RATE_LIMITED',
    ])
    expect(await changesOf(account)).toEqual([change])
    expect((await acknowledge(account, change, { verdict: 'unexpected' })).status).toBe(200)
  })

  test('records the verdict only, when the report is accepted already or the change has no job', async () => {
    const account = await service.account()
    const change = await changed(account)
    const { feedback_id: id } = dataOf(
      await give(account, change.job_id, { verdict: 'wrong', note: 'n' }),
    )
    await decide(id, 'accepted')
    const before = await listed(account)
    expect(dataOf(await acknowledge(account, change, { verdict: 'wrong' }))).toMatchObject({
      acknowledged: { verdict: 'wrong' },
    })
    await service.platform.pool.query('update changes set job_id = null where id = $1', [
      change.change_id,
    ])
    expect((await acknowledge(account, change, { verdict: 'wrong' })).status).toBe(200)
    expect(await listed(account)).toEqual(before)
  })
})

test('the export of the account contains its reports', async () => {
  const account = await service.account()
  await give(account, await analysed(account), {
    verdict: 'wrong',
    correct_entity: 'Other',
    note: 'My own note.',
  })
  const headers = { authorization: `Bearer ${account.bearerToken}` }
  const exported = await service.request('GET', '/auth/me/export', undefined, headers)
  expect((JSON.parse(exported.text) as Shown).feedback).toEqual(await listed(account))
})
