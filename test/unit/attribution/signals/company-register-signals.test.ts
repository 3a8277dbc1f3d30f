import { describe, expect, test } from 'vitest'
import type { CollectedEvidence } from '../../../../shared/attribution/evidence.ts'
import type { PageEvidence } from '../../../../shared/attribution/page-evidence.ts'
import { readSignals } from '../../../../shared/attribution/signals/read-signals.ts'
import type { RegisterAnswer } from '../../../../shared/attribution/witness-evidence.ts'
import {
  collected,
  evidence,
  NOW,
  readPage,
  site,
  target,
  whois,
} from '../scoring/sample-evidence.ts'

const DOMAIN = 'kork.fi'
const IMPRINT = `https://${DOMAIN}/imprint`

const answer = (from: Partial<RegisterAnswer> = {}): RegisterAnswer => ({
  register: 'prh',
  country: 'FI',
  number: '9999900-1',
  stated_on: IMPRINT,
  outcome: 'found',
  name: 'KORK OY',
  other_names: [],
  websites: [],
  is_active: true,
  asked_at: NOW.toISOString(),
  ...from,
})
const somebodyElse = (from: Partial<RegisterAnswer> = {}) =>
  answer({ name: 'VINDSKJOLD OY', ...from })

const legal = (html: string, role: PageEvidence['role'] = 'imprint', url = IMPRINT) => ({
  ...readPage(role, html),
  url,
})
const KORK = legal('<h1>Imprint</h1><p>This website is operated by Kork Oy. Y-tunnus 9999900-1</p>')
const young = { created_at: '2026-07-01T00:00:00.000Z' }

const read = (...from: [RegisterAnswer[], PageEvidence[]?, ...CollectedEvidence[]]) =>
  readUnasked(0, ...from)

function readUnasked(
  unasked: number,
  answers: RegisterAnswer[],
  pages: PageEvidence[] = [KORK],
  ...others: CollectedEvidence[]
) {
  return readSignals(
    target(DOMAIN),
    evidence(
      whois(DOMAIN),
      site(pages),
      collected('company_register', { answers, unasked }),
      ...others,
    ),
    NOW,
  ).filter(({ collector }) => collector === 'company_register')
}
const short = (...from: Parameters<typeof read>) =>
  read(...from).map(({ kind, author, stance, entity }) => [kind, author, stance, entity])

test('the page states Kork Oy as the operator', () => {
  expect(KORK.legal_statements.map(({ name }) => name)).toEqual(['Kork Oy'])
})

describe('a register that gives the number to the stated company', () => {
  test('confirms the name, without a website', () => {
    expect(read([answer()])).toMatchObject([
      {
        kind: 'register_number',
        author: 'register',
        stance: 'supports',
        entity: 'KORK OY',
        observed: 'KORK OY, FI 9999900-1',
        group: 'registry:number',
      },
    ])
  })

  test('verifies the name, with the domain as its website', () => {
    expect(read([answer({ websites: ['other.fi', DOMAIN] })])).toMatchObject([
      {
        kind: 'register_website',
        author: 'named party',
        entity: 'KORK OY',
        observed: 'KORK OY, FI 9999900-1, website kork.fi',
        group: 'registry:number',
      },
    ])
  })

  test('only corroborates it if the domain is younger than a year', () => {
    // A dropped domain stays in the entry of its former company.
    expect(short([answer({ websites: [DOMAIN] })], [KORK], whois(DOMAIN, young))).toEqual([
      ['register_website', 'register', 'supports', 'KORK OY'],
    ])
  })

  test('only corroborates it if the age of the registration is unknown', () => {
    const undated = whois(DOMAIN, { created_at: null })
    expect(short([answer({ websites: [DOMAIN] })], [KORK], undated)).toEqual([
      ['register_website', 'register', 'supports', 'KORK OY'],
    ])
  })

  test.each([
    ['another legal form', '<p>This website is operated by Kork Oyj. Y-tunnus 9999900-1</p>'],
    ['no legal form', '<p>This website is operated by Kork. Y-tunnus 9999900-1</p>'],
    [
      'another operator, and mentions the company',
      '<p>This website is operated by Fjellbukta Oy.</p><p>We work with Kork Oy, 9999900-1.</p>',
    ],
  ])('only corroborates it if the site states %s', (_what, html) => {
    expect(short([answer({ websites: [DOMAIN] })], [legal(html)])).toEqual([
      ['register_website', 'register', 'supports', 'KORK OY'],
    ])
  })

  test('only confirms it with the website of another domain', () => {
    expect(short([answer({ websites: ['vindskjold.fi'] })])).toEqual([
      ['register_number', 'register', 'supports', 'KORK OY'],
    ])
  })

  test.each<[string, Partial<RegisterAnswer>]>([
    ['is dissolved', { is_active: false, websites: [DOMAIN] }],
    ['hides the name', { outcome: 'hidden', name: null }],
    ['does not have the number', { outcome: 'unknown_number', name: null }],
    ['is throttled', { outcome: 'throttled', name: null }],
    ['is unavailable', { outcome: 'unavailable', name: null }],
    ['answers for a page that is not there', { stated_on: 'https://kork.fi/gone' }],
  ])('changes nothing if it %s', (_what, from) => {
    expect(short([answer(from)])).toEqual([])
    expect(short([somebodyElse(from)])).toEqual([])
  })
})

test('the website of a platform verifies nobody', () => {
  const page = { ...KORK, url: 'https://kork.github.io/imprint' }
  const found = answer({ stated_on: page.url, websites: ['github.io'] })
  const signals = readSignals(
    { domain: 'kork.github.io', registrableDomain: 'github.io' },
    evidence(site([page]), collected('company_register', { answers: [found], unasked: 0 })),
    NOW,
  )
  expect(signals.map(({ kind }) => kind)).not.toContain('register_website')
})

describe('a register that gives the number to another company', () => {
  test('contradicts the company that the imprint states', () => {
    expect(read([somebodyElse()])).toMatchObject([
      {
        kind: 'register_contradiction',
        author: 'register',
        stance: 'contradicts',
        entity: 'Kork Oy',
        strength: 0,
        observed: 'VINDSKJOLD OY, FI 9999900-1',
      },
    ])
  })

  test('contradicts it for a copied VAT number too', () => {
    const copied = somebodyElse({ register: 'vies', country: 'BE', number: 'BE0100000070' })
    expect(short([copied])).toEqual([
      ['register_contradiction', 'register', 'contradicts', 'Kork Oy'],
    ])
  })

  test('names that company without a contradiction, with the domain as its website', () => {
    expect(short([somebodyElse({ websites: [DOMAIN] })])).toEqual([
      ['register_website', 'register', 'supports', 'VINDSKJOLD OY'],
    ])
  })

  test.each<[string, RegisterAnswer[], PageEvidence[]]>([
    [
      'a second number confirms the stated company',
      [somebodyElse(), answer({ number: '1' })],
      [KORK],
    ],
    ['a former name of it is stated', [somebodyElse({ other_names: ['Kork Oy'] })], [KORK]],
    ['the names share a group', [answer({ name: 'KORK GROUP OY' })], [KORK]],
    ['the register writes in other letters', [somebodyElse({ name: 'ВИНД ЕООД' })], [KORK]],
    [
      'the page names it, as French imprints name their host',
      [somebodyElse()],
      [legal('<p>This website is operated by Kork Oy.</p><p>Host: Vindskjold Oy, 9999900-1</p>')],
    ],
    [
      'another page states it as the parent',
      [somebodyElse()],
      [KORK, legal('<p>Kork Oy is a subsidiary of Vindskjold Oy.</p>', 'home', 'https://kork.fi/')],
    ],
    [
      'the page states a brand, which may belong to it',
      [somebodyElse()],
      [legal('<p>This website is operated by Kork Bikes.</p>')],
    ],
  ])('does not contradict if %s', (_what, answers, pages) => {
    expect(short(answers, pages).map(([kind]) => kind)).not.toContain('register_contradiction')
  })

  test.each([
    [
      'did not answer',
      0,
      [somebodyElse(), answer({ number: '1', outcome: 'unavailable', name: null })],
    ],
    [
      'is over its limit',
      0,
      [somebodyElse(), answer({ number: '1', outcome: 'throttled', name: null })],
    ],
    ['was not asked', 1, [somebodyElse()]],
  ])(
    'does not contradict while a register of another stated number %s',
    (_what, unasked, answers) => {
      expect(readUnasked(unasked, answers)).toEqual([])
    },
  )

  test('contradicts on any page that states the operator', () => {
    const home = { ...KORK, role: 'home' as const }
    expect(short([somebodyElse()], [home]).map(([kind]) => kind)).toContain(
      'register_contradiction',
    )
  })
})

test('two registers that disagree support one company and contradict none', () => {
  const answers = [answer(), somebodyElse({ register: 'vies', number: 'BE0100000070' })]
  expect(short(answers)).toEqual([['register_number', 'register', 'supports', 'KORK OY']])
})

test('the number of an imprint without a company names the company', () => {
  const anonymous = legal('<h1>Imprint</h1><p>Y-tunnus 9999900-1</p>')
  expect(short([answer()], [anonymous])).toEqual([
    ['register_number', 'register', 'supports', 'KORK OY'],
  ])
  expect(short([answer()], [{ ...anonymous, role: 'home' }])).toEqual([])
})

test('an agency that the site credits is neither supported nor a contradiction', () => {
  const page = legal(
    '<p>This website is operated by Kork Oy.</p><footer>Website by Vindskjold Oy</footer>',
  )
  expect(short([somebodyElse()], [page])).toEqual([])
})
