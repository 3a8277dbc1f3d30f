import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { normalizeEntityName } from '../../shared/attribution/names/entity-names.ts'
import { DomainPortfolioResponse, HistoryResponse } from '../../workers/domains/contract.ts'
import { EntitySearchResponse } from '../../workers/entities/contract.ts'
import { PortfolioResponse } from '../../workers/portfolio.ts'
import { type Service, type ServiceAccount, startService } from '../platform/service.ts'

let service: Service
let account: ServiceAccount

beforeAll(async () => {
  service = await startService()
  account = await service.account({ tier: 'team', credits: 400 })
})
afterEach(() => service.platform.mendAll())
afterAll(async () => {
  expect(await service.audit()).toEqual([])
  await service.stop()
})

const REVERSE_WHOIS = 'reverse-whois.whoisxmlapi.com'
const WHOIS_HISTORY = 'whois-history.whoisxmlapi.com'

type History = z.infer<typeof HistoryResponse>

async function history(domain: string, query = '', caller = account): Promise<History> {
  const { status, body, text } = await caller.request('GET', `/domains/${domain}/history${query}`)
  if (status !== 200) throw new Error(`${status} ${text}`)
  return HistoryResponse.parse(body.data)
}

async function runs(
  domain: string,
  given: {
    at: string
    entity?: string | null
    confidence?: number
    registrar?: string
    servers?: string[]
    passive?: boolean
  }[],
) {
  for (const [
    index,
    { at, entity = null, confidence = 0.9, registrar = null, servers = [], passive = false },
  ] of given.entries()) {
    await service.platform.pool.query(
      `insert into domain_runs (domain, analyzed_at, job_id, account_id, status, entity, confidence, registrar, name_servers, passive)
        values ($1, $2, new_id('job') || $3, $4, 'completed', $5, $6, $7, $8, $9)`,
      [domain, at, String(index), account.userId, entity, confidence, registrar, servers, passive],
    )
  }
}

describe('history', () => {
  test('a history entry is compared with the previous run, and another spelling of a name is no change', async () => {
    await runs('changes.example.com', [
      {
        at: '2026-03-01T10:00:00Z',
        entity: 'Acme GmbH',
        confidence: 0.95,
        registrar: 'Gandi',
        servers: ['a.ns', 'c.ns'],
      },
      {
        at: '2026-02-01T10:00:00Z',
        entity: 'ACME',
        confidence: 0.9,
        registrar: 'Gandi',
        servers: ['a.ns', 'b.ns'],
      },
      {
        at: '2026-01-01T10:00:00Z',
        entity: null,
        confidence: 0.3,
        registrar: 'Tucows',
        servers: ['a.ns', 'b.ns'],
      },
    ])
    const { entries, next_cursor } = await history('changes.example.com')
    expect(next_cursor).toBeNull()
    expect(entries.map(({ diff }) => diff)).toEqual([
      {
        entity: null,
        registrar: null,
        nameservers: { added: ['c.ns'], removed: ['b.ns'] },
        confidence: { from: 0.9, to: 0.95, delta: 0.05 },
      },
      {
        entity: { from: null, to: 'ACME' },
        registrar: { from: 'Tucows', to: 'Gandi' },
        nameservers: null,
        confidence: { from: 0.3, to: 0.9, delta: 0.6 },
      },
      null,
    ])
    expect(entries[0]).toMatchObject({
      analyzed_at: '2026-03-01T10:00:00.000Z',
      source: 'local',
      status: 'completed',
    })
  })

  test('the operator of a run is compared with the previous passive or active run, on pages of any size', async () => {
    const at = (month: number) => `2026-0${month}-01T10:00:00Z`
    await runs('unvisited.example.com', [
      { at: at(6), entity: 'Holder AG', confidence: 0.5, passive: true },
      { at: at(5), entity: 'Newcomer GmbH', confidence: 0.8 },
      { at: at(4), entity: 'Holder AG', confidence: 0.5, passive: true },
      { at: at(3), entity: 'Registrant AG', confidence: 0.4, registrar: 'Gandi', passive: true },
      { at: at(2), entity: 'Acme GmbH', confidence: 0.9 },
      { at: at(1), entity: 'Former GmbH', confidence: 0.7 },
    ])
    const { entries } = await history('unvisited.example.com')
    expect(entries.map(({ diff }) => diff)).toMatchObject([
      null,
      {
        entity: { from: 'Acme GmbH', to: 'Newcomer GmbH' },
        confidence: { from: 0.9, to: 0.8 },
        registrar: null,
      },
      {
        entity: { from: 'Registrant AG', to: 'Holder AG' },
        confidence: { from: 0.4, to: 0.5 },
        registrar: { from: 'Gandi', to: null },
      },
      { entity: null, confidence: null, registrar: { from: null, to: 'Gandi' } },
      { entity: { from: 'Former GmbH', to: 'Acme GmbH' }, confidence: { from: 0.7, to: 0.9 } },
      null,
    ])
    for (const limit of [1, 2, 3, 4, 5]) {
      const paged: History['entries'] = []
      let cursor: string | null = null
      do {
        const before: string = cursor === null ? '' : `&before=${cursor}`
        const page = await history('unvisited.example.com', `?limit=${limit}${before}`)
        paged.push(...page.entries)
        cursor = page.next_cursor
      } while (cursor !== null)
      expect(paged).toEqual(entries)
    }
  })

  test('pages of any size contain every run once, even runs at almost the same time', async () => {
    const times = Array.from(
      { length: 23 },
      (_, n) => `2026-01-01T00:00:00.${String(100 + Math.floor(n / 3))}00${n % 3}Z`,
    )
    await runs('ties.example.com', times.map((at, n) => ({ at, confidence: n / 100 })).reverse())
    for (const limit of [1, 2, 7, 23, 100]) {
      const seen: (number | null)[] = []
      let cursor: string | null = null
      do {
        const page: History = await history(
          'ties.example.com',
          `?limit=${limit}${cursor === null ? '' : `&before=${cursor}`}`,
        )
        expect(page.entries.length).toBeLessThanOrEqual(limit)
        if (page.next_cursor !== null)
          expect(page.next_cursor).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/)
        seen.push(...page.entries.map(({ confidence }) => confidence))
        cursor = page.next_cursor
      } while (cursor !== null)
      expect(seen).toEqual(times.map((_, n) => n / 100).reverse())
    }
  })

  test('a run is visible to every account, its job id only to its owner', async () => {
    const job = await account.analyze('fennandoakbakery.com').untilTerminal()
    expect((await history('fennandoakbakery.com')).entries).toMatchObject([
      { job_id: job.job_id, entity: job.scoring_result?.entity },
    ])
    expect(
      (await history('fennandoakbakery.com', '', await service.account())).entries,
    ).toMatchObject([{ job_id: null }])
  })

  test.each([
    ['/domains/never-seen.com/history', 404, 'NOT_FOUND'],
    ['/domains/never-seen.com/history?include_external=true', 404, 'NOT_FOUND'],
    ['/domains/not_a_domain/history', 422, 'INVALID_DOMAIN'],
    ['/domains/fennandoakbakery.com/history?limit=0', 422, 'VALIDATION_ERROR'],
    ['/domains/fennandoakbakery.com/history?limit=101', 422, 'VALIDATION_ERROR'],
    ['/domains/fennandoakbakery.com/history?before=yesterday', 422, 'VALIDATION_ERROR'],
    ['/domains/fennandoakbakery.com/history?before=0000-01-01T00:00:00Z', 422, 'VALIDATION_ERROR'],
    ['/domains/fennandoakbakery.com/history?include_external=yes', 422, 'VALIDATION_ERROR'],
    ['/domains/never-seen.com/portfolio', 404, 'NOT_FOUND'],
    ['/domains/changes.example.com/portfolio', 404, 'NOT_FOUND'],
    ['/domains/test-unknown.sandbox.example/portfolio', 404, 'NOT_FOUND'],
    ['/domains/test-imitation.sandbox.example/portfolio', 404, 'NOT_FOUND'],
    ['/entities/search?q=a', 422, 'VALIDATION_ERROR'],
    ['/entities/search', 422, 'VALIDATION_ERROR'],
    ['/entities/search?q=acme&limit=0', 422, 'VALIDATION_ERROR'],
    ['/entities/search?q=acme&offset=1001', 422, 'VALIDATION_ERROR'],
    ['/entities/a/portfolio', 422, 'VALIDATION_ERROR'],
    ['/entities/bell%07bell/portfolio', 422, 'VALIDATION_ERROR'],
    ['/entities/ent_01h2xcejqtf2nbrexx3vqjhp41/portfolio', 404, 'NOT_FOUND'],
  ])('%s answers %i %s', async (path, status, code) => {
    const answer = await account.request('GET', path)
    expect({ status: answer.status, code: answer.body.error?.code }).toEqual({ status, code })
  })

  test('a sandbox domain has a fixed history that costs nothing', async () => {
    const { entries } = await history('test-corp.sandbox.example', '?include_external=true')
    expect(entries[0]).toMatchObject({ entity: 'Test Corporation', confidence: 0.95, job_id: null })
    expect((await history('test-corp.sandbox.example', '?limit=1')).next_cursor).not.toBeNull()
    expect((await account.ledger()).filter(({ reason }) => reason === 'external_history')).toEqual(
      [],
    )
  })
})

describe('external history', () => {
  const debits = async (caller: ServiceAccount) =>
    (await caller.ledger())
      .filter(({ reason }) => reason === 'external_history')
      .map(({ delta }) => delta)

  test('external records follow the oldest run, are labelled, and cost 50 credits', async () => {
    await account.analyze('lumenquay.com').untilTerminal()
    const reader = await service.account({ credits: 120 })
    const { entries } = await history('lumenquay.com', '?include_external=true', reader)
    expect(entries[0]?.source).toBe('local')
    const external = entries.slice(1)
    expect(external.length).toBeGreaterThan(0)
    for (const entry of external)
      expect(entry).toMatchObject({ source: 'external', job_id: null, confidence: null })
    expect(external.map(({ entity }) => entity)).toContain('Lumen Quay Ventures LLC')
    expect(entries.map(({ analyzed_at: at }) => at)).toEqual(
      [...entries.map(({ analyzed_at: at }) => at)].sort().reverse(),
    )
    expect(await debits(reader)).toEqual([-50])
  })

  test('further pages and later readings of bought records are free', async () => {
    const reader = await service.account({ credits: 120 })
    const whole = await history('lumenquay.com', '?include_external=true', reader)
    const seen: string[] = []
    let cursor: string | null = whole.entries[0]?.analyzed_at ?? null
    while (cursor !== null) {
      const page: History = await history(
        'lumenquay.com',
        `?include_external=true&limit=1&before=${cursor}`,
        reader,
      )
      seen.push(...page.entries.map(({ analyzed_at: at }) => at))
      cursor = page.next_cursor
    }
    expect(seen).toEqual(whole.entries.slice(1).map(({ analyzed_at: at }) => at))
    expect(await debits(reader)).toEqual([-50])
    await service.platform.pool.query(
      `update external_histories set bought_at = bought_at - interval '400 days'`,
    )
    await service.platform.runtime().runSchedule('17 3 * * *')
    const again = await history('lumenquay.com', '?include_external=true', reader)
    expect(again.entries).toEqual(whole.entries)
    expect(await debits(reader)).toEqual([-50])
  })

  test('a reading without records costs nothing', async () => {
    const reader = await service.account({ credits: 0 })
    expect(
      (await history('fennandoakbakery.com', '?include_external=true', reader)).entries,
    ).toHaveLength(1)
    expect(await reader.ledger()).toEqual([])
  })

  test('a cursor before the oldest record buys the records once, and later pages show them', async () => {
    const reader = await service.account({ credits: 120 })
    const path = '/domains/lumenquay.com/history?include_external=true'
    const before = service.platform.outgoing.list(WHOIS_HISTORY).length
    for (let reading = 0; reading < 3; reading += 1) {
      const { body } = await reader.request('GET', `${path}&before=2001-01-01T00:00:00Z`)
      expect(body.data).toMatchObject({ entries: [], next_cursor: null })
    }
    expect(
      (await history('lumenquay.com', '?include_external=true', reader)).entries.length,
    ).toBeGreaterThan(1)
    // One purchase needs two requests: a free preview and the purchase.
    expect(service.platform.outgoing.list(WHOIS_HISTORY).length - before).toBe(2)
    expect(await debits(reader)).toEqual([-50])
  })

  test('a HEAD request costs nothing', async () => {
    const reader = await service.account({ credits: 120 })
    const path = '/domains/lumenquay.com/history?include_external=true'
    expect((await reader.request('HEAD', path)).status).toBe(200)
    expect(await debits(reader)).toEqual([])
  })

  test('the last local run is compared with the newest external record, at any page size', async () => {
    await account.analyze('lumenquay.com', { force_refresh: true }).untilTerminal()
    const reader = await service.account({ credits: 1_000 })
    const whole = await history('lumenquay.com', '?include_external=true', reader)
    const lastLocal = whole.entries.filter(({ source }) => source === 'local').at(-1)
    expect(lastLocal?.diff).not.toBeNull()
    for (const limit of [2, 3]) {
      const seen: History['entries'] = []
      let page = await history('lumenquay.com', `?include_external=true&limit=${limit}`, reader)
      for (;;) {
        seen.push(...page.entries)
        if (page.next_cursor === null) break
        page = await history(
          'lumenquay.com',
          `?include_external=true&limit=${limit}&before=${page.next_cursor}`,
          reader,
        )
      }
      expect(seen).toEqual(whole.entries)
    }
  })

  test('an account that cannot pay is refused before the provider is called', async () => {
    const poor = await service.account({ credits: 49 })
    const before = service.platform.outgoing.list(WHOIS_HISTORY).length
    const answer = await poor.request('GET', '/domains/lumenquay.com/history?include_external=true')
    const { period_end } = (await poor.request('GET', '/billing/usage')).body.data ?? {}
    const details = { required: 50, balance: 49, period_end }
    expect(answer).toMatchObject({
      status: 402,
      body: { error: { code: 'INSUFFICIENT_CREDITS', details } },
    })
    expect(service.platform.outgoing.list(WHOIS_HISTORY).length - before).toBe(1)
    expect(await debits(poor)).toEqual([])
  })

  test('a closed account buys no records', async () => {
    const closed = await service.account({ credits: 120 })
    const purchase = {
      account_id: closed.userId,
      purchase_id: 'closed',
      domain: 'a.example',
      price: 50,
    }
    await service.request('DELETE', '/auth/me', undefined, {
      authorization: `Bearer ${closed.bearerToken}`,
    })
    const { rows } = await service.platform.pool.query(
      'select begin_external_history($1::jsonb) as answer',
      [JSON.stringify({ ...purchase, lease_seconds: 60, daily_limit: 5 })],
    )
    expect(rows[0].answer.outcome).toBe('closed')
    expect(await debits(closed)).toEqual([])
  })

  test('one Idempotency-Key pays for one reading', async () => {
    const reader = await service.account({ credits: 200 })
    const path = '/domains/lumenquay.com/history?include_external=true'
    const first = await reader.request('GET', path, undefined, { 'idempotency-key': 'reading' })
    const again = await reader.request('GET', path, undefined, { 'idempotency-key': 'reading' })
    expect(again.body).toEqual(first.body)
    expect(again.headers.get('idempotency-replayed')).toBe('true')
    expect(await debits(reader)).toEqual([-50])
  })
})

describe('portfolios', () => {
  const portfolio = async (path: string) => {
    const { status, body, text } = await account.request('GET', path)
    if (status !== 200) throw new Error(`${status} ${text}`)
    return body.data
  }

  test('reverse WHOIS and local results form one labelled list, which is cached for seven days', async () => {
    await account.analyze('zephyrine.com').untilTerminal()
    const first = DomainPortfolioResponse.parse(await portfolio('/domains/zephyrine.com/portfolio'))
    expect(first).toMatchObject({
      domain: 'zephyrine.com',
      entity: 'Zephyrine S.A.',
      cached: false,
      truncated: false,
    })
    expect(first.entity_confidence).toBeGreaterThan(0.8)
    expect(
      first.domains.find(({ domain }) => domain === 'zephyrine.com')?.confidence,
    ).toBeGreaterThan(0.8)
    expect(first.domains).toContainEqual({
      domain: 'zephyrine.fr',
      source: 'reverse_whois',
      confidence: null,
      basis: null,
      registered_at: null,
    })
    expect(Date.parse(first.expires_at) - Date.parse(first.fetched_at)).toBe(7 * 86_400_000)
    const asked = service.platform.outgoing.list(REVERSE_WHOIS).length
    const second = PortfolioResponse.parse(await portfolio('/entities/ZEPHYRINE%20sa/portfolio'))
    expect(second).toMatchObject({
      entity: 'Zephyrine S.A.',
      cached: true,
      domains: first.domains,
      fetched_at: first.fetched_at,
    })
    expect(service.platform.outgoing.list(REVERSE_WHOIS)).toHaveLength(asked)
  })

  test('the id of an operator in a history or a search leads to the same portfolio as the name', async () => {
    const [newest] = (await history('zephyrine.com')).entries
    const { entities } = EntitySearchResponse.parse(await portfolio('/entities/search?q=zephyrine'))
    expect(newest?.entity_id).toBe(entities[0]?.entity_id)
    expect(await portfolio(`/entities/${newest?.entity_id}/portfolio`)).toEqual(
      await portfolio('/entities/Zephyrine/portfolio'),
    )
  })

  test('an operator that only the provider has gets a portfolio, also for a part of its name', async () => {
    const { domains, total } = PortfolioResponse.parse(
      await portfolio('/entities/Thorncastle/portfolio'),
    )
    expect(domains.map(({ domain }) => domain)).toContain('crayglass.co.uk')
    expect(total).toBe(domains.length)
  })

  test('five simultaneous first requests buy a portfolio once', async () => {
    const { pool, outgoing } = service.platform
    await pool.query(`delete from portfolios where normalized_name like 'vintara%'`)
    const before = outgoing.list(REVERSE_WHOIS).length
    const five = Array.from({ length: 5 }, () =>
      portfolio('/entities/Vintara%20Interactive%20AB/portfolio'),
    )
    const answers = (await Promise.all(five)).map((answer) => PortfolioResponse.parse(answer))
    for (const { domains } of answers) expect(domains).toEqual(answers[0]?.domains)
    expect(answers.filter(({ cached }) => !cached)).toHaveLength(1)
    // One purchase of a list of domains needs two requests: a free preview and the purchase.
    expect(outgoing.list(REVERSE_WHOIS).length - before).toBe(2)
    const { rows: turns } = await pool.query(
      `select * from permits where limit_name like 'portfolio%'`,
    )
    expect(turns).toEqual([])
  })

  test('while the provider is down an expired portfolio is shown, and an uncached one answers 503', async () => {
    await service.platform.pool.query(
      `update portfolios set fetched_at = fetched_at - interval '8 days'`,
    )
    await service.platform.breakPart({ target: REVERSE_WHOIS, mode: 'down', rate: 1 })
    const stale = PortfolioResponse.parse(await portfolio('/entities/Zephyrine/portfolio'))
    expect(stale.cached).toBe(true)
    expect(Date.parse(stale.expires_at)).toBeLessThan(Date.now())
    const none = await account.request('GET', '/entities/Saltmarsh%20Media%20Group/portfolio')
    expect(none).toMatchObject({
      status: 503,
      body: { error: { code: 'REVERSE_WHOIS_UNAVAILABLE' } },
    })
    expect(none.headers.get('retry-after')).toBe('30')
  })

  test.each([
    ['test-corp', 'Test Corporation', 0.95],
    ['test-changing', 'Third Operator Ltd', 0.9],
  ])(
    '%s has the portfolio of the newest operator in its history',
    async (name, entity, confidence) => {
      const domain = `${name}.sandbox.example`
      const answer = await portfolio(`/domains/${domain}/portfolio`)
      expect(DomainPortfolioResponse.parse(answer)).toMatchObject({
        domain,
        entity,
        total: 1,
        entity_confidence: confidence,
      })
    },
  )
})

describe('search', () => {
  const search = async (query: string) => {
    const { status, body, text } = await account.request('GET', `/entities/search?${query}`)
    if (status !== 200) throw new Error(`${status} ${text}`)
    return { ...EntitySearchResponse.parse(body.data), meta: body.meta }
  }
  const names = async (query: string) =>
    (await search(query)).entities.map(({ name, match }) => `${match} ${name}`)

  beforeAll(async () => {
    const given = [
      'Tarn GmbH',
      'Tarnhill Dairy',
      'Tarnhill Dairy Farms Ltd',
      'Upper Tarn Estates',
      'Alpine Starn',
      'Qx Holdings',
      'Müller & Söhne KG',
    ]
    for (const [index, name] of given.entries()) {
      await service.platform.pool.query(
        `select store_attribution($1, $2, 0.9, clock_timestamp())`,
        [
          JSON.stringify({
            name,
            normalized: normalizeEntityName(name),
            parent: null,
            basis: index === 0 ? 'verified' : 'stated',
            aliases: index === 0 ? [{ name: 'Bergsee', normalized: 'bergsee' }] : [],
          }),
          `tarn-${index}.com`,
        ],
      )
    }
  })

  test('search lists exact matches before prefixes, and prefixes before substrings', async () => {
    expect(await names('q=tarn')).toEqual([
      'exact Tarn GmbH',
      'prefix Tarnhill Dairy',
      'prefix Tarnhill Dairy Farms Ltd',
      'substring Upper Tarn Estates',
      'substring Alpine Starn',
    ])
  })

  test.each([
    ['q=TARN%20gmbh&limit=1', ['exact Tarn GmbH']],
    ['q=muller%20und%20sohne', ['exact Müller & Söhne KG']],
    ['q=bergsee', ['exact Tarn GmbH']],
    ['q=Bergs', ['prefix Tarn GmbH']],
    ['q=qx', ['prefix Qx Holdings']],
    ['q=tarnhil%20dairy', ['fuzzy Tarnhill Dairy', 'fuzzy Tarnhill Dairy Farms Ltd']],
    ['q=%25%25', []],
    ['q=zzqx%20wvvk%20jjyy', []],
  ] as [string, string[]][])('%s finds %j', async (query, wanted) => {
    expect(await names(query)).toEqual(wanted)
  })

  test('a misspelled name finds the most similar name first', async () => {
    expect((await names('q=tarnhil%20dairi'))[0]).toBe('fuzzy Tarnhill Dairy')
  })

  test('two letters also match inside a word', async () => {
    expect(await names('q=rn')).toEqual(
      expect.arrayContaining(['substring Alpine Starn', 'substring Tarn GmbH']),
    )
  })

  test('pages of a search have no gaps and say if more follow', async () => {
    const whole = await names('q=tarn')
    const paged: string[] = []
    for (let offset = 0; offset < whole.length; offset += 2) {
      paged.push(...(await names(`q=tarn&limit=2&offset=${offset}`)))
      expect((await search(`q=tarn&limit=2&offset=${offset}`)).meta).toEqual({
        limit: 2,
        offset,
        has_more: offset + 2 < whole.length,
      })
    }
    expect(paged).toEqual(whole)
  })

  test('each result has its domains, and the first five the number of registrations', async () => {
    const { entities } = await search('q=zephyrine&include_portfolio=true')
    expect(entities[0]).toMatchObject({
      entity_id: expect.stringMatching(/^ent_/),
      domains: [
        {
          domain: 'zephyrine.com',
          confidence: expect.any(Number),
          last_analyzed_at: expect.stringMatching(/Z$/),
        },
      ],
      domain_count: 1,
      portfolio_count: expect.any(Number),
    })
    expect((await search('q=zephyrine')).entities[0]).not.toHaveProperty('portfolio_count')
  })

  test('a provider that is down removes only the numbers of registrations', async () => {
    await service.platform.breakPart({ target: REVERSE_WHOIS, mode: 'garbage', rate: 1 })
    const { entities } = await search('q=tarn&include_portfolio=true')
    expect(entities).toHaveLength(5)
    for (const entity of entities) expect(entity).not.toHaveProperty('portfolio_count')
  })
})

describe('spellings of names', () => {
  const file = async (
    domain: string,
    name: string,
    aliases: string[] = [],
    confidence = 0.9,
    basis = 'corroborated',
  ) => {
    const spelled = (given: string) => ({ name: given, normalized: normalizeEntityName(given) })
    const { rows } = await service.platform.pool.query(
      `select store_attribution($1, $2, $3, clock_timestamp()) as id`,
      [
        JSON.stringify({ ...spelled(name), parent: null, basis, aliases: aliases.map(spelled) }),
        domain,
        confidence,
      ],
    )
    const id = rows[0].id as string
    await service.platform.pool.query(
      `insert into domain_runs (domain, analyzed_at, job_id, account_id, status, entity_id, entity, confidence, name_servers)
        values ($1, clock_timestamp(), new_id('job'), $2, 'completed', $3, $4, 0.9, '{}')`,
      [domain, account.userId, id, name],
    )
    return id
  }

  test('a name of only this domain becomes a spelling of the new name, and no run is lost', async () => {
    const before = await file('onlyhere.com', 'Onlyhere Verlag')
    const after = await file('onlyhere.com', 'Nur Hier Medien', ['Onlyhere Verlag'])
    expect(after).not.toBe(before)
    const { rows } = await service.platform.pool.query(
      `select entity, entity_id from domain_runs where domain = 'onlyhere.com' order by analyzed_at`,
    )
    expect(rows).toEqual([
      { entity: 'Onlyhere Verlag', entity_id: after },
      { entity: 'Nur Hier Medien', entity_id: after },
    ])
    expect(
      (await account.request('GET', '/entities/search?q=onlyhere%20verlag')).body.data?.entities,
    ).toMatchObject([{ entity_id: after, match: 'exact' }])
  })

  test('a site cannot take the name of a company that has its own domains', async () => {
    const real = await file('harbourlight.com', 'Harbourlight Holdings')
    const liar = await file('liar.com', 'Liar Ltd', ['Harbourlight Holdings'])
    expect(await file('harbourlight.net', 'Harbourlight Holdings')).toBe(real)
    expect(liar).not.toBe(real)
  })

  test.each([0.9, 0.95])(
    "a site cannot change the names of a company's entity with confidence %d",
    async (confidence) => {
      const [victim, brand] = [`Elmstead ${confidence} Mills`, `Elmstead ${confidence} Yarn`]
      const real = await file(`elmstead-${confidence}.com`, victim, [brand], 0.95)
      // The attacker's site names the victim as its operator, with another spelling, and adds an
      // alias that the attacker chose.
      await file('impostor.com', victim.toUpperCase(), ['Cheap Pills Shop'], confidence)
      // Another site of the attacker uses the victim's brand as the name of its operator.
      await file('brand-taker.com', brand, [], confidence)
      const found = async (name: string) =>
        (await account.request('GET', `/entities/search?q=${encodeURIComponent(name)}`)).body.data
          ?.entities
      expect(await found('Cheap Pills Shop')).toEqual([])
      expect(await found(brand)).toContainEqual(
        expect.objectContaining({ entity_id: real, name: victim, match: 'exact' }),
      )
      expect(await found(victim)).toMatchObject([{ entity_id: real, name: victim }])
      expect(await file(`elmstead-${confidence}.com`, brand, [], 0.95)).toBe(real)
    },
  )

  test('a company is shown in its own spelling, also if another site was analysed first', async () => {
    await file('early-impostor.com', 'VENNABY (fraud) LTD')
    await file('vennaby.com', 'Vennaby Fraud Ltd')
    const { body } = await account.request('GET', '/domains/vennaby.com/portfolio')
    expect(body.data).toMatchObject({ entity: 'Vennaby Fraud Ltd', domain: 'vennaby.com' })
  })

  test('sites that name a company with less confidence cannot hide its own domain', async () => {
    await file('orchardine.com', 'Orchardine Group', [], 0.97)
    for (let n = 0; n < 25; n += 1)
      await file(`orchardine-copy-${n}.com`, 'Orchardine Group', [], 0.94)
    const { body } = await account.request('GET', '/entities/search?q=orchardine%20group')
    expect(body.data?.entities).toMatchObject([
      { domains: [{ domain: 'orchardine.com' }, ...Array(19).fill({})] },
    ])
  })

  test('a site cannot reserve the name of a company that is not yet known', async () => {
    const squatter = await file('squatter.com', 'Squatter Ltd', ['Futurecorp Industries'])
    expect(await file('futurecorp.com', 'Futurecorp Industries')).not.toBe(squatter)
  })
})
