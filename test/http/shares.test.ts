import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newIdentifier } from '../../shared/platform/identifiers.ts'
import { forceRows } from '../platform/force-rows.ts'
import {
  type Service,
  type ServiceAccount,
  sharedService,
  startService,
} from '../platform/service.ts'

const IMITATION = 'test-imitation.sandbox.example'
const CORPORATION = 'test-corp.sandbox.example'
const BROWSER = { accept: 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.8' }
const FIXED_REQUEST_ID = { 'x-request-id': 'same-request-id' }
const DAY_MS = 86_400_000

let service: Service
let account: ServiceAccount
let other: ServiceAccount

beforeAll(async () => {
  service = await sharedService()
  account = await service.account({ tier: 'team' })
  other = await service.account({ tier: 'team' })
})
afterAll(() => service.stop())

interface Shared {
  jobId: string
  /** Path of the public address. */
  path: string
  share: Record<string, unknown>
}

async function analyzed(owner: ServiceAccount, domain = CORPORATION): Promise<string> {
  return (await owner.analyze(domain).untilTerminal()).job_id
}

async function shareOf(owner: ServiceAccount, subject: string, days?: number) {
  const body = days === undefined ? undefined : { expires_in_days: days }
  const answer = await owner.request('POST', `${subject}/share`, body)
  expect([answer.status, answer.text]).toEqual([200, answer.text])
  return answer.body.data ?? {}
}

async function shared(owner: ServiceAccount, domain = CORPORATION): Promise<Shared> {
  const jobId = await analyzed(owner, domain)
  const share = await shareOf(owner, `/jobs/${jobId}`)
  const url = new URL(String(share.url))
  expect(url.origin).toBe(service.baseUrl)
  return { jobId, path: url.pathname, share }
}

async function compared(owner: ServiceAccount): Promise<string> {
  const answer = await owner.request('POST', '/correlate', { domains: [CORPORATION, IMITATION] })
  const id = String(answer.body.data?.correlation_id)
  await expect
    .poll(async () => (await owner.request('GET', `/correlate/${id}`)).body.data?.status)
    .toBe('completed')
  return id
}

const open = (path: string, headers: Record<string, string> = {}) =>
  service.request('GET', path, undefined, headers)
const refusal = ({
  status,
  body,
}: {
  status: number
  body: { error: { code: string } | null }
}) => [status, body.error?.code]

const NOTHING = [404, 'NOT_FOUND']

describe('POST and DELETE of a share', () => {
  test('a share has an address of 128 bits, an end after 30 days and no views', async () => {
    const { jobId, path, share } = await shared(account)
    expect(share).toEqual({
      share_id: expect.stringMatching(/^shr_/),
      job_id: jobId,
      correlation_id: null,
      url: `${service.baseUrl}${path}`,
      created_at: expect.any(String),
      expires_at: expect.any(String),
      views: 0,
    })
    expect(path).toMatch(/^\/s\/[A-Za-z0-9_-]{22}$/)
    const days = (Date.parse(String(share.expires_at)) - Date.now()) / DAY_MS
    expect(days).toBeGreaterThan(29.9)
    expect(days).toBeLessThan(30.1)
    const { rows } = await service.platform.pool.query(
      'select to_jsonb(s)::text as row from shares s',
    )
    expect(rows.map(({ row }) => row).join()).not.toContain(path.slice('/s/'.length))
  })

  test('a second call keeps the address and sets the new end', async () => {
    const { jobId, share } = await shared(account)
    const renewed = await shareOf(account, `/jobs/${jobId}`, 365)
    expect({ ...renewed, expires_at: null }).toEqual({ ...share, expires_at: null })
    expect(Date.parse(String(renewed.expires_at)) - Date.now()).toBeGreaterThan(364 * DAY_MS)
  })

  test('simultaneous calls create one share', async () => {
    const jobId = await analyzed(account)
    const made = await Promise.all(
      Array.from({ length: 6 }, () => shareOf(account, `/jobs/${jobId}`)),
    )
    expect(new Set(made.map(({ url }) => url)).size).toBe(1)
  })

  test('lost replies of the database create one share, and a killed runtime keeps its address', async () => {
    const jobId = await analyzed(account)
    await service.platform.breakPart({ target: 'postgres', mode: 'lost_reply', rate: 0.5 })
    for (let attempt = 0; attempt < 6; attempt += 1)
      await account.request('POST', `/jobs/${jobId}/share`)
    await service.platform.mendAll()
    const { url } = await shareOf(account, `/jobs/${jobId}`)
    const { rows } = await service.platform.pool.query('select id from shares where job_id = $1', [
      jobId,
    ])
    expect(rows).toHaveLength(1)
    await service.platform.kill('runtime')
    expect((await open(new URL(String(url)).pathname)).status).toBe(200)
  })

  test.each([
    [{ expires_in_days: 0 }],
    [{ expires_in_days: 366 }],
    [{ expires_in_days: 1.5 }],
    [{ days: 3 }],
  ])('%j is refused', async (body) => {
    const jobId = await analyzed(account)
    const answer = await account.request('POST', `/jobs/${jobId}/share`, body)
    expect(refusal(answer)).toEqual([422, 'VALIDATION_ERROR'])
  })

  test('a deleted share is dead at once, and a new one has another address', async () => {
    const { jobId, path } = await shared(account)
    const ended = await account.request('DELETE', `/jobs/${jobId}/share`)
    expect([ended.status, ended.body.data]).toEqual([200, { deleted: true }])
    expect(refusal(await open(path))).toEqual(NOTHING)
    expect(refusal(await account.request('DELETE', `/jobs/${jobId}/share`))).toEqual(NOTHING)
    const again = await shareOf(account, `/jobs/${jobId}`)
    expect(new URL(String(again.url)).pathname).not.toBe(path)
    expect(refusal(await open(path))).toEqual(NOTHING)
  })

  test('what is missing, foreign, failed or unfinished cannot be shared', async () => {
    const { jobId } = await shared(account)
    const correlation = await compared(account)
    for (const subject of [`/jobs/${newIdentifier('job')}`, `/correlate/${newIdentifier('cor')}`]) {
      expect(refusal(await account.request('POST', `${subject}/share`))).toEqual(NOTHING)
      expect(refusal(await account.request('DELETE', `${subject}/share`))).toEqual(NOTHING)
    }
    for (const subject of [`/jobs/${jobId}`, `/correlate/${correlation}`]) {
      expect(refusal(await other.request('POST', `${subject}/share`))).toEqual(NOTHING)
      expect(refusal(await other.request('DELETE', `${subject}/share`))).toEqual(NOTHING)
    }
    const unfinished = await analyzed(account)
    const states = [
      ['running', [409, 'JOB_IN_PROGRESS']],
      ['queued', [409, 'JOB_IN_PROGRESS']],
      ['failed', NOTHING],
    ] as const
    for (const [status, expected] of states) {
      await forceRows(service.platform.pool, 'update jobs set status = $1 where id = $2', [
        status,
        unfinished,
      ])
      const answer = await account.request('POST', `/jobs/${unfinished}/share`)
      expect([status, refusal(answer)]).toEqual([status, expected])
    }
  })

  test('a playground key cannot share', async () => {
    const bearer = { authorization: `Bearer ${account.bearerToken}` }
    const made = await service.request('POST', '/auth/session-key', undefined, bearer)
    const key = { 'x-api-key': String(made.body.data?.key) }
    const jobId = await analyzed(account)
    for (const [method, path] of [
      ['POST', `/jobs/${jobId}/share`],
      ['DELETE', `/jobs/${jobId}/share`],
      ['GET', '/shares'],
    ] as const)
      expect(refusal(await service.request(method, path, undefined, key))).toEqual([
        403,
        'FORBIDDEN',
      ])
  })

  test('an account lists its live shares, newest first, also with a token', async () => {
    const owner = await service.account()
    const made = [await shared(owner), await shared(owner), await shared(owner)]
    await other.request('POST', `/jobs/${await analyzed(other)}/share`)
    const ids = made.map(({ share }) => share.share_id).reverse()
    const listed = async (query: string) => {
      const { body } = await owner.request('GET', `/shares${query}`)
      return ((body.data?.shares ?? []) as { share_id: string }[]).map(({ share_id }) => share_id)
    }
    expect(await listed('')).toEqual(ids)
    expect(await listed('?limit=1&offset=1')).toEqual([ids[1]])
    const bearer = { authorization: `Bearer ${owner.bearerToken}` }
    const { body } = await service.request('GET', '/shares?limit=2', undefined, bearer)
    expect(body.meta).toEqual({ limit: 2, offset: 0, has_more: true })
  })
})

describe('GET /s/{token}', () => {
  test('anybody reads the answer, with the credential of any account or none', async () => {
    const { path } = await shared(account, IMITATION)
    const [nobody, stranger, program] = [
      await open(path),
      await other.request('GET', path),
      await open(path, { accept: '*/*' }),
    ]
    expect(nobody.body.data).toMatchObject({
      subject: 'analysis',
      domain: IMITATION,
      outcome: 'no_clear_entity',
      entity: null,
      basis: null,
      warnings: [expect.objectContaining({ kind: 'imitates', entity: 'Test Corporation' })],
      collected_at: expect.any(String),
    })
    for (const answer of [stranger, program])
      expect([answer.status, answer.body]).toEqual([200, nobody.body])
  })

  test('a browser gets a page with a preview, which nobody stores, indexes or frames', async () => {
    const { path } = await shared(account, IMITATION)
    const { status, headers, text } = await open(path, BROWSER)
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    expect(headers.get('x-robots-tag')).toBe('noindex')
    expect(headers.get('set-cookie')).toBeNull()
    expect(headers.get('cache-control')).toBe('private, no-store')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(headers.get('vary')).toContain('Accept')
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'self';/)
    expect(headers.get('content-security-policy')).not.toContain('script-src')
    expect(text).toContain(
      `<meta property="og:title" content="${IMITATION}: Imitates Test Corporation">`,
    )
    expect(text).toContain('Nobody could be named')
    expect(text).not.toMatch(/<script|style="/)
  })

  test('no byte names the account, the analysis, the correlation or the share', async () => {
    const { jobId, path, share } = await shared(account)
    const correlation = await compared(account)
    const ofCorrelation = await shareOf(account, `/correlate/${correlation}`)
    const { rows } = await service.platform.pool.query(
      'select id from api_keys where account_id = $1',
      [account.userId],
    )
    const secrets = [
      account.userId,
      account.email,
      account.apiKey,
      jobId,
      correlation,
      share.share_id,
      ofCorrelation.share_id,
      ...rows.map(({ id }) => id),
    ].map((secret) => String(secret).slice(4))
    for (const shown of [path, new URL(String(ofCorrelation.url)).pathname])
      for (const headers of [BROWSER, {}]) {
        const answer = await open(shown, headers)
        const whole = answer.text + JSON.stringify([...answer.headers])
        expect(answer.status).toBe(200)
        expect(secrets.filter((secret) => whole.includes(secret))).toEqual([])
      }
  })

  test('a shared correlation shows groups, domains and what anybody can copy', async () => {
    const ofCorrelation = await shareOf(account, `/correlate/${await compared(account)}`)
    const { body } = await open(new URL(String(ofCorrelation.url)).pathname)
    expect(body.data).toEqual({
      subject: 'correlation',
      groups: expect.any(Array),
      imitations: [
        {
          domain: 'test-imitation.sandbox.example',
          entity: 'Test Corporation',
          of_domains: ['test-corp.sandbox.example'],
        },
      ],
      ungrouped: expect.any(Array),
      unanalyzed: [],
      collected_at: expect.any(String),
    })
    expect(JSON.stringify(body.data)).toContain(CORPORATION)
  })

  test('each answer counts as a view, and a refusal does not', async () => {
    const owner = await service.account()
    const { path } = await shared(owner)
    await open(path)
    await open(path, BROWSER)
    await open(`${path}x`)
    const { body } = await owner.request('GET', '/shares')
    expect(body.data?.shares).toEqual([expect.objectContaining({ views: 2 })])
  })

  test('a dead, an unknown and a malformed address get the same bytes', async () => {
    const [deleted, expired, gone] = [
      await shared(account),
      await shared(account),
      await shared(account),
    ]
    const closing = await service.account()
    const closed = await shared(closing)
    await account.request('DELETE', `/jobs/${deleted.jobId}/share`)
    await service.platform.pool.query(
      `update shares set expires_at = clock_timestamp() - interval '1 second' where job_id = $1`,
      [expired.jobId],
    )
    await forceRows(service.platform.pool, 'delete from shares where job_id = $1', [gone.jobId])
    await service.request('DELETE', '/auth/me', undefined, {
      authorization: `Bearer ${closing.bearerToken}`,
    })
    const dead = [deleted, expired, gone, closed].map(({ path }) => path)
    const paths = [...dead, `/s/${'A'.repeat(22)}`, '/s/x', `/s/${'x'.repeat(2_000)}`, '/s/%00']
    for (const headers of [{}, BROWSER, { accept: 'application/toon' }]) {
      const answers = await Promise.all(
        paths.map((path) => open(path, { ...headers, ...FIXED_REQUEST_ID })),
      )
      expect(answers.map(({ status }) => status)).toEqual(paths.map(() => 404))
      expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    }
  })

  test('a share that has expired does not come back with its old address', async () => {
    const { jobId, path } = await shared(account)
    await service.platform.pool.query(
      `update shares set expires_at = clock_timestamp() - interval '1 second' where job_id = $1`,
      [jobId],
    )
    const again = await shareOf(account, `/jobs/${jobId}`)
    expect(new URL(String(again.url)).pathname).not.toBe(path)
    expect(refusal(await open(path))).toEqual(NOTHING)
  })

  test('the export of the account lists shares without their addresses', async () => {
    const owner = await service.account()
    const { path, share } = await shared(owner)
    const { text } = await owner.request('GET', '/auth/me/export')
    const { url, ...exported } = share
    expect(url).toContain(path)
    expect(JSON.parse(text).shares).toEqual([exported])
    expect(text).not.toContain(path.slice('/s/'.length))
  })
})

describe('limits', () => {
  let limited: Service
  beforeAll(async () => {
    limited = await startService({ env: { SHARES_MAX: '2', ADDRESS_LIMIT_PER_MINUTE: '200' } })
  })
  afterAll(() => limited.stop())

  test('an account beyond its number of shares can renew, but not create one', async () => {
    const owner = await limited.account()
    const jobs = [await analyzed(owner), await analyzed(owner), await analyzed(owner)]
    const share = (jobId = '') => owner.request('POST', `/jobs/${jobId}/share`)
    expect((await share(jobs[0])).status).toBe(200)
    expect((await share(jobs[1])).status).toBe(200)
    expect(refusal(await share(jobs[2]))).toEqual([422, 'SHARE_LIMIT_REACHED'])
    expect((await share(jobs[1])).status).toBe(200)
    await owner.request('DELETE', `/jobs/${jobs[0]}/share`)
    expect((await share(jobs[2])).status).toBe(200)
  })

  test('a thousand guesses from one address find nothing and are soon refused', async () => {
    const headers = { 'cf-connecting-ip': '203.0.113.77' }
    const seen = new Map<number, number>()
    for (let guess = 0; guess < 1_000; guess += 50) {
      const answers = await Promise.all(
        Array.from({ length: 50 }, (_, place) =>
          limited.request(
            'GET',
            `/s/${String(guess + place).padStart(22, 'A')}`,
            undefined,
            headers,
          ),
        ),
      )
      for (const { status } of answers) seen.set(status, (seen.get(status) ?? 0) + 1)
    }
    expect([...seen.keys()].sort()).toEqual([404, 429])
    expect(seen.get(404)).toBeLessThan(400)
  })
})
