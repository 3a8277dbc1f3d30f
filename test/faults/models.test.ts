import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { CorrelationResult } from '../../shared/correlations/correlation-result.ts'
import { openLlmKey, sealedLlmKeys, sealLlmKey } from '../../shared/models/llm-key-seal.ts'
import { SealBroken } from '../../shared/platform/crypto/seal.ts'
import { resealAll } from '../../shared/platform/db/reseal.ts'
import { AnalysisMessage, queueMessage } from '../../shared/platform/queue-messages.ts'
import { openWebhookSecret, sealWebhookSecret } from '../../shared/webhooks/webhook-secret.ts'
import { createObservedInternet } from '../internet/observed-internet.ts'
import {
  type JobAnswer,
  type Service,
  type ServiceAccount,
  startService,
} from '../platform/service.ts'

const FOLDERS = [
  path.join(import.meta.dirname, '../internet/domains'),
  path.join(import.meta.dirname, '../eval/vague'),
]
const OLD = { old1: randomBytes(32).toString('base64') }
const KEYS = { new2: randomBytes(32).toString('base64'), ...OLD }
const RETENTION = '17 3 * * *'

let internet: Awaited<ReturnType<typeof createObservedInternet>>
let service: Service
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'attribution-llm-'))
  internet = await createObservedInternet({ folders: FOLDERS })
  service = await startService({
    internet,
    data: folder,
    env: {
      SEAL_KEYS: JSON.stringify(KEYS),
      OPENAI_API_KEY: 'service-honest',
      LLM_DAILY_TOKENS: '40000',
      BROWSER_RENDERING_ACCOUNT_ID: 'sample',
      BROWSER_RENDERING_TOKEN: 'sample-token',
      ENRICHMENT_API_KEY: 'sample-enrichment',
    },
  })
})
afterAll(async () => {
  await service.stop()
  await rm(folder, { recursive: true, force: true })
})
afterEach(() => service.platform.mendAll())

interface Collector {
  name: string
  status: string
  detail: string | null
}

const collectorOf = (job: JobAnswer, name: string): Collector | undefined =>
  (job.progress as { collectors: Collector[] }).collectors.find((each) => each.name === name)

async function submit(account: ServiceAccount, domain: string, key?: string): Promise<string> {
  const headers = key === undefined ? {} : { 'x-llm-api-key': key, 'x-llm-provider': 'anthropic' }
  const { body } = await account.request('POST', '/analyze', { domain }, headers)
  return body.data?.job_id as string
}

const saveKey = (account: ServiceAccount, provider: string, key: string) =>
  service.request(
    'POST',
    '/account/llm-keys',
    { provider, api_key: key },
    { authorization: `Bearer ${account.bearerToken}` },
  )

async function everyRow(): Promise<string[]> {
  const { pool } = service.platform
  const { rows } =
    await pool.query(`select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname not in ('pg_catalog', 'information_schema')`)
  const tables = await Promise.all(
    rows.map(({ name }) => pool.query(`select to_jsonb(t)::text as row from ${name} t`)),
  )
  return tables.flatMap((table) => table.rows.map(({ row }) => row as string))
}

async function everyFile(): Promise<{ name: string; bytes: Buffer }[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
  return Promise.all(
    files.map(async (name) => ({ name, bytes: await readFile(name).catch(() => Buffer.alloc(0)) })),
  )
}

async function expectNowhere(mark: string, allowedHost: string, since: number): Promise<void> {
  await service.platform.logs.quiet()
  const encoded = [
    mark,
    Buffer.from(mark).toString('base64').slice(0, -4),
    Buffer.from(mark).toString('hex'),
  ]
  const holds = (text: string) => encoded.some((each) => text.includes(each))
  expect((await everyRow()).filter(holds)).toEqual([])
  expect(
    (await everyFile())
      .filter(({ bytes }) => encoded.some((each) => bytes.includes(each)))
      .map(({ name }) => name),
  ).toEqual([])
  expect(service.platform.logs.lines.filter(({ text }) => holds(text))).toEqual([])
  const sent = internet.requests.slice(since)
  expect([...new Set(sent.filter(({ text }) => holds(text)).map(({ host }) => host))]).toEqual([
    allowedHost,
  ])
  expect(service.platform.outgoing.list().filter(({ url }) => holds(url))).toEqual([])
}

describe('keys of model providers', () => {
  test('a key in a request reaches its provider and is stored nowhere, during and after the job', async () => {
    const account = await service.account({ tier: 'team' })
    const mark = `sk-ant-honest-${randomBytes(12).toString('hex')}`
    const since = internet.requests.length
    internet.setLatency(150)
    const jobId = await submit(account, 'quietvalleyhoney.com', mark)
    await expect.poll(() => internet.requests.length, { timeout: 20_000 }).toBeGreaterThan(since)
    const during = await everyFile()
    expect(during.filter(({ bytes }) => bytes.includes(mark)).map(({ name }) => name)).toEqual([])
    internet.setLatency(0)
    const job = await account.untilTerminal(jobId)
    expect(collectorOf(job, 'llm')).toMatchObject({ status: 'ok' })
    expect(JSON.stringify(job)).not.toContain(mark)
    await expectNowhere(mark, 'api.anthropic.com', since)
  })

  test('a queue message contains only ids and no key', () => {
    expect(queueMessage('analysis', 'job_1')).toEqual({ v: 1, kind: 'analysis', id: 'job_1' })
    expect(AnalysisMessage.parse({ ...queueMessage('analysis', 'job_1'), apiKey: 'sk' })).toEqual(
      queueMessage('analysis', 'job_1'),
    )
  })

  test('a key that a provider refuses or answers badly is stored nowhere', async () => {
    const account = await service.account({ tier: 'team' })
    for (const mode of ['invalid', 'broken', 'failing']) {
      const mark = `sk-ant-${mode}-${randomBytes(12).toString('hex')}`
      const since = internet.requests.length
      const job = await account.untilTerminal(await submit(account, 'readslowly.org', mark))
      expect(collectorOf(job, 'llm')?.status).toBe('failed')
      await expectNowhere(mark, 'api.anthropic.com', since)
    }
  })

  test("a saved key is used at its owner's cost and is stored nowhere in the clear", async () => {
    const account = await service.account({ tier: 'team' })
    const mark = `sk-ant-honest-${randomBytes(12).toString('hex')}`
    const since = internet.requests.length
    expect((await saveKey(account, 'anthropic', mark)).status).toBe(200)
    const job = await account.untilTerminal(await submit(account, 'quietvalleyhoney.com'))
    expect(collectorOf(job, 'llm')).toMatchObject({ status: 'ok' })
    const { rows } = await service.platform.pool.query(
      'select distinct paid_by from llm_uses where subject = $1',
      [job.job_id],
    )
    expect(rows).toEqual([{ paid_by: 'account' }])
    await expectNowhere(mark, 'api.anthropic.com', since)
  })

  test('a key in a request is lost after a crash, and the job reports it', async () => {
    const account = await service.account({ tier: 'team' })
    internet.setLatency(400)
    const since = internet.requests.length
    const jobId = await submit(account, 'fennandoakbakery.com', 'sk-ant-honest-in-memory')
    await expect.poll(() => internet.requests.length, { timeout: 20_000 }).toBeGreaterThan(since)
    await service.platform.kill('runtime')
    internet.setLatency(0)
    await service.platform.pool.query(
      `update jobs set updated_at = updated_at - interval '2 minutes', created_at = created_at - interval '2 minutes' where id = $1`,
      [jobId],
    )
    await service.platform.runtime().runSchedule('* * * * *')
    const job = await account.untilTerminal(jobId)
    expect(collectorOf(job, 'llm')).toMatchObject({
      status: 'failed',
      detail: expect.stringMatching(/was lost/),
    })
    expect(job.status).toBe('partial')
  })
})

describe('evidence of paid services', () => {
  test('a crash after a paid answer does not pay for it again', async () => {
    const account = await service.account({ tier: 'team' })
    const paidHosts = /openai|peopledatalabs/
    const paid = (since: number) =>
      internet.requests.slice(since).filter(({ host }) => paidHosts.test(host)).length
    const since = internet.requests.length
    // A free collector uses this API. It gets no answer, so it keeps the job running after the paid
    // collectors have ended.
    await service.platform.breakPart({ target: 'api.gleif.org', mode: 'hang', rate: 1 })
    const jobId = await submit(account, 'fennandoakbakery.com')
    const ended = async () => {
      const { body } = await account.request('GET', `/jobs/${jobId}`)
      const progress = body.data?.progress as { collectors: Collector[] } | undefined
      return ['llm', 'vision', 'enrichment', 'legal_entity'].map(
        (name) => progress?.collectors.find((each) => each.name === name)?.status,
      )
    }
    await expect
      .poll(ended, { interval: 20, timeout: 20_000 })
      .toEqual(['empty', 'empty', 'empty', 'running'])
    await service.platform.kill('runtime')
    const paidBefore = paid(since)
    expect(paidBefore).toBeGreaterThan(2)
    await service.platform.mendAll()
    const job = await account.untilTerminal(jobId)
    expect(job.status).toBe('completed')
    expect(collectorOf(job, 'llm')).toMatchObject({ status: 'empty' })
    expect(paid(since)).toBe(paidBefore)
    const { rows } = await service.platform.pool.query(
      'select count(*)::integer as uses from llm_uses where subject = $1',
      [jobId],
    )
    expect(rows).toEqual([{ uses: 2 }])
  })
})

describe('sealed values', () => {
  const db = {} as Parameters<typeof openLlmKey>[0]
  const stored = { id: 'llm_1', accountId: 'usr_a', provider: 'openai', model: null } as const

  test.each([
    ['another account', { accountId: 'usr_b' }],
    ['another provider', { provider: 'google' as const }],
  ])('a sealed key does not open after it is moved to %s', async (_, moved) => {
    const sealed = await sealLlmKey(KEYS, 'usr_a', 'openai', 'sk-secret')
    expect(await openLlmKey(db, KEYS, { ...stored, sealed })).toBe('sk-secret')
    await expect(openLlmKey(db, KEYS, { ...stored, ...moved, sealed })).rejects.toThrow(SealBroken)
  })

  test('a sealed key that is moved in the database fails the collector, and no provider is called', async () => {
    const [one, other] = [
      await service.account({ tier: 'team' }),
      await service.account({ tier: 'team' }),
    ]
    await saveKey(one, 'anthropic', 'sk-ant-honest-one')
    await saveKey(other, 'anthropic', 'sk-ant-honest-other')
    await service.platform.pool.query(
      'update llm_keys set sealed = (select sealed from llm_keys where account_id = $1) where account_id = $2',
      [one.userId, other.userId],
    )
    const since = internet.requests.length
    const job = await other.untilTerminal(await submit(other, 'readslowly.org'))
    expect(collectorOf(job, 'llm')).toMatchObject({
      status: 'failed',
      detail: 'The saved key for anthropic cannot be read; save it again.',
    })
    expect(
      internet.requests.slice(since).filter(({ host }) => /anthropic|openai/.test(host)),
    ).toEqual([])
  })

  test('a key under an old master key is resealed when it is used or at night, until the old master key opens nothing', async () => {
    const accounts = await Promise.all(
      Array.from({ length: 3 }, () => service.account({ tier: 'team' })),
    )
    for (const account of accounts) {
      await saveKey(account, 'anthropic', 'sk-ant-honest-rotated')
      const sealed = await sealLlmKey(OLD, account.userId, 'anthropic', 'sk-ant-honest-rotated')
      await service.platform.pool.query('update llm_keys set sealed = $1 where account_id = $2', [
        sealed,
        account.userId,
      ])
    }
    const versions = async () =>
      (
        await service.platform.pool.query(
          `select split_part(sealed, ':', 2) as version from llm_keys where account_id = any ($1) order by id`,
          [accounts.map(({ userId }) => userId)],
        )
      ).rows.map(({ version }) => version as string)
    expect(await versions()).toEqual(['old1', 'old1', 'old1'])
    const [first] = accounts
    if (first === undefined) throw new Error('there is no account')
    const job = await first.untilTerminal(await submit(first, 'quietvalleyhoney.com'))
    expect(collectorOf(job, 'llm')).toMatchObject({ status: 'ok' })
    expect((await versions()).toSorted()).toEqual(['new2', 'old1', 'old1'])
    await service.platform.runtime().runSchedule(RETENTION)
    expect(await versions()).toEqual(['new2', 'new2', 'new2'])
    const { rows } = await service.platform.pool.query(
      'select id, account_id as "accountId", provider, model, sealed from llm_keys where account_id = any ($1)',
      [accounts.map(({ userId }) => userId)],
    )
    for (const row of rows) {
      expect(await openLlmKey(db, { new2: KEYS.new2 }, row)).toBe('sk-ant-honest-rotated')
      await expect(openLlmKey(db, OLD, row)).rejects.toThrow(SealBroken)
    }
  })

  test('webhook secrets under an old master key are resealed every night, so that deliveries continue without it', async () => {
    const account = await service.account()
    const secrets = [0, 1].map(() => `whsec_${randomBytes(32).toString('base64')}`)
    const sealed = await Promise.all(
      secrets.map(async (secret) => (await sealWebhookSecret(OLD, account.userId, secret)).sealed),
    )
    const { pool } = service.platform
    await pool.query(
      `update accounts set webhook_secret_sealed = $1, webhook_secret_before_sealed = $2,
        webhook_secret_before_until = now() + interval '1 day' where id = $3`,
      [...sealed, account.userId],
    )
    await service.platform.runtime().runSchedule(RETENTION)
    const { rows } = await pool.query<{ now: string; before: string }>(
      `select webhook_secret_sealed as now, webhook_secret_before_sealed as before
        from accounts where id = $1`,
      [account.userId],
    )
    const opened = [rows[0]?.now, rows[0]?.before].map((stored) =>
      openWebhookSecret({ new2: KEYS.new2 }, account.userId, stored ?? ''),
    )
    expect(await Promise.all(opened)).toEqual(secrets)
  })

  test('a webhook secret that signs no longer is deleted in the night', async () => {
    const account = await service.account()
    const { pool } = service.platform
    await pool.query(
      `update accounts set webhook_secret_sealed = 'now', webhook_secret_before_sealed = 'before',
        webhook_secret_before_until = now() - interval '1 second' where id = $1`,
      [account.userId],
    )
    await service.platform.runtime().runSchedule(RETENTION)
    const { rows } = await pool.query(
      `select webhook_secret_sealed as now, webhook_secret_before_sealed as before,
        webhook_secret_before_until as until from accounts where id = $1`,
      [account.userId],
    )
    expect(rows).toEqual([{ now: 'now', before: null, until: null }])
  })

  test('a single master key needs no resealing', async () => {
    expect(await resealAll(db, { new2: KEYS.new2 }, sealedLlmKeys)).toEqual({
      resealed: 0,
      unreadable: 0,
    })
  })
})

describe('the model providers of the service', () => {
  test('a correlation is summarized once, however many messages report that it is ready', async () => {
    const account = await service.account({ tier: 'team', credits: 100 })
    const domains = ['vintara.com', 'vintaraplay.com']
    for (const domain of domains) await account.untilTerminal(await submit(account, domain))
    await service.platform.breakPart({ target: 'api.openai.com', mode: 'slow', rate: 1, ms: 1_000 })
    const { body } = await account.request('POST', '/correlate', { domains })
    const id = String(body.data?.correlation_id)
    const message = { body: queueMessage('correlation', id) }
    await Promise.all(
      [1, 2, 3].map(() => service.platform.runtime().deliver('correlation', [message])),
    )
    await expect
      .poll(async () => (await account.request('GET', `/correlate/${id}`)).body.data?.status, {
        timeout: 15_000,
      })
      .toBe('completed')
    const { result } = (await account.request('GET', `/correlate/${id}`)).body.data as {
      result: CorrelationResult
    }
    expect([
      result.summary_source,
      ...result.clusters.map((cluster) => cluster.summary_source),
    ]).toEqual(['llm', 'llm'])
    const { rows } = await service.platform.pool.query(
      'select count(*)::integer as uses from llm_uses where subject = $1',
      [id],
    )
    expect(rows[0].uses).toBe(1)
  })

  test('the service reads pictures and looks up companies, and each account has its own daily token limit', async () => {
    const [spender, other] = [
      await service.account({ tier: 'pro' }),
      await service.account({ tier: 'pro' }),
    ]
    const first = await spender.untilTerminal(await submit(spender, 'inkandiron.com'))
    expect(collectorOf(first, 'llm')).toMatchObject({ status: 'ok' })
    expect(collectorOf(first, 'vision')).toMatchObject({ status: 'ok' })
    expect(collectorOf(first, 'enrichment')).toMatchObject({ status: 'empty' })
    expect(first.status).toBe('completed')
    await service.platform.pool.query(
      'update llm_uses set input_tokens = 39000 where account_id = $1',
      [spender.userId],
    )
    const capped = await spender.untilTerminal(await submit(spender, 'inkandiron.com'))
    expect(collectorOf(capped, 'llm')).toMatchObject({
      status: 'skipped',
      detail: expect.stringMatching(/^Daily model budget used: /),
    })
    expect(capped.status).toBe('completed')
    const free = await other.untilTerminal(await submit(other, 'inkandiron.com'))
    expect(collectorOf(free, 'llm')).toMatchObject({ status: 'ok' })
  })

  test('providers that are down fail only their collectors', async () => {
    const account = await service.account({ tier: 'team' })
    for (const target of [
      'api.cloudflare.com',
      'api.peopledatalabs.com',
      'reverse-whois.whoisxmlapi.com',
      'api.openai.com',
    ])
      await service.platform.breakPart({ target, mode: '500', rate: 1, ms: 0 })
    const job = await account.untilTerminal(await submit(account, 'corvane-werkzeug.com'))
    for (const name of ['vision', 'enrichment', 'reverse_whois', 'llm'])
      expect([name, collectorOf(job, name)?.status]).toEqual([name, 'failed'])
    expect([job.status, job.scoring_result?.outcome]).toEqual(['partial', 'attributed'])
  })
})
