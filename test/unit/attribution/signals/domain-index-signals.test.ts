import { describe, expect, test } from 'vitest'
import { domainIndex } from '../../../../shared/attribution/collectors/domain-index.ts'
import type { CollectedEvidence } from '../../../../shared/attribution/evidence.ts'
import { readSignals } from '../../../../shared/attribution/signals/read-signals.ts'
import { SIGNAL_KINDS } from '../../../../shared/attribution/signals/signal-kinds.ts'
import type { IndexEntry } from '../../../../shared/attribution/witness-evidence.ts'
import { toolsOn } from '../collectors/sample-tools.ts'
import {
  collected,
  evidence,
  NOW,
  readPage,
  registeredTo,
  site,
  target,
  whois,
} from '../scoring/sample-evidence.ts'

const DOMAIN = 'nordlyskraft.no'

const entry = (from: Partial<IndexEntry> = {}): IndexEntry => ({
  source: 'brreg',
  name: 'NORDLYS KRAFT AS',
  country: 'NO',
  number: '100000008',
  seller_id: null,
  as_of: '2026-11-15',
  ...from,
})
const index = (...entries: Partial<IndexEntry>[]): CollectedEvidence<'domain_index'> =>
  collected('domain_index', { entries: entries.map(entry) })
const stating = (footer: string) => site([readPage('home', `<footer><p>${footer}</p></footer>`)])

const indexSignals = (...entries: CollectedEvidence[]) =>
  readSignals(target(DOMAIN), evidence(...entries), NOW)
    .filter(({ collector }) => collector === 'domain_index')
    .map(({ kind, entity, author, strength }) => ({
      kind,
      entity,
      author,
      isFull: strength === SIGNAL_KINDS.official_list.strength,
    }))

describe('an entry of a register', () => {
  test('that the site states too is the word of the company', () => {
    expect(indexSignals(index({}), whois(DOMAIN), stating('&copy; 2026 Nordlys Kraft AS'))).toEqual(
      [{ kind: 'official_list', entity: 'NORDLYS KRAFT AS', author: 'named party', isFull: true }],
    )
  })

  test('that the registration states too is the word of the company', () => {
    const signals = indexSignals(index({}), whois(DOMAIN, registeredTo('Nordlys Kraft AS')))
    expect(signals).toMatchObject([{ author: 'named party' }])
  })

  test.each([
    ['nothing', '&copy; 2026'],
    ['another company', '&copy; 2026 Fjellbukta AS'],
    ['the name with another legal form', '&copy; 2026 Nordlys Kraft ASA'],
    ['only a name without a legal form', '&copy; 2026 Nordlys Kraft'],
  ])('on a domain whose site states %s only corroborates', (_, footer) => {
    expect(indexSignals(index({}), whois(DOMAIN), stating(footer))).toEqual([
      { kind: 'official_list', entity: 'NORDLYS KRAFT AS', author: 'register', isFull: false },
    ])
  })

  test.each([
    ['is older than the registration gives no signal', '2026-11-15', '2026-11-16T00:00:00Z', []],
    [
      'is younger than the registration by a week only corroborates',
      '2026-11-15',
      '2026-11-08T00:00:00Z',
      ['register'],
    ],
    [
      'is younger than the registration by a year confirms',
      '2026-11-15',
      '2025-11-01T00:00:00Z',
      ['named party'],
    ],
    ['is for a domain of unknown age only corroborates', '2026-11-15', null, ['register']],
  ] as const)('without a date of its own that %s', (_, as_of, created_at, authors) => {
    const signals = indexSignals(
      index({ as_of }),
      whois(DOMAIN, { created_at }),
      stating('&copy; 2026 Nordlys Kraft AS'),
    )
    expect(signals.map(({ author }) => author)).toEqual(authors)
  })
})

test.each([
  ['prh', ['named party']],
  ['brreg', ['register']],
  ['kbo', ['register']],
  ['ror', ['register']],
  ['swot', ['register']],
] as const)('an entry of %s on a domain of a week is the word of the %s', (source, authors) => {
  const signals = indexSignals(
    index({ source, as_of: '2026-11-15' }),
    whois(DOMAIN, { created_at: '2026-11-08T00:00:00Z' }),
    stating('&copy; 2026 Nordlys Kraft AS'),
  )
  expect(signals.map(({ author }) => author)).toEqual(authors)
})

test('a company that the site only mentions is not confirmed by its entry', () => {
  const signals = indexSignals(
    index({}),
    whois(DOMAIN),
    site([
      readPage(
        'home',
        '<h1>Our client Nordlys Kraft AS</h1><p>We work for Nordlys Kraft AS.</p>' +
          '<footer>&copy; 2026 Fjellbukta AS</footer>',
      ),
    ]),
  )
  expect(signals).toMatchObject([{ author: 'register' }])
})

test('a curated list confirms a name without a legal form, and two lists both speak', () => {
  const signals = indexSignals(
    index(
      { source: 'ror', name: 'Thornfield State University' },
      { source: 'swot', name: 'Thornfield College' },
    ),
    whois(DOMAIN),
    stating('&copy; 2026 Thornfield State University'),
  )
  expect(signals).toMatchObject([
    { entity: 'Thornfield State University', author: 'named party' },
    { entity: 'Thornfield College', author: 'register' },
  ])
})

test('the registry of .gov is an authority, without any word of the site', () => {
  expect(indexSignals(index({ source: 'dotgov', name: 'City of Kettle Ridge' }))).toMatchObject([
    { kind: 'government_list', entity: 'City of Kettle Ridge', author: 'authority' },
  ])
})

describe('a seller of Google', () => {
  const seller = index({
    source: 'google_sellers',
    name: 'Kettle Ridge Media Company',
    seller_id: 'pub-4410982277316045',
  })
  const selling = (system: string, seller_id: string) =>
    site([], {
      ads_txt: {
        owner_domain: null,
        manager_domains: [],
        contacts: [],
        direct: [{ system, seller_id }],
      },
    })

  test('corroborates a name if the ads.txt of the site has its id', () => {
    expect(indexSignals(seller, selling('google.com', 'pub-4410982277316045'))).toMatchObject([
      { kind: 'seller_index', entity: 'Kettle Ridge Media Company', author: 'register' },
    ])
  })

  test.each([
    ['no ads.txt', site([])],
    ['another id', selling('google.com', 'pub-0000000000000001')],
    ['the id at another system', selling('openx.com', 'pub-4410982277316045')],
  ])('says nothing about a site with %s', (_, probe) => {
    expect(indexSignals(seller, probe)).toEqual([])
  })
})

describe('the collector', () => {
  const collect = (
    domain: string,
    registrable = domain,
    world: Parameters<typeof toolsOn>[0] = {},
  ) => domainIndex.collect(target(domain, registrable), toolsOn(world))

  test.each([
    ['missing', { outcome: 'missing' }, 'skipped', 'No index of official lists has been built.'],
    ['failed', { outcome: 'failed', detail: 'It broke.' }, 'failed', 'It broke.'],
    ['empty', { outcome: 'read', entries: [] }, 'empty', 'No official list names the domain.'],
  ] as const)('reports an index that is %s', async (_, lookup, status, detail) => {
    const finding = await collect(DOMAIN, DOMAIN, {
      domainIndex: async () => (lookup.outcome === 'read' ? { ...lookup, entries: [] } : lookup),
    })
    expect(finding).toMatchObject({ status, detail })
  })

  test('asks for the registrable domain', async () => {
    const asked: string[] = []
    const world = {
      domainIndex: async (name: string) => {
        asked.push(name)
        return { outcome: 'read' as const, entries: [entry()] }
      },
    }
    expect(await collect(`www.${DOMAIN}`, DOMAIN, world)).toMatchObject({ status: 'ok' })
    expect(asked).toEqual([DOMAIN])
    const customer = await collect('kork.github.io', 'github.io', world)
    expect(customer).toMatchObject({ status: 'skipped' })
    expect(asked).toEqual([DOMAIN])
  })

  test('is skipped if no list is enabled', async () => {
    expect(await collect(DOMAIN)).toMatchObject({ status: 'skipped' })
  })
})
