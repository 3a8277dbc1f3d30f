import type { SQL } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { normalizeEntityName } from '../../shared/attribution/names/entity-names.ts'
import { knownCompanies } from '../../shared/entities/known-companies.ts'
import { confirmedDomainsQuery, searchQuery } from '../../shared/entities/queries.ts'
import type { Database } from '../../shared/platform/db/client.ts'
import { EntitySearchResponse } from '../../workers/entities/contract.ts'
import { PortfolioResponse } from '../../workers/portfolio.ts'
import { type Service, type ServiceAccount, startService } from '../platform/service.ts'

const OLD = '2012-03-04T00:00:00.000Z'
const dialect = new PgDialect()

let service: Service
let account: ServiceAccount

beforeAll(async () => {
  service = await startService()
  account = await service.account({ tier: 'team', credits: 100 })
})
afterAll(() => service.stop())

interface Answer {
  basis?: 'verified' | 'corroborated' | 'stated' | null
  confidence?: number
  registered_at?: string | null
  aliases?: string[]
  is_complete?: boolean
  is_passive?: boolean
}

const spelled = (name: string) => ({ name, normalized: normalizeEntityName(name) })

/** Stores an answer about a domain in the way that the end of a job stores it. */
async function store(domain: string, name: string, answer: Answer = {}): Promise<string> {
  const {
    basis = 'stated',
    confidence = 0.94,
    registered_at = null,
    aliases = [],
    is_complete = false,
    is_passive = false,
  } = answer
  const entity = {
    ...spelled(name),
    parent: null,
    basis,
    registered_at,
    is_complete,
    is_passive,
    aliases: aliases.map(spelled),
  }
  const { rows } = await service.platform.pool.query(
    `select store_attribution($1, $2, $3, clock_timestamp()) as id`,
    [JSON.stringify(entity), domain, confidence],
  )
  await service.platform.pool.query(
    `insert into domain_runs (domain, analyzed_at, job_id, account_id, status, entity_id, entity, confidence, name_servers)
      values ($1, clock_timestamp(), new_id('job'), $2, 'completed', $3, $4, $5, '{}')`,
    [domain, account.userId, rows[0].id, name, confidence],
  )
  return rows[0].id
}

async function search(name: string) {
  const { body } = await account.request('GET', `/entities/search?q=${encodeURIComponent(name)}`)
  return EntitySearchResponse.parse(body.data).entities
}

async function portfolio(name: string) {
  const { body } = await account.request('GET', `/entities/${encodeURIComponent(name)}/portfolio`)
  return PortfolioResponse.parse(body.data)
}

const basisOf = async (domain: string) =>
  (await service.platform.pool.query('select basis from attributions where domain = $1', [domain]))
    .rows[0]?.basis

describe('domains of an operator', () => {
  const young = new Date(Date.now() - 40 * 86_400_000).toISOString()

  test('confirmed domains come first, and young stated ones are counted but not listed', async () => {
    const name = 'Ashgrove Lantern Works Ltd'
    await store('ashgrove-old-copy.com', name, { confidence: 0.94, registered_at: OLD })
    await store('ashgrove-young-copy.com', name, { confidence: 0.94, registered_at: young })
    await store('ashgrove-dateless-copy.com', name, { confidence: 0.94 })
    await store('ashgrove-unknown-basis.com', name, {
      basis: null,
      confidence: 0.93,
      registered_at: OLD,
    })
    await store('ashgrovelantern.co.uk', name, {
      basis: 'corroborated',
      confidence: 0.8,
      registered_at: young,
    })
    await store('ashgrovelantern.com', name, { basis: 'verified', confidence: 0.7 })

    const listed = [
      ['ashgrovelantern.com', 'verified'],
      ['ashgrovelantern.co.uk', 'corroborated'],
      ['ashgrove-old-copy.com', 'stated'],
      ['ashgrove-unknown-basis.com', null],
    ]
    const [entity] = await search(name)
    expect(entity?.domains.map(({ domain, basis }) => [domain, basis])).toEqual(listed)
    expect(entity).toMatchObject({ domain_count: 6, stated_count: 4 })
    const all = await portfolio(name)
    expect(all.domains.map(({ domain, basis }) => [domain, basis])).toEqual(listed)
    expect(all).toMatchObject({ total: 6, stated_count: 4, truncated: true })
    expect(all.domains[1]?.registered_at).toBe(young)
  })

  test('an operator without a confirmed domain lists all domains by confidence', async () => {
    await store('tolver-weir.com', 'Tolver Weir Boats', { registered_at: young, confidence: 0.9 })
    await store('tolver-weir.org', 'Tolver Weir Boats', { confidence: 0.92 })
    expect(await search('Tolver Weir Boats')).toMatchObject([
      {
        domain_count: 2,
        stated_count: 2,
        domains: [{ domain: 'tolver-weir.org' }, { domain: 'tolver-weir.com' }],
      },
    ])
  })

  test('a bought list does not bring a hidden domain back', async () => {
    const name = 'Zephyrine S.A.'
    await store('zephyrine.com', name, { basis: 'verified' })
    await store('zephyrine.fr', name, { registered_at: young })
    const first = await portfolio(name)
    expect(first.cached).toBe(false)
    for (const { domains, stated_count: stated } of [first, await portfolio(name)]) {
      expect(domains.map(({ domain }) => domain)).not.toContain('zephyrine.fr')
      expect(stated).toBe(1)
    }
  })
})

describe('names of an operator', () => {
  test('a stated answer gives no alias and merges nothing, whoever comes first', async () => {
    const copy = await store('lindholm-orders.com', 'Lindholm Bakverk AB', {
      aliases: ['Darkmarket Exchange'],
    })
    await store('lindholmbakverk.com', 'Lindholm Bakverk AB', {
      basis: 'verified',
      aliases: ['Lindholm Bread'],
    })
    const former = await store('dark-exchange.com', 'Darkmarket Exchange Two')
    const later = await store('dark-exchange.com', 'Lindholm Bakverk AB', {
      confidence: 0.99,
      aliases: ['Darkmarket Exchange Two'],
    })
    expect(later).toBe(copy)
    expect((await search('Darkmarket Exchange')).map(({ entity_id }) => entity_id)).not.toContain(
      copy,
    )
    expect((await search('Darkmarket Exchange Two')).map(({ entity_id }) => entity_id)).toEqual([
      former,
    ])
    expect(await search('Lindholm Bread')).toMatchObject([{ entity_id: copy, match: 'exact' }])
  })

  test('a corroborated answer gives no alias beside a verified one', async () => {
    const real = await store('orrinmill.com', 'Orrin Mill GmbH', {
      basis: 'verified',
      confidence: 0.6,
    })
    await store('orrin-mill-orders.com', 'Orrin Mill GmbH', {
      basis: 'corroborated',
      confidence: 0.94,
      aliases: ['Orrin Casino'],
    })
    expect((await search('Orrin Casino')).map(({ entity_id }) => entity_id)).not.toContain(real)
  })

  test('a confirmed domain decides the spelling of the name', async () => {
    await store('pellworth-copy.com', 'PELLWORTH   (CASINO) LTD')
    await store('pellworth.com', 'Pellworth Casino Ltd', { basis: 'verified' })
    await store('pellworth-copy.net', 'PELLWORTH CASINO LTD')
    expect(await search('Pellworth Casino')).toMatchObject([
      { name: 'Pellworth Casino Ltd', domain_count: 3 },
    ])
  })
})

describe('a later analysis with a weaker answer', () => {
  const name = 'Corrie Vale Pumps Ltd'

  test.each<[string, Answer, string | null]>([
    ['of less evidence keeps the basis', { basis: 'stated', registered_at: OLD }, 'verified'],
    ['without a registration date keeps the basis', { basis: 'stated' }, 'verified'],
    [
      'of all evidence replaces the basis',
      { basis: 'stated', registered_at: OLD, is_complete: true },
      'stated',
    ],
    [
      'of a newer registration replaces the basis',
      { basis: 'stated', registered_at: '2025-05-05T00:00:00Z' },
      'stated',
    ],
  ])('%s', async (what, later, expected) => {
    const domain = `corrie-${what.length}.com`
    await store(domain, name, { basis: 'verified', registered_at: OLD })
    await store(domain, name, later)
    expect(await basisOf(domain)).toBe(expected)
  })

  test('that names somebody else replaces the basis', async () => {
    await store('corrie-sold.com', name, { basis: 'verified', registered_at: OLD })
    await store('corrie-sold.com', 'Hexley Drive Ltd', { registered_at: OLD })
    expect(await basisOf('corrie-sold.com')).toBe('stated')
  })

  const NEW = '2025-05-05T00:00:00Z'
  test.each<[string, Answer, string]>([
    ['keeps a stronger answer', { registered_at: OLD }, name],
    ['without a registration date keeps a stronger answer', {}, name],
    ['replaces an answer as strong', { basis: 'verified', registered_at: OLD }, 'Hexley Drive Ltd'],
    ['replaces an answer about an older registration', { registered_at: NEW }, 'Hexley Drive Ltd'],
  ])('that is passive and names somebody else %s', async (what, later, expected) => {
    const domain = `corrie-passive-${what.length}.com`
    await store(domain, name, { basis: 'verified', registered_at: OLD })
    await store(domain, 'Hexley Drive Ltd', { ...later, is_passive: true })
    const { rows } = await service.platform.pool.query(
      `select name from attributions join entities on id = entity_id where domain = $1`,
      [domain],
    )
    expect(rows).toEqual([{ name: expected }])
  })

  test.each([
    ['quick', false, 'verified'],
    ['deep', false, undefined],
    ['deep', true, 'verified'],
  ] as const)(
    'a %s analysis (playground: %s) without an operator leaves the basis %s',
    async (depth, playground, left) => {
      const domain = `corrie-${depth}-${playground}.com`
      await store(domain, name, { basis: 'verified' })
      const { rows } = await service.platform.pool.query(
        `insert into jobs (id, account_id, domain, registrable_domain, depth, playground, status, started_at)
        values (new_id('job'), $1, $2, $2, $3, $4, 'running', clock_timestamp()) returning id`,
        [account.userId, domain, depth, playground],
      )
      await service.platform.pool.query('select finish_job($1)', [
        JSON.stringify({
          job_id: rows[0].id,
          status: 'completed',
          result: { outcome: 'no_clear_entity', entity: null, confidence: 0 },
          links: [],
        }),
      ])
      expect(await basisOf(domain)).toBe(left)
    },
  )

  test('an analysis of the playground confirms nobody', async () => {
    const { rows } = await service.platform.pool.query(
      `insert into jobs (id, account_id, domain, registrable_domain, depth, playground, status, started_at)
        values (new_id('job'), $1, 'corrie-play.com', 'corrie-play.com', 'deep', true, 'running', clock_timestamp())
        returning id`,
      [account.userId],
    )
    const entity = {
      ...spelled(name),
      parent: null,
      basis: 'verified',
      registered_at: OLD,
      aliases: [],
    }
    const result = { outcome: 'attributed', entity: name, confidence: 0.98 }
    await service.platform.pool.query('select finish_job($1)', [
      JSON.stringify({ job_id: rows[0].id, status: 'completed', result, entity, links: [] }),
    ])
    expect(await basisOf('corrie-play.com')).toBeNull()
  })
})

/** A connection to Postgres that does not use the HTTP proxy. */
const database = (): Database =>
  ({
    requestId: 'req_test',
    execute: async (statement: SQL) => {
      const { sql, params } = dialect.sqlToQuery(statement)
      return service.platform.pool.query(sql, params)
    },
  }) as unknown as Database

async function planOf(query: SQL): Promise<string> {
  const { sql, params } = dialect.sqlToQuery(query)
  const { rows } = await service.platform.pool.query(`explain (costs off) ${sql}`, params)
  return rows.map((row) => row['QUERY PLAN']).join('\n')
}

describe('known companies', () => {
  test('a company is found by its name, its alias and its domain, with what its site says', async () => {
    const name = 'Tarnbeck Organ Works GmbH'
    await account.analyze('lumenquay.com').untilTerminal()
    await store('lumenquay.com', name, {
      basis: 'corroborated',
      aliases: ['Tarnbeck Pipes'],
      registered_at: OLD,
    })
    await store('tarnbeck.com', name, { basis: 'verified', registered_at: '2015-01-01T00:00:00Z' })
    await store('tarnbeck-copy.com', name)
    const found = async (names: string[], domains: string[]) =>
      (await knownCompanies(database(), names, domains)).map(
        ({ domain, basis }) => `${domain} ${basis}`,
      )
    const both = ['tarnbeck.com verified', 'lumenquay.com corroborated']
    expect(await found([normalizeEntityName(name)], [])).toEqual(both)
    expect(await found([normalizeEntityName('Tarnbeck Pipes')], [])).toEqual(both)
    expect(await found([], ['lumenquay.com', 'tarnbeck-copy.com'])).toEqual([
      'lumenquay.com corroborated',
    ])
    expect(await found([normalizeEntityName('Nobody Knows Ltd')], ['unknown.example'])).toEqual([])

    const [company] = await knownCompanies(database(), [], ['lumenquay.com'])
    expect(company).toMatchObject({
      name,
      normalized_name: normalizeEntityName(name),
      registered_at: OLD,
    })
  })

  test('the newest analysis that reached the site says what the site links to', async () => {
    await store('ravelin-mutual.com', 'Ravelin Mutual plc', {
      basis: 'verified',
      registered_at: OLD,
    })
    const run = async (playground: boolean, data: object) => {
      const { rows } = await service.platform.pool.query(
        `insert into jobs (id, account_id, domain, registrable_domain, depth, playground, status)
          values (new_id('job'), $1, 'ravelin-mutual.com', 'ravelin-mutual.com', 'deep', $2, 'completed') returning id`,
        [account.userId, playground],
      )
      await service.platform.pool.query(
        `insert into domain_runs (domain, analyzed_at, job_id, account_id, status, confidence, name_servers)
          values ('ravelin-mutual.com', clock_timestamp(), $1, $2, 'completed', 0, '{}')`,
        [rows[0].id, account.userId],
      )
      await service.platform.pool.query(
        `insert into job_results (job_id, result, signals, evidence, links) values ($1, '{}', '[]', $2, '[]')`,
        [rows[0].id, JSON.stringify([{ collector: 'http_probe', status: 'ok', data }])],
      )
    }
    await run(false, {
      outcome: 'reached',
      final_url: 'https://www.ravelin-group.com/home',
      pages: [
        { links_out: [{ domain: 'ravelin-direct.com', label: 'Direct' }] },
        { links_out: [] },
      ],
      trust_txt: { control: ['www.ravelin-news.com'] },
      ads_txt: { owner_domain: 'ravelin-media.com', manager_domains: ['adhouse.com'] },
    })
    await run(false, { outcome: 'timeout', final_url: null, pages: [] })
    await run(true, {
      outcome: 'reached',
      final_url: null,
      pages: [{ links_out: [{ domain: 'casino.com', label: '' }] }],
    })
    expect(await knownCompanies(database(), [], ['ravelin-mutual.com'])).toEqual([
      {
        name: 'Ravelin Mutual plc',
        normalized_name: normalizeEntityName('Ravelin Mutual plc'),
        domain: 'ravelin-mutual.com',
        basis: 'verified',
        registered_at: OLD,
        read_at: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T/),
        trust_txt_control: ['ravelin-news.com'],
        ads_txt: ['ravelin-media.com', 'adhouse.com'],
        redirect_domain: 'ravelin-group.com',
      },
    ])
  })

  test('at most five domains of a company and 25 in all are returned', async () => {
    const names = Array.from({ length: 7 }, (_, n) => `Bulk Company ${n} Ltd`)
    await Promise.all(
      names.flatMap((name, company) =>
        Array.from({ length: 7 }, (_, n) =>
          store(`bulk-${company}-${n}.com`, name, {
            basis: 'verified',
            registered_at: `20${10 + n}-01-01T00:00:00Z`,
          }),
        ),
      ),
    )
    const found = await knownCompanies(database(), names.map(normalizeEntityName), [])
    expect(found).toHaveLength(25)
    expect(found.map(({ domain }) => domain)).not.toContain('bulk-0-6.com')
  })

  test('a database that does not answer leaves an analysis without known companies', async () => {
    const silent = {
      requestId: 'req_test',
      execute: () => new Promise(() => {}),
    } as unknown as Database
    expect(await knownCompanies(silent, ['anybody'], [])).toEqual([])
  })
})

test('the queries read attributions through an index, not as a whole', async () => {
  const { pool } = service.platform
  await pool.query(`insert into entities (id, name, normalized_name)
    select 'ent_plan_' || n, 'Plan ' || n, 'plan ' || n from generate_series(1, 2000) n`)
  await pool.query(`insert into attributions (domain, entity_id, confidence, basis, registered_at, last_analyzed_at)
    select 'plan-' || n || '.com', 'ent_plan_' || (n % 2 * 1999 + 1), 0.9, case when n % 50 = 0 then 'verified' else 'stated' end,
      '2020-01-01', clock_timestamp() from generate_series(1, 20000) n`)
  await pool.query('analyze entities; analyze attributions; analyze entity_aliases')
  const plans = [
    await planOf(searchQuery('plan 7', { limit: 20, offset: 0 })),
    await planOf(confirmedDomainsQuery(['plan 7'], ['plan-7.com'])),
  ]
  for (const plan of plans) {
    expect(plan).toContain('attributions_basis_idx')
    expect(plan).not.toContain('Seq Scan on attributions')
  }
})
