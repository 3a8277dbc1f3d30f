import { setTimeout as delay } from 'node:timers/promises'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createInternet, type SampleInternet } from '../internet/internet.ts'
import { type Service, type ServiceAccount, startService } from '../platform/service.ts'

let service: Service
let account: ServiceAccount
let internet: SampleInternet

beforeAll(async () => {
  internet = await createInternet()
  service = await startService({ internet })
  account = await service.account({ tier: 'team', email: 'lists@tests.example' })
})
afterAll(async () => {
  expect(await service.audit()).toEqual([])
  await service.stop()
  await internet.close()
})

const ENDED = new Set(['completed', 'failed'])
const ENDED_LIMIT_MS = 50_000

interface BulkAnswer {
  bulk_job_id: string
  status: string
  total: number
  accepted: number
  rejected: number
  completed: number
  partial: number
  failed: number
  items_url: string
  exports: { csv_url: string; json_url: string; expires_at: string } | null
}

async function submit(by: ServiceAccount, body: unknown): Promise<BulkAnswer> {
  const answer = await by.request('POST', '/analyze/bulk', body)
  expect(answer.status).toBe(202)
  return JSON.parse(answer.text)
}

async function submitCsv(
  by: ServiceAccount,
  bytes: Uint8Array<ArrayBuffer>,
  query = '',
): Promise<BulkAnswer> {
  const response = await fetch(`${service.baseUrl}/analyze/bulk${query}`, {
    method: 'POST',
    headers: { 'x-api-key': by.apiKey, 'content-type': 'text/csv' },
    body: bytes,
  })
  expect(response.status).toBe(202)
  return (await response.json()) as BulkAnswer
}

async function read(by: ServiceAccount, id: string): Promise<BulkAnswer> {
  return (await by.request('GET', `/analyze/bulk/${id}`)).body.data as unknown as BulkAnswer
}

async function untilEnded(by: ServiceAccount, id: string): Promise<BulkAnswer> {
  const deadline = Date.now() + ENDED_LIMIT_MS
  for (;;) {
    const seen = await read(by, id)
    if (ENDED.has(seen.status)) return seen
    if (Date.now() > deadline) throw new Error(`${id} has not ended: ${JSON.stringify(seen)}`)
    await delay(100)
  }
}

interface ItemAnswer {
  index: number
  domain: string
  status: string
  job_id: string | null
  error: { code: string; message: string } | null
}

async function items(by: ServiceAccount, id: string, query = '?limit=1000'): Promise<ItemAnswer[]> {
  return (await by.request('GET', `/analyze/bulk/${id}/items${query}`)).body.data
    ?.items as ItemAnswer[]
}

async function mailTo(address: string, subject: RegExp, count = 1) {
  const deadline = Date.now() + 10_000
  for (;;) {
    const mails = service.platform.outbox.list(address).filter((mail) => subject.test(mail.subject))
    if (mails.length >= count || Date.now() > deadline) return mails
    await delay(50)
  }
}

const download = (url: string) => fetch(url)

const chargesOf = async (by: ServiceAccount) => {
  const { rows } = await service.platform.pool.query(
    `select count(*) filter (where state = 'charged')::integer as live, count(*)::integer as all from charges where account_id = $1`,
    [by.userId],
  )
  return rows[0] as { live: number; all: number }
}

describe('bulk jobs from submission to export', () => {
  test('every line ends, the files contain one record per line, and one email contains the links', async () => {
    const domains = Array.from({ length: 40 }, (_, n) => `listed-${5_000 + n}.com`)
    const submitted = await submit(account, { domains, depth: 'quick' })
    expect(submitted).toEqual({
      bulk_job_id: expect.stringMatching(/^blk_[0-9a-z]{26}$/),
      status: 'accepted',
      total: 40,
      accepted: 40,
      rejected: 0,
    })
    const id = submitted.bulk_job_id
    const ended = await untilEnded(account, id)
    expect(ended).toMatchObject({ status: 'completed', total: 40, rejected: 0 })
    expect(ended.completed + ended.partial + ended.failed).toBe(40)
    expect(ended.items_url).toBe(`${service.baseUrl}/analyze/bulk/${id}/items`)

    const lines = await items(account, id)
    expect(lines.map(({ index, domain }) => [index, domain])).toEqual(
      domains.map((domain, index) => [index, domain]),
    )
    expect(new Set(lines.map(({ job_id }) => job_id)).size).toBe(40)
    const job = await account.request('GET', `/jobs/${lines[0]?.job_id}`)
    expect(job.body.data).toMatchObject({
      bulk_job_id: id,
      domain: 'listed-5000.com',
      depth: 'quick',
    })

    const csv = await (await download(ended.exports?.csv_url ?? '')).text()
    const records = parse(csv, { columns: true }) as Record<string, string>[]
    expect(Object.keys(records[0] ?? {})).toEqual([
      'domain',
      'status',
      'entity',
      'confidence',
      'outcome',
      'second_candidate',
      'registrar',
      'error',
      'job_id',
      'basis',
      'warnings',
      'domain_unicode',
      'answer_url',
    ])
    const [first] = records
    expect(first?.answer_url).toBe(`${service.baseUrl}/app/jobs/${first?.job_id}`)
    expect(records.map(({ domain, job_id }) => [domain, job_id])).toEqual(
      lines.map(({ domain, job_id }) => [domain, job_id]),
    )
    expect(records.filter(({ entity }) => entity !== '').length).toBeGreaterThan(25)
    const json = await (await download(ended.exports?.json_url ?? '')).text()
    const objects = json
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(objects.map(({ index }) => index)).toEqual(domains.map((_, index) => index))
    expect(objects[0].scoring_result.candidates.length).toBeGreaterThan(0)

    const mails = await mailTo(account.email, /is ready/)
    expect(mails).toHaveLength(1)
    expect(mails[0]?.text).toContain(ended.exports?.csv_url)
    expect(mails[0]?.text).toMatch(/Named operators: [0-9]+ verified, /)
    expect(mails[0]?.html).toContain('prefers-color-scheme')
    expect(mails[0]?.headers).not.toHaveProperty('List-Unsubscribe')
    const summaryUrl = /http\S+\.summary\.json\S+/.exec(mails[0]?.text ?? '')?.[0] ?? ''
    expect(await (await download(summaryUrl)).json()).toMatchObject({ bulk_job_id: id, total: 40 })
    const held = await service.request('GET', summaryUrl.slice(service.baseUrl.length))
    expect(held.headers.get('content-type')).toMatch(/^application\/json/)
    expect((await chargesOf(account)).live).toBe(40 - ended.failed)
  })

  test('the CSV file begins with a byte order mark unless the link says otherwise', async () => {
    const { rows } = await service.platform.pool.query(
      `select id from bulk_jobs where status = 'completed' limit 1`,
    )
    const { exports } = await read(account, rows[0].id)
    const url = exports?.csv_url ?? ''
    const [marked, asked, plain] = await Promise.all(
      [url, `${url}&bom=true`, `${url}&bom=false`].map(download),
    )
    const bytes = new Uint8Array((await marked?.arrayBuffer()) ?? [])
    const plainBytes = new Uint8Array((await plain?.arrayBuffer()) ?? [])
    expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
    expect(new TextDecoder().decode(plainBytes.slice(0, 7))).toBe('domain,')
    expect(bytes.slice(3)).toEqual(plainBytes)
    expect(await asked?.bytes()).toEqual(bytes)
    expect(marked?.headers.get('content-disposition')).toMatch(
      /^attachment; filename="[\w.-]+_\d{4}-\d\d-\d\d_answers\.csv"/,
    )
    expect((await download(`${url}&bom=yes`)).status).toBe(422)
    const json = await (await download(exports?.json_url ?? '')).bytes()
    expect(json[0]).toBe('{'.charCodeAt(0))
  })
})

describe('lines of a bulk job', () => {
  const BAD: [line: string, bytes: Uint8Array | string, error: RegExp | null][] = [
    ['an empty first cell', ',a note', /is empty/],
    ['a comment', '# our suppliers', /white space/],
    ['an email address', 'me@listed-6001.com', /did you mean listed-6001\.com/],
    ['an underscore', '_dmarc.listed-6001.com', /underscore/],
    ['a single label', 'localhost', /single label/],
    ['an unknown suffix', 'listed.notatld', /not a public suffix/],
    ['a formula', '=HYPERLINK(1)', /may contain only letters/],
    ['a label that is too long', `${'a'.repeat(64)}.com`, /64 characters/],
    ['a line that is far too long', 'b'.repeat(5_000), /longer than 253/],
    ['another encoding', Buffer.from('b\xe4ckerei.de', 'latin1'), /not valid UTF-8/],
    ['an IP address', '192.0.2.7', /IP address/],
  ]

  test('an invalid line becomes an item with its error and costs nothing', async () => {
    const other = await service.account({ tier: 'team', email: 'wrong-lines@tests.example' })
    const good = [
      'listed-6001.com',
      'LISTED-6001.COM.',
      '"listed-6002.com"',
      'listed-6003.com,Some notes;and more',
    ]
    const body = Buffer.concat(
      [
        Buffer.from([0xef, 0xbb, 0xbf]),
        'Domain\r\n',
        ...good.map((line) => `${line}\r\n`),
        ...BAD.flatMap(([, bytes]) => [bytes, '\n']),
        '\n  \n;;\n\u00a0\n\u3000;\u200b\n\n',
      ].map((part) => Buffer.from(part)),
    )
    const submitted = await submitCsv(other, body, '?depth=quick')
    expect(submitted).toMatchObject({
      total: good.length + BAD.length,
      accepted: good.length,
      rejected: BAD.length,
    })
    const ended = await untilEnded(other, submitted.bulk_job_id)
    expect(ended).toMatchObject({ status: 'completed', rejected: BAD.length })
    expect(ended.completed + ended.partial + ended.failed).toBe(good.length)
    const lines = await items(other, submitted.bulk_job_id)
    expect(lines.map(({ index }) => index)).toEqual(
      Array.from({ length: good.length + BAD.length }, (_, n) => n),
    )
    expect(lines[1]?.job_id).toBe(lines[0]?.job_id)
    for (const [n, [what, , error]] of BAD.entries()) {
      const line = lines[good.length + n]
      expect([what, line?.status, line?.job_id, line?.error?.code]).toEqual([
        what,
        'rejected',
        null,
        'INVALID_DOMAIN',
      ])
      expect(line?.error?.message).toMatch(error ?? /./)
    }
    expect((await chargesOf(other)).all).toBe(3)
    const csv = await (await download(ended.exports?.csv_url ?? '')).text()
    expect(csv).toContain(`"'=HYPERLINK(1)"`)
    expect((parse(csv) as string[][]).length).toBe(1 + good.length + BAD.length)
  })

  test('a bulk job without a valid line is completed at once, with one callback, no export file and no email', async () => {
    const other = await service.account({ tier: 'team', email: 'no-line@tests.example' })
    const submitted = await submit(other, {
      domains: ['not a domain', 'me@x.com'],
      callback_url: internet.receivers.url('good', '/no-line'),
    })
    expect(submitted).toMatchObject({ total: 2, accepted: 0, rejected: 2 })
    const id = submitted.bulk_job_id
    const ended = await read(other, id)
    expect(ended).toMatchObject({ status: 'completed', completed: 0, rejected: 2, exports: null })
    expect((await items(other, id)).map(({ error }) => error?.code)).toEqual([
      'INVALID_DOMAIN',
      'INVALID_DOMAIN',
    ])
    const received = () => internet.receivers.of('good').filter(({ path }) => path === '/no-line')
    const deadline = Date.now() + 10_000
    while (received().length === 0 && Date.now() < deadline) await delay(50)
    await service.platform.runtime().runSchedule('* * * * *')
    expect(received().map(({ body }) => JSON.parse(body))).toEqual([
      { type: 'bulk.completed', timestamp: expect.any(String), data: ended },
    ])
    const { rows } = await service.platform.pool.query(
      `select export_attempts, exporting_at, (select count(*)::integer from outbox where account_id = $2) as emails
        from bulk_jobs where id = $1`,
      [id, other.userId],
    )
    expect(rows).toEqual([{ export_attempts: 0, exporting_at: null, emails: 0 }])
  })

  test('a free account gets as many lines as its quota covers, and the other lines say why not', async () => {
    const free = await service.account({ quota_used: 47, email: 'free-list@tests.example' })
    await service.platform.pool.query(`update usage_periods set quota = 50 where account_id = $1`, [
      free.userId,
    ])
    const domains = Array.from({ length: 6 }, (_, n) => `listed-${6_100 + n}.com`)
    const { bulk_job_id: id } = await submit(free, { domains, depth: 'quick' })
    const ended = await untilEnded(free, id)
    expect(ended).toMatchObject({ status: 'completed', rejected: 3 })
    const lines = await items(free, id)
    expect(lines.map(({ error }) => error?.code)).toEqual([
      undefined,
      undefined,
      undefined,
      'QUOTA_EXCEEDED',
      'QUOTA_EXCEEDED',
      'QUOTA_EXCEEDED',
    ])
    await service.platform.runtime().runSchedule('* * * * *')
    const warned = await mailTo(free.email, /quota/)
    expect(warned.map(({ subject }) => subject)).toEqual(['Your monthly quota is used up'])
    expect(warned[0]?.headers).toMatchObject({
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    })
  })

  test('sandbox domains are free and end at once, next to real domains', async () => {
    const before = await chargesOf(account)
    const { bulk_job_id: id } = await submit(account, {
      domains: ['test-corp.sandbox.example', 'test-unknown.sandbox.example'],
    })
    expect(await untilEnded(account, id)).toMatchObject({ status: 'completed', completed: 2 })
    expect(await chargesOf(account)).toEqual(before)
  })

  test('a domain with a running job joins this job and is not charged again', async () => {
    internet.setLatency(300)
    const joining = await service.account({ tier: 'team' })
    const running = (await joining.request('POST', '/analyze', { domain: 'listed-6200.com' })).body
      .data?.job_id
    const { bulk_job_id: id } = await submit(joining, {
      domains: ['listed-6200.com', 'listed-6201.com'],
    })
    internet.setLatency(0)
    await joining.untilTerminal(running as string)
    await delay(1_500)
    await service.platform.pool.query(
      `update bulk_jobs set updated_at = updated_at - interval '1 minute' where id = $1`,
      [id],
    )
    await service.platform.runtime().runSchedule('* * * * *')
    await untilEnded(joining, id)
    expect((await items(joining, id))[0]?.job_id).toBe(running)
    expect((await chargesOf(joining)).all).toBe(2)
  })

  test.each([
    ['an empty list', { domains: [] }, 422],
    ['too many lines', { domains: Array.from({ length: 10_001 }, () => 'example.com') }, 422],
    ['a line that is not text', { domains: ['example.com', 7] }, 422],
    ['an unknown field', { domains: ['example.com'], colour: 'red' }, 422],
    [
      'a callback to an IP address',
      { domains: ['example.com'], callback_url: 'https://127.0.0.1/' },
      422,
    ],
    ['more than 4 MiB', { domains: ['x'.repeat(4 * 1024 * 1024)] }, 413],
  ])('a bulk job with %s is refused as a whole', async (_, body, status) => {
    const answer = await account.request('POST', '/analyze/bulk', body)
    expect(answer.status).toBe(status)
    expect(answer.body).toMatchObject({ data: null, meta: null })
  })

  test('a body between 1 and 4 MiB is accepted, an empty CSV and another content type are not', async () => {
    const domains = Array.from({ length: 2 }, () => `${'z'.repeat(1024 * 1024)}.com`)
    expect((await account.request('POST', '/analyze/bulk', { domains })).status).toBe(202)
    expect(
      (await account.request('POST', '/analyze/bulk', 'domain\n', { 'content-type': 'text/csv' }))
        .status,
    ).toBe(422)
    expect(
      (await account.request('POST', '/analyze/bulk', 'x', { 'content-type': 'text/plain' }))
        .status,
    ).toBe(415)
  })
})

describe('access to bulk jobs', () => {
  test('pages of items start at the offset and say if more follow', async () => {
    const { rows } = await service.platform.pool.query(`select id from bulk_jobs where total = 40`)
    const { body } = await account.request(
      'GET',
      `/analyze/bulk/${rows[0].id}/items?limit=20&offset=30`,
    )
    const lines = body.data?.items as ItemAnswer[]
    expect(lines.map(({ index }) => index)).toEqual(Array.from({ length: 10 }, (_, n) => 30 + n))
    expect(body.meta).toEqual({ limit: 20, offset: 30, has_more: false })
  })

  test('an export link works without a credential until it expires or the account is closed', async () => {
    const owner = await service.account({ email: 'links@tests.example' })
    const { bulk_job_id: id } = await submit(owner, { domains: ['test-corp.sandbox.example'] })
    const { exports } = await untilEnded(owner, id)
    const url = new URL(exports?.csv_url ?? '')
    const changed = (name: string, value: string) => {
      const copy = new URL(url)
      copy.searchParams.set(name, value)
      return copy.href
    }
    const answers = [
      [url.href, 200, undefined],
      [changed('signature', 'AAAA'), 403, 'LINK_INVALID'],
      [
        `${url.origin}${url.pathname}?expires=${url.searchParams.get('expires')}`,
        403,
        'LINK_INVALID',
      ],
      [changed('expires', '9999999999'), 403, 'LINK_INVALID'],
      [url.href.replace('.csv', '.json'), 403, 'LINK_INVALID'],
      [`${url.origin}/exports/nonsense.csv${url.search}`, 404, 'NOT_FOUND'],
    ] as const
    for (const [address, status, code] of answers) {
      const response = await download(address)
      const text = await response.text()
      expect([address, response.status]).toEqual([address, status])
      if (code !== undefined) expect(JSON.parse(text).error.code).toBe(code)
    }
    await service.platform.pool.query(
      `update accounts set status = 'closed', closed_at = clock_timestamp() where id = $1`,
      [owner.userId],
    )
    const dead = await download(url.href)
    expect([dead.status, JSON.parse(await dead.text()).error.code]).toEqual([410, 'LINK_EXPIRED'])
    await service.platform.runtime().runSchedule('17 3 * * *')
    const { rows } = await service.platform.pool.query(
      `select exports_purged_at from bulk_jobs where id = $1`,
      [id],
    )
    expect(rows[0].exports_purged_at).not.toBeNull()
    const files = await (await service.platform.runtime().miniflare.getR2Bucket('EXPORTS')).list({
      prefix: `exports/${owner.userId}/`,
    })
    expect(files.objects.map(({ key }) => key)).toEqual([])
  })

  test('a callback reports the end of a bulk job with the body of its GET', async () => {
    const caller = await service.account({ email: 'hook@tests.example' })
    const { bulk_job_id: id } = await submit(caller, {
      domains: ['test-corp.sandbox.example'],
      callback_url: internet.receivers.url('good', '/bulk'),
    })
    const ended = await untilEnded(caller, id)
    const received = () => internet.receivers.of('good').filter(({ path }) => path === '/bulk')
    const deadline = Date.now() + 10_000
    while (received().length === 0 && Date.now() < deadline) await delay(50)
    expect(received().map(({ body }) => JSON.parse(body))).toEqual([
      { type: 'bulk.completed', timestamp: expect.any(String), data: ended },
    ])
    const status = await caller.request('GET', `/webhooks/${id}/status`)
    expect(status.status).toBe(200)
  })
})
