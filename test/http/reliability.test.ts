import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { WARNING_KINDS } from '../../shared/attribution/scoring/scoring-result.ts'
import { type Service, type ServiceAccount, sharedService } from '../platform/service.ts'

const CORP = 'test-corp.sandbox.example'
const UNKNOWN = 'test-unknown.sandbox.example'
const CHANGING = 'test-changing.sandbox.example'
const IMITATION = 'test-imitation.sandbox.example'

const IMITATES = {
  kind: 'imitates',
  severity: 'high',
  entity: 'Test Corporation',
  detail:
    'The page imitates Test Corporation, and nothing that Test Corporation controls confirms this domain.',
}
const IMITATED = { basis: null, warnings: [IMITATES] }
const VERIFIED = { basis: 'verified', warnings: [] }
const NOTHING = { basis: null, warnings: [] }

let service: Service
let account: ServiceAccount
/** Job ids by sandbox domain, in the order in which the jobs were submitted. */
const jobs = new Map<string, string>()

beforeAll(async () => {
  service = await sharedService()
  account = await service.account({ tier: 'team' })
  for (const domain of [CORP, UNKNOWN, CHANGING, IMITATION])
    jobs.set(domain, await analyzed(account, domain))
})
afterAll(async () => {
  expect(await service.audit()).toEqual([])
  await service.stop()
})

async function analyzed(by: ServiceAccount, domain: string, depth = 'deep'): Promise<string> {
  const { body } = await by.request('POST', '/analyze', { domain, depth })
  return body.data?.job_id as string
}
const get = async (path: string, by = account) =>
  (await by.request('GET', path)).body.data as Record<string, unknown>
const jobOf = (domain: string) => jobs.get(domain) ?? ''
const query = async (sql: string, values: unknown[] = []) =>
  (await service.platform.pool.query(sql, values)).rows

describe('the sandbox', () => {
  test.each([
    [CORP, VERIFIED],
    [CHANGING, VERIFIED],
    [UNKNOWN, NOTHING],
    [IMITATION, IMITATED],
  ])(
    '%s has the same basis and warnings in its job, signals, row and history',
    async (domain, expected) => {
      const job = (await get(`/jobs/${jobOf(domain)}`)) as { scoring_result?: object }
      expect(job.scoring_result).toMatchObject(expected)
      expect(await get(`/jobs/${jobOf(domain)}/signals`)).toMatchObject(expected)
      const { jobs: rows } = await get(`/jobs?domain=${domain}&limit=1`)
      expect(rows).toMatchObject([expected])
      const { entries } = await get(`/domains/${domain}/history?limit=1`)
      expect(entries).toMatchObject([{ basis: expected.basis }])
    },
  )

  test.each(['quick', 'deep'])(
    'an imitation is no clear entity in a %s analysis',
    async (depth) => {
      const { scoring_result: result } = await get(
        `/jobs/${await analyzed(account, IMITATION, depth)}`,
      )
      expect(result).toMatchObject({
        outcome: 'no_clear_entity',
        entity: null,
        confidence: 0.25,
        ...IMITATED,
      })
      expect((result as { candidates: unknown[] }).candidates).toMatchObject([
        { basis: 'stated', confidence: 0.25 },
      ])
    },
  )

  test('an imitation works on every other route that takes a domain', async () => {
    const refusal = await account.request('GET', `/domains/${IMITATION}/portfolio`)
    expect([refusal.status, refusal.body.error?.code]).toEqual([404, 'NOT_FOUND'])
    expect(await get(`/jobs/${jobOf(IMITATION)}/subdomains`)).toMatchObject({
      domain: IMITATION,
      total: 0,
    })
    const correlated = await account.request('POST', '/correlate', { domains: [CORP, IMITATION] })
    const { correlation_id: id, ...rest } = correlated.body.data as Record<string, unknown>
    expect([correlated.status, rest.credits_charged]).toEqual([202, 0])
    await expect
      .poll(() => get(`/correlate/${id}`))
      .toMatchObject({ status: 'completed', result: { unclustered: [CORP, IMITATION] } })
    const watched = await account.request('POST', '/monitors', { domains: [IMITATION] })
    expect([watched.status, watched.text]).toEqual([200, expect.stringContaining(IMITATION)])
  })

  test('an entry of a batch has them beside its result, and only there', async () => {
    const submit = async (body: object) =>
      JSON.parse((await account.request('POST', '/analyze/batch', body)).text).jobs as Record<
        string,
        unknown
      >[]
    const quick = await submit({ domains: [CORP, IMITATION, 'no domain'], depth: 'quick' })
    expect(quick).toMatchObject([VERIFIED, IMITATED, { error: { code: 'INVALID_DOMAIN' } }])
    const without = [...(await submit({ domains: [CORP] })), quick[2] ?? {}]
    for (const entry of without)
      expect(Object.keys(entry)).not.toEqual(expect.arrayContaining(['basis', 'warnings']))
  })
})

describe('the filters of GET /jobs', () => {
  const domainsOf = async (search: string, by = account) => {
    const { jobs: rows } = await get(`/jobs${search}`, by)
    return (rows as { domain: string }[]).map(({ domain }) => domain)
  }

  test('a warning or an outcome selects jobs, newest first, and pages go on', async () => {
    const own = await service.account()
    for (const domain of [IMITATION, CORP, IMITATION, UNKNOWN]) await analyzed(own, domain)
    expect(await domainsOf('?warning=imitates', own)).toEqual([IMITATION, IMITATION])
    expect(await domainsOf('?warning=parked', own)).toEqual([])
    expect(await domainsOf('?outcome=attributed', own)).toEqual([CORP])
    expect(
      await domainsOf('?outcome=no_clear_entity&warning=imitates&status=completed', own),
    ).toHaveLength(2)
    expect(await domainsOf(`?outcome=no_clear_entity&domain=${UNKNOWN}`, own)).toEqual([UNKNOWN])
    const paged = await own.request('GET', '/jobs?outcome=no_clear_entity&limit=1&offset=1')
    expect(paged.body).toMatchObject({
      data: { jobs: [{ domain: IMITATION }] },
      meta: { has_more: true },
    })
  })

  test('a filter never shows jobs of another account', async () => {
    const stranger = await service.account()
    expect(await domainsOf('?warning=imitates', stranger)).toEqual([])
    expect(await domainsOf('?outcome=no_clear_entity', stranger)).toEqual([])
  })
})

const REFUSED = [
  'warning=',
  'outcome=',
  'warning=other',
  'outcome=failed',
  'warning=imitates&warning=parked',
  'warning=parked&warning=parked',
  'outcome=attributed&outcome=ambiguous',
  'warning=IMITATES',
  'warning=imitates,parked',
] as const

describe('the filters of both lists', () => {
  let list: string
  beforeAll(async () => {
    const { text } = await account.request('POST', '/analyze/bulk', {
      domains: [CORP, 'no domain', IMITATION, IMITATION],
    })
    list = JSON.parse(text).bulk_job_id
    const isOver = async () =>
      expect(await get(`/analyze/bulk/${list}`)).toMatchObject({ status: 'completed' })
    await vi.waitFor(isOver, { timeout: 30_000, interval: 100 })
  })

  test.each(REFUSED)('?%s is refused', async (search) => {
    for (const path of ['/jobs', `/analyze/bulk/${list}/items`]) {
      const { status, body } = await account.request('GET', `${path}?${search}`)
      expect([path, status, body.error?.code]).toEqual([path, 422, 'VALIDATION_ERROR'])
    }
  })

  test('each kind and each outcome is accepted', async () => {
    const outcomes = ['attributed', 'ambiguous', 'no_clear_entity'].map(
      (outcome) => `outcome=${outcome}`,
    )
    for (const search of [...WARNING_KINDS.map((kind) => `warning=${kind}`), ...outcomes])
      for (const path of ['/jobs', `/analyze/bulk/${list}/items`])
        expect((await account.request('GET', `${path}?${search}`)).status).toBe(200)
  })

  test('lines of a list have the answer of their job, also a repeated line', async () => {
    const { items } = await get(`/analyze/bulk/${list}/items`)
    expect(items).toMatchObject([
      { entity: 'Test Corporation', confidence: 0.95, ...VERIFIED, domain_unicode: CORP },
      {
        entity: null,
        confidence: null,
        ...NOTHING,
        domain_unicode: null,
        error: { code: 'INVALID_DOMAIN' },
      },
      { entity: null, confidence: 0.25, ...IMITATED },
      { entity: null, confidence: 0.25, ...IMITATED },
    ])
  })

  test('a filter of lines counts its offset in matching lines', async () => {
    const lines = async (search: string) => {
      const { body } = await account.request('GET', `/analyze/bulk/${list}/items?${search}`)
      const { items } = body.data as { items: { index: number }[] }
      return { lines: items.map(({ index }) => index), more: body.meta?.has_more }
    }
    expect(await lines('warning=imitates')).toEqual({ lines: [2, 3], more: false })
    expect(await lines('warning=imitates&limit=1')).toEqual({ lines: [2], more: true })
    expect(await lines('warning=imitates&limit=1&offset=1')).toEqual({ lines: [3], more: false })
    expect(await lines('outcome=attributed')).toEqual({ lines: [0], more: false })
    expect(await lines('outcome=attributed&warning=imitates')).toEqual({ lines: [], more: false })
    expect(await lines('offset=3')).toEqual({ lines: [3], more: false })
  })

  test('a stranger gets no lines of the list', async () => {
    const stranger = await service.account()
    const { status } = await stranger.request('GET', `/analyze/bulk/${list}/items?warning=imitates`)
    expect(status).toBe(404)
  })

  test('the files of the list have them, the CSV as kinds', async () => {
    const { exports } = (await get(`/analyze/bulk/${list}`)) as {
      exports?: { csv_url: string; json_url: string }
    }
    const csv = await (await fetch(exports?.csv_url ?? '')).text()
    const rows = parse(csv, { columns: true }) as Record<string, string>[]
    expect(
      rows.map(({ basis, warnings, domain_unicode: name }) => [basis, warnings, name]),
    ).toEqual([
      ['verified', '', CORP],
      ['', '', ''],
      ['', 'imitates', IMITATION],
      ['', 'imitates', IMITATION],
    ])
    const records = (await (await fetch(exports?.json_url ?? '')).text()).trimEnd().split('\n')
    expect(JSON.parse(records[2] ?? '')).toMatchObject({ ...IMITATED, scoring_result: IMITATED })
  })
})

describe('results that were stored before basis and warnings existed', () => {
  let old: string
  beforeAll(async () => {
    old = await analyzed(account, CORP)
    await query('update jobs set basis = null, warnings = null where id = $1', [old])
    await query(
      `update job_results set result = jsonb_set(result - 'basis' - 'warnings', '{candidates,0}',
         (result->'candidates'->0) - 'basis') where job_id = $1`,
      [old],
    )
  })

  test('have neither a basis nor warnings', async () => {
    expect(await get(`/jobs/${old}`)).toMatchObject({
      scoring_result: { ...NOTHING, candidates: [{ basis: null }] },
    })
    expect(await get(`/jobs/${old}/signals`)).toMatchObject(NOTHING)
    expect((await get('/jobs?limit=1')).jobs).toMatchObject([{ job_id: old, ...NOTHING }])
    const bundle = JSON.parse((await account.request('GET', `/jobs/${old}/stix`)).text)
    const note = bundle.objects.find(({ type }: { type: string }) => type === 'note')
    expect(note).not.toHaveProperty('labels')
  })

  test('are certified without the new members', async () => {
    const { text } = await account.request('GET', `/jobs/${old}/certificate`)
    expect(text).not.toMatch(/"basis"|"warnings"/)
    const csv = await account.request('GET', `/jobs/${old}/certificate?format=csv`)
    expect(csv.text).not.toMatch(/^result,/m)
    const checked = await account.request('POST', '/certificates/verify', JSON.parse(text))
    expect(checked.body.data).toMatchObject({ valid: true })
  })
})

test('a certificate of a new result contains them in each format, and is valid', async () => {
  const certificate = (format: string) =>
    account.request('GET', `/jobs/${jobOf(IMITATION)}/certificate?format=${format}`)
  const { text } = await certificate('json')
  expect(JSON.parse(text).certificate.result).toMatchObject({
    ...IMITATED,
    candidates: [{ basis: 'stated' }],
  })
  const rows = parse((await certificate('csv')).text, { columns: true }) as Record<string, string>[]
  expect(Object.keys(rows[0] ?? {})).toHaveLength(9)
  expect(rows.filter(({ section }) => section === 'result')).toMatchObject([
    { signal: 'basis', observed: '' },
    { signal: 'imitates', entity: 'Test Corporation', observed: IMITATES.detail, stance: 'high' },
  ])
  const checked = await account.request('POST', '/certificates/verify', JSON.parse(text))
  expect(checked.body.data).toMatchObject({ valid: true })
})

test.each([
  [CORP, ['verified']],
  [IMITATION, ['imitates']],
  [UNKNOWN, undefined],
])('the note of the STIX bundle of %s has the labels %j', async (domain, labels) => {
  const { text } = await account.request('GET', `/jobs/${jobOf(domain)}/stix`)
  const note = JSON.parse(text).objects.find(({ type }: { type: string }) => type === 'note')
  expect(note.labels).toEqual(labels)
})

test('rows of jobs keep at most ten warnings with bounded texts, and the table of kinds follows the jobs', async () => {
  const warning = {
    kind: 'parked',
    severity: 'info',
    entity: 'e'.repeat(400),
    detail: 'd'.repeat(400),
  }
  const [row] = await query('select listed_warnings($1) as listed', [
    JSON.stringify(Array(12).fill(warning)),
  ])
  expect(row.listed).toHaveLength(10)
  expect(row.listed[9]).toEqual({ ...warning, entity: 'e'.repeat(300), detail: 'd'.repeat(300) })
  expect(
    await query(`select listed_warnings('[]') as none, listed_warnings(null) as missing`),
  ).toEqual([{ none: null, missing: null }])
  const own = await service.account()
  const id = await analyzed(own, IMITATION)
  const kinds = () =>
    query('select kind, job_id from job_warnings where account_id = $1', [own.userId])
  expect(await kinds()).toEqual([{ kind: 'imitates', job_id: id }])
  await query(`update jobs set completed_at = completed_at - interval '8 days' where id = $1`, [id])
  await query(`select delete_old_jobs('{"sandbox": true, "days": 7, "limit": 1000}')`)
  expect(await kinds()).toEqual([])
})

test('mails about changes of a monitor have the basis and the warnings of its analysis', async () => {
  const own = await service.account()
  const { body } = await own.request('POST', '/monitors', { domains: [CHANGING] })
  const [{ monitor_id: monitor }] = (body.data as { monitors: [{ monitor_id: string }] }).monitors
  await own.request('POST', `/monitors/${monitor}/check`)
  const changed = async () => expect((await get('/changes', own)).changes).toHaveLength(1)
  await vi.waitFor(changed, { timeout: 30_000, interval: 100 })
  const client = await service.platform.pool.connect()
  try {
    await client.query('begin')
    await client.query(`update changes set mail = 'due' where account_id = $1`, [own.userId])
    await client.query('select create_change_emails(1000)')
    const { rows } = await client.query(
      `select payload->'changes' as changes, digest_watched($1, 'epoch', 'infinity') as watched from outbox
         where account_id = $1 and topic = 'email' and payload->>'template' = 'monitor_changes'`,
      [own.userId],
    )
    expect(rows).toMatchObject([
      { changes: [{ domain: CHANGING, basis: 'verified', warnings: null }] },
    ])
    // The weekly email leaves out monitors of sandbox domains.
    expect(rows[0]?.watched).toEqual({ total: 0, changes: [] })
  } finally {
    await client.query('rollback')
    client.release()
  }
})
