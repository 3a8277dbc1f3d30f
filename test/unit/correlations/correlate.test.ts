import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { correlate } from '../../../shared/correlations/correlate.ts'
import { CorrelationResult } from '../../../shared/correlations/correlation-result.ts'
import type { DomainFacts, NamedEntity } from '../../../shared/correlations/domain-facts.ts'
import { correlationGraph } from '../../../shared/correlations/graph-svg.ts'
import { type ValueUsages, valueKey } from '../../../shared/correlations/shared-values.ts'

const nobody: ValueUsages = new Map()

function facts(
  domain: string,
  more: Partial<Omit<DomainFacts, 'entity'>> & {
    entity?: string
    parent?: string
    sure?: number
  } = {},
): DomainFacts {
  const { entity, parent = null, sure = 0.95, ...rest } = more
  const named: NamedEntity[] =
    entity === undefined ? [] : [{ name: entity, type: 'organization', confidence: sure }]
  return {
    domain,
    site: domain,
    label: domain.split('.')[0] ?? '',
    entity: named[0] === undefined ? null : { ...named[0], parent },
    basis: named[0] === undefined ? null : 'verified',
    candidates: named,
    links: [],
    imitates: [],
    ...rest,
  }
}

const link = (kind: string, value: string) => ({ kind, value })
const adsense = (value: string) => [link('adsense', value)]
const groupsOf = (all: readonly DomainFacts[], spreads = nobody) =>
  correlate(all, spreads).clusters.map(({ domains }) => domains)

test('a domain that imitates a company names the compared domains of this company', () => {
  const { imitations } = correlate(
    [
      facts('fake.top', { imitates: ['Brammel Ltd', 'Nobody Here AG'] }),
      facts('a.com', { entity: 'BRAMMEL LIMITED' }),
      facts('b.com', { entity: 'Corvane AB' }),
    ],
    nobody,
  )
  expect(imitations).toEqual([
    { domain: 'fake.top', entity: 'Brammel Ltd', of_domains: ['a.com'] },
    { domain: 'fake.top', entity: 'Nobody Here AG', of_domains: [] },
  ])
})

describe('domains that form a cluster', () => {
  test("domains of one operator form one cluster with the operator's name", () => {
    const { clusters, unclustered } = correlate(
      [
        facts('b.com', { entity: 'Brammel Ltd' }),
        facts('a.com', { entity: 'BRAMMEL LIMITED' }),
        facts('c.com', { entity: 'Corvane AB' }),
      ],
      nobody,
    )
    expect(clusters).toMatchObject([
      { cluster_id: 'c1', domains: ['a.com', 'b.com'], entity: 'BRAMMEL LIMITED' },
    ])
    expect(unclustered).toEqual(['c.com'])
  })

  test('domains without an operator form a cluster when they share a rare account', () => {
    expect(
      groupsOf([
        facts('a.com', { links: adsense('pub-1') }),
        facts('b.com', { links: adsense('pub-1') }),
      ]),
    ).toEqual([['a.com', 'b.com']])
  })

  test('a redirect alone does not join a domain to its target', () => {
    const target = facts('target.com', { entity: 'Target Foods Inc.' })
    const stray = facts('stray.com', {
      entity: 'Target Foods Inc.',
      links: [link('redirect', 'target.com')],
    })
    expect(groupsOf([target, stray])).toEqual([])
    const mailed = {
      ...stray,
      links: [...stray.links, link('registrant_email_domain', 'target.com')],
    }
    expect(groupsOf([target, mailed])).toEqual([['stray.com', 'target.com']])
  })

  test('subdomains of one registered domain form a cluster, tenants of a platform do not', () => {
    expect(
      groupsOf([
        facts('a.shop.com', { site: 'shop.com' }),
        facts('b.shop.com', { site: 'shop.com' }),
      ]),
    ).toHaveLength(1)
    expect(groupsOf([facts('a.github.io'), facts('b.github.io')])).toEqual([])
  })

  test('a company and its stated subsidiary form a cluster when they share another value', () => {
    const parent = facts('group.com', { entity: 'Thorn Group plc', links: adsense('pub-7') })
    const part = facts('part.com', {
      entity: 'Ashby Ltd',
      parent: 'Thorn Group plc',
      links: adsense('pub-7'),
    })
    const { clusters, pairs } = correlate([parent, part], nobody)
    expect(clusters).toMatchObject([{ entity: 'Thorn Group plc' }])
    expect(pairs[0]?.signals.map(({ signal }) => signal)).toContain('parent')
  })
})

describe('domains that stay separate', () => {
  test('a parent that one site states for a company changes no other site of this name', () => {
    const victims = [
      facts('ashby.com', { entity: 'Ashby Ltd' }),
      facts('thorn.com', { entity: 'Thorn Group plc' }),
    ]
    const liar = facts('liar.com', { entity: 'Ashby Ltd', parent: 'Thorn Group plc' })
    const pairOf = (all: DomainFacts[]) =>
      correlate(all, nobody).pairs.find(({ a, b }) => a === 'ashby.com' && b === 'thorn.com')
    expect(pairOf([...victims, liar])).toEqual(pairOf(victims))
  })

  test('different legal entities are never in one cluster, even with many shared values', () => {
    const shared = [
      link('adsense', 'pub-1'),
      link('google_analytics', 'G-1'),
      link('phone', '+1555'),
      link('apple_team', 'T'),
    ]
    const { clusters, pairs } = correlate(
      [
        facts('a.com', { entity: 'Alder GmbH', links: shared }),
        facts('b.com', { entity: 'Birch GmbH', links: shared }),
      ],
      nobody,
    )
    expect(clusters).toEqual([])
    expect(pairs[0]?.score).toBeLessThanOrEqual(0.2)
    expect(pairs[0]?.signals.at(-1)).toEqual({
      signal: 'distinct_entities',
      value: 'Alder GmbH / Birch GmbH',
      contribution: 0,
      copyable: false,
    })
  })

  test('a domain without an operator does not join two legal entities', () => {
    const all = [
      facts('a.com', { entity: 'Alder GmbH', links: adsense('pub-1') }),
      facts('b.com', { entity: 'Birch GmbH', links: [link('google_analytics', 'G-2')] }),
      facts('middle.com', { links: [...adsense('pub-1'), link('google_analytics', 'G-2')] }),
    ]
    for (const group of groupsOf(all))
      expect(group).not.toEqual(expect.arrayContaining(['a.com', 'b.com']))
  })

  test('a chain of weak links does not form a large cluster', () => {
    const chain = Array.from({ length: 8 }, (_, n) =>
      facts(`chain-${n}.com`, {
        links: [link('google_analytics', `G-${n}`), link('google_analytics', `G-${n + 1}`)],
      }),
    )
    const longest = Math.max(...groupsOf(chain).map(({ length }) => length))
    expect(longest).toBeLessThanOrEqual(2)
  })

  test("values that an agency puts on its customers' sites do not join the customers", () => {
    const customers = Array.from({ length: 12 }, (_, n) =>
      facts(`customer-${n}.com`, {
        ...(n < 6 ? { entity: `Customer ${n} Ltd` } : {}),
        links: [link('google_tag_manager', 'GTM-AGENCY'), link('email', 'hi@agency.com')],
      }),
    )
    expect(groupsOf(customers)).toEqual([])
  })

  test('a value that is common in the service does not join domains, even when it is rare in the set', () => {
    const pair = [
      facts('a.com', { links: adsense('pub-1') }),
      facts('b.com', { links: adsense('pub-1') }),
    ]
    const common: ValueUsages = new Map([
      [valueKey(link('adsense', 'pub-1')), { domains: 180, entities: [] }],
    ])
    expect(groupsOf(pair, common)).toEqual([])
    const families = ['Alder GmbH', 'Birch GmbH', 'Cedar GmbH', 'Dune AB', 'Elm Ltd'].map(
      (name) => ({
        name,
        parent: null,
        domains: 1,
      }),
    )
    expect(
      groupsOf(
        pair,
        new Map([[valueKey(link('adsense', 'pub-1')), { domains: 7, entities: families }]]),
      ),
    ).toEqual([])
  })

  test('a value that only one company uses keeps its weight on any number of its domains', () => {
    const many = Array.from({ length: 90 }, (_, n) =>
      facts(`site-${n}.com`, {
        ...(n % 3 === 0 ? { entity: 'Alder GmbH' } : {}),
        links: adsense('pub-1'),
      }),
    )
    const { clusters } = correlate(many, nobody)
    // Two thirds of the domains name no operator and may have copied the value, so they do not get
    // the operator of the other domains.
    expect(clusters.map(({ domains, entity }) => [domains.length, entity])).toEqual([
      [60, null],
      [30, 'Alder GmbH'],
    ])
  })

  test('companies of the same name with different numbers in one register stay separate', () => {
    const one = facts('phoenixone.de', {
      entity: 'Phoenix Media',
      links: [link('company_number', 'HRB 1234')],
    })
    const two = facts('phoenixtwo.de', {
      entity: 'Phoenix Media',
      links: [link('company_number', 'HRB 9876')],
    })
    expect(groupsOf([one, two])).toEqual([])
    expect(groupsOf([one, { ...two, links: one.links }])).toHaveLength(1)
  })
})

const NAMES = ['Alder GmbH', 'Birch GmbH', 'Cedar', 'Dune AB', undefined]
const KINDS = [
  'adsense',
  'google_analytics',
  'redirect',
  'registrant_email_domain',
  'name_servers',
  'vat',
  'favicon',
  'unheard_of',
]
const sets = fc
  .array(
    fc.record({
      entity: fc.constantFrom(...NAMES),
      parent: fc.constantFrom(undefined, 'Birch GmbH', 'Alder GmbH', 'Elm Ltd'),
      sure: fc.double({ min: 0, max: 1, noNaN: true }),
      links: fc.array(
        fc.record({
          kind: fc.constantFrom(...KINDS),
          value: fc.constantFrom('one', 'two', 'd0.com', 'd3.com', ''),
        }),
        { maxLength: 6 },
      ),
    }),
    { minLength: 2, maxLength: 14 },
  )
  .map((rows) =>
    rows.map(({ entity, parent, ...row }, n) =>
      facts(`d${n}.com`, {
        ...row,
        ...(entity === undefined ? {} : { entity }),
        ...(parent === undefined ? {} : { parent }),
      }),
    ),
  )

describe('properties of any set of domains', () => {
  test('the order of the domains does not change the result', () => {
    fc.assert(
      fc.property(sets, fc.infiniteStream(fc.nat()), (all, order) => {
        const shuffled = all
          .map((one) => ({ one, at: order.next().value ?? 0 }))
          .sort((a, b) => a.at - b.at)
          .map(({ one }) => one)
        expect(correlate(shuffled, nobody)).toEqual(correlate(all, nobody))
      }),
    )
  })

  test('each domain is listed once, scores fall from 1 to 0, shares sum to at most 1, and the graph is well-formed', () => {
    fc.assert(
      fc.property(sets, (all) => {
        const result = CorrelationResult.parse(correlate(all, nobody))
        const placed = [...result.clusters.flatMap(({ domains }) => domains), ...result.unclustered]
        expect([...placed].sort()).toEqual(all.map(({ domain }) => domain).sort())
        for (const { domains } of result.clusters) expect(domains.length).toBeGreaterThan(1)
        const scores = result.pairs.map(({ score }) => score)
        expect(scores).toEqual([...scores].sort((a, b) => b - a))
        for (const { a, b, score, signals } of result.pairs) {
          expect(a < b && score > 0).toBe(true)
          expect(
            signals.reduce((sum, { contribution }) => sum + contribution, 0),
          ).toBeLessThanOrEqual(1.000001)
        }
        const picture = correlationGraph(result)
        for (const domain of placed) expect(picture).toContain(domain)
        expect(picture).not.toMatch(/NaN|undefined|Infinity/)
      }),
    )
  })

  test('hostile values are escaped in the graph', () => {
    const evil = '"><script>alert(1)</script>&\u0000'
    const result = correlate(
      [facts('a.com', { links: adsense(evil) }), facts('b.com', { links: adsense(evil) })],
      nobody,
    )
    expect(correlationGraph(result)).not.toMatch(/<script|\u0000/)
  })
})
