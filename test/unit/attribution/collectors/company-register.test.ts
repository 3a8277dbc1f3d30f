import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { companyRegister } from '../../../../shared/attribution/collectors/company-register.ts'
import { parseRegisterAnswer } from '../../../../shared/attribution/collectors/registers/register.ts'
import { REGISTERS } from '../../../../shared/attribution/collectors/registers/registers.ts'
import type { RegisterAnswer } from '../../../../shared/attribution/witness-evidence.ts'
import {
  COMPANY_REGISTER_IDS,
  type CompanyRegisterId,
} from '../../../../shared/platform/company-register-ids.ts'
import { createInternet, type SampleInternet } from '../../../internet/internet.ts'
import { evidence, page, site, target } from '../scoring/sample-evidence.ts'
import { type SampleWorld, toolsOn } from './sample-tools.ts'

const KEYS = {
  cvr: 'name:word',
  nzbn: 'key',
  companiesHouse: 'key',
  abr: '00000000-0000-4000-8000-000000000000',
}

let internet: SampleInternet
beforeAll(async () => {
  internet = await createInternet()
})
afterAll(() => internet.close())

async function ask(id: CompanyRegisterId, value: string, country = 'XX') {
  const register = REGISTERS[id]
  const question = register.question(value, KEYS, country)
  const headers = { 'user-agent': 'test', ...question?.headers }
  const response = await internet.fetch(new Request(question?.url ?? '', { headers }))
  return parseRegisterAnswer(
    register,
    { status: response.status, text: await response.text() },
    value,
  )
}

const found = (
  name: string,
  websites: string[] = [],
  other_names: string[] = [],
  is_active: boolean | null = true,
) => ({ outcome: 'found', name, other_names, websites, is_active })

test.each<[CompanyRegisterId, string, object]>([
  ['brreg', '100000008', found('NORDLYS KRAFT AS', ['nordlyskraft.no'])],
  ['brreg', '999990010', found('GAMMELVIK FISK AS', [], [], false)],
  ['prh', '9999900-1', found('Vindskjöld Oy', ['vindskjold.com'], ['Vindskjold Ab'])],
  [
    'krs',
    '0000000017',
    found(
      'PIEKARNIA TARNOWIEC SPÓŁKA Z OGRANICZONĄ ODPOWIEDZIALNOŚCIĄ',
      ['piekarnia-tarnowiec.pl'],
      [],
      null,
    ),
  ],
  ['cvr', '99990007', found('Kornmark ApS', ['kornmark.dk'], ['Kornmark Mølle ApS'])],
  ['nzbn', '9429999999002', found('TUSSOCK RIDGE LIMITED', ['tussockridge.co.nz'])],
  ['sirene', '000000018', found('ATELIER COURVIELLE')],
  ['sirene', '000000026', { outcome: 'hidden' }],
  ['ares', '00000019', found('Lipník Sklárna s.r.o.')],
  ['rpo', '00000027', found('Dubová Pekáreň s. r. o.', [], ['Pekáreň Dubová s. r. o.'])],
  ['ariregister', '99990002', found('Kadakas Puit OÜ')],
  ['cnpj', '00000000999962', found('MOINHO SERRA AZUL LTDA', [], ['SERRA AZUL'])],
  [
    'companies_house',
    '00000001',
    found('HARROWMEAD VETERINARY LIMITED', [], ['HARROWMEAD PETS LIMITED']),
  ],
  ['abr', '99999000260', found('GUMBOWER TOOLS PTY LTD')],
  ['vies', 'BE0100000070', found('BV VOSSENKADE')],
  ['vies', 'DE999999000', { outcome: 'hidden' }],
  ['vies', 'BG999999002', { outcome: 'throttled' }],
])('the register %s answers %s with %j', async (id, value, expected) => {
  expect(await ask(id, value)).toEqual(expected)
})

test('GLEIF is asked for the number of a national register in its country', async () => {
  expect(await ask('gleif', '100000008', 'NO')).toMatchObject({
    outcome: 'found',
    name: expect.stringMatching(/^Nordlys Kraft AS$/i),
  })
  expect(await ask('gleif', '100000008', 'SE')).toEqual({ outcome: 'unknown_number' })
})

describe.each([...COMPANY_REGISTER_IDS])('the register %s', (id) => {
  const UNKNOWN: Partial<Record<CompanyRegisterId, string>> = { prh: '0000000-0', vies: 'BE1' }
  const value = UNKNOWN[id] ?? '0'.repeat(id === 'cnpj' ? 14 : id === 'brreg' ? 9 : 8)
  const read = (response: { status: number; text: string; truncated?: boolean }) =>
    parseRegisterAnswer(REGISTERS[id], response, value)

  test('says that it does not have a number', async () => {
    expect(await ask(id, value)).toEqual({ outcome: 'unknown_number' })
  })

  test.each([
    [429, ''],
    [429, '{"results":[],"companies":[],"data":[]}'],
    [503, '<html>busy</html>'],
  ])('is throttled when it answers %i "%s"', (status, text) => {
    expect(read({ status, text })).toEqual({ outcome: 'throttled' })
  })

  test.each([
    ['an HTML page with status 200', 200, '<html><h1>Maintenance</h1></html>'],
    ['an HTML page with status 404', 404, '<html><h1>Moved</h1></html>'],
    ['another shape', 200, '{"unexpected":{"name":"Kork AS"}}'],
    ['a list', 200, '[]'],
    ['null', 200, 'null'],
    ['half an answer', 200, '{"results":[{"siren":'],
    ['no text', 200, ''],
    ['status 401', 401, '{}'],
    ['status 403', 403, 'Forbidden'],
    ['status 500', 500, '{"companies":[],"results":[]}'],
  ])('is unavailable when it answers %s', (_what, status, text) => {
    expect(read({ status, text })).toEqual({ outcome: 'unavailable' })
  })

  test('is unavailable when its answer was cut off', () => {
    expect(read({ status: 200, text: '{"results":[]}', truncated: true })).toEqual({
      outcome: 'unavailable',
    })
  })
})

test('an entry of another number is no answer', () => {
  const text = JSON.stringify({ organisasjonsnummer: '999990010', navn: 'KORK AS' })
  expect(parseRegisterAnswer(REGISTERS.brreg, { status: 200, text }, '100000008')).toEqual({
    outcome: 'unavailable',
  })
})

test.each([
  [{ isValid: false, userError: 'MS_UNAVAILABLE' }, 'unavailable'],
  [{ isValid: false, userError: 'GLOBAL_MAX_CONCURRENT_REQ' }, 'throttled'],
  [{ isValid: false, userError: 'INVALID' }, 'unknown_number'],
  [{ isValid: true, userError: 'VALID', name: 'FISCALE EENHEID KORK B.V.' }, 'hidden'],
  [{ isValid: true, userError: 'VALID', name: '' }, 'hidden'],
  [{ actionSucceed: false, errorWrappers: [{ error: 'SERVICE_UNAVAILABLE' }] }, 'unavailable'],
])('the answer %j of VIES means %s', (body, outcome) => {
  const response = { status: 200, text: JSON.stringify(body) }
  expect(parseRegisterAnswer(REGISTERS.vies, response, 'BE0100000070')).toMatchObject({ outcome })
})

test('the personal tax number of a Brazilian sole trader is not kept', () => {
  const text = JSON.stringify({ cnpj: '00000000999962', razao_social: 'ANA MOREIRA 12345678901' })
  expect(
    parseRegisterAnswer(REGISTERS.cnpj, { status: 200, text }, '00000000999962'),
  ).toMatchObject({ name: 'ANA MOREIRA' })
})

const URL_OF = 'https://data.brreg.no/enhetsregisteret/api/enheter/'
const NORDLYS = { organisasjonsnummer: '100000008', navn: 'NORDLYS KRAFT AS' }
const stating = (...numbers: string[]) =>
  evidence(
    site([
      page({
        url: 'https://nordlyskraft.no/imprint',
        role: 'imprint',
        identifiers: numbers.map((value) => ({ kind: 'company_number', value })),
      }),
    ]),
  )
const collect = (world: SampleWorld) =>
  companyRegister.collect(
    target('nordlyskraft.no'),
    toolsOn({
      depth: 'deep',
      companyRegisters: { enabled: COMPANY_REGISTER_IDS, keys: {} },
      earlier: stating('ORG100000008'),
      upstream: { [`${URL_OF}100000008`]: JSON.stringify(NORDLYS) },
      ...world,
    }),
  )

function storeOf(...answers: RegisterAnswer[]) {
  const kept = new Map(
    answers.map((each) => [`${each.register}:${each.country}:${each.number}`, each]),
  )
  const reads: string[] = []
  return {
    kept,
    reads,
    read: async (register: string, number: string) => {
      reads.push(`${register}:${number}`)
      return kept.get(`${register}:${number}`) ?? null
    },
    write: async (register: string, number: string, each: RegisterAnswer) =>
      void kept.set(`${register}:${number}`, each),
  }
}
const stored = (from: Partial<RegisterAnswer> = {}): RegisterAnswer => ({
  register: 'brreg',
  country: 'NO',
  number: '100000008',
  stated_on: null,
  outcome: 'found',
  name: 'STORED AS',
  other_names: [],
  websites: [],
  is_active: true,
  asked_at: '2026-10-01T00:00:00.000Z',
  ...from,
})

describe('the collector of registers', () => {
  test('a deep analysis asks the register and keeps the answer without the page', async () => {
    const registerAnswers = storeOf()
    const finding = await collect({ registerAnswers })
    expect(finding).toMatchObject({
      status: 'ok',
      source: 'data.brreg.no',
      evidence: {
        answers: [
          {
            register: 'brreg',
            country: 'NO',
            number: '100000008',
            stated_on: 'https://nordlyskraft.no/imprint',
            outcome: 'found',
            name: 'NORDLYS KRAFT AS',
          },
        ],
      },
    })
    expect(registerAnswers.kept.get('brreg:NO:100000008')).toMatchObject({
      name: 'NORDLYS KRAFT AS',
      stated_on: null,
    })
  })

  test('a known answer is used without a question, with the time of that answer', async () => {
    const finding = await collect({ registerAnswers: storeOf(stored()), upstream: {} })
    expect(finding).toMatchObject({
      status: 'ok',
      collectedAt: '2026-10-01T00:00:00.000Z',
      evidence: { answers: [{ name: 'STORED AS', stated_on: 'https://nordlyskraft.no/imprint' }] },
    })
  })

  test('a quick analysis reads stored answers and asks nothing', async () => {
    const registerAnswers = storeOf()
    const earlier = stating('ORG100000008', 'DK-CVR99990007')
    expect(await collect({ depth: 'quick', registerAnswers, earlier })).toEqual({
      status: 'skipped',
      detail: 'A quick analysis asks no register.',
    })
    expect(registerAnswers.reads.toSorted()).toEqual(['brreg:NO:100000008', 'vies:DK:DK99990007'])
    expect(
      await collect({ depth: 'quick', registerAnswers: storeOf(stored()), upstream: {}, earlier }),
    ).toMatchObject({ status: 'ok', evidence: { answers: [{ name: 'STORED AS' }], unasked: 1 } })
  })

  test.each<[string, SampleWorld, object]>([
    ['states no number', { earlier: stating() }, { status: 'skipped' }],
    ['states a wrong number', { earlier: stating('ORG100000009') }, { status: 'skipped' }],
    [
      'states a number of a register without a key',
      { earlier: stating('NZBN9429999999002') },
      { status: 'skipped', detail: 'No configured register has numbers of this kind.' },
    ],
    [
      'states a number of a register that is switched off',
      { companyRegisters: { enabled: ['vies'], keys: {} } },
      { status: 'skipped' },
    ],
    [
      'states a number that the register does not have',
      { upstream: { [`${URL_OF}100000008`]: { status: 404, body: '' } } },
      { status: 'empty', evidence: { answers: [{ outcome: 'unknown_number', name: null }] } },
    ],
    [
      'meets an outage',
      { upstream: { [`${URL_OF}100000008`]: { fails: 'timeout' } } },
      { status: 'failed', evidence: { answers: [{ outcome: 'unavailable' }] } },
    ],
    [
      'meets a limit',
      { upstream: { [`${URL_OF}100000008`]: { status: 429 } } },
      { status: 'failed', evidence: { answers: [{ outcome: 'throttled' }] } },
    ],
    [
      'meets one outage, and another register does not have its number',
      {
        earlier: stating('ORG100000008', 'FR000000018'),
        upstream: { [`${URL_OF}100000008`]: { status: 404, body: '' } },
      },
      {
        status: 'failed',
        evidence: { answers: [{ outcome: 'unknown_number' }, { outcome: 'unavailable' }] },
      },
    ],
    [
      'meets one outage of two',
      {
        earlier: stating('ORG100000008', 'FR000000018'),
        upstream: { [`${URL_OF}100000008`]: JSON.stringify(NORDLYS) },
      },
      { status: 'ok', evidence: { answers: [{ outcome: 'found' }, { outcome: 'unavailable' }] } },
    ],
  ])('a site that %s', async (_what, world, expected) => {
    const registerAnswers = storeOf()
    expect(await collect({ registerAnswers, ...world })).toMatchObject(expected)
    expect([...registerAnswers.kept.values()].map(({ outcome }) => outcome)).not.toContain(
      'unavailable',
    )
  })

  test('a stored answer counts only for the country of its number', async () => {
    const collectIn = (country: string) =>
      collect({
        depth: 'quick',
        earlier: stating('NL-KVK00000019'),
        registerAnswers: storeOf(stored({ register: 'gleif', country, number: '00000019' })),
      })
    expect(await collectIn('NL')).toMatchObject({ status: 'ok' })
    expect(await collectIn('GB')).toMatchObject({ status: 'skipped' })
  })

  test('at most three numbers are asked', async () => {
    const earlier = stating(
      'ORG100000008',
      'DK-CVR99990007',
      'FR000000018',
      'CNPJ00000000999962',
      'PL-KRS0000000017',
    )
    const finding = await collect({ earlier })
    expect('evidence' in finding && finding.evidence?.answers).toHaveLength(3)
    expect(finding).toMatchObject({ evidence: { unasked: 2 } })
  })

  test('the collector waits for its turn, reports a refusal and goes without a turn', async () => {
    const refused: [string, number | null][] = []
    const registries = {
      take: async () => ({ allowed: true, waitedMs: 0 }) as const,
      refused: async (server: string, retryAfterMs: number | null) =>
        void refused.push([server, retryAfterMs]),
    }
    const busy = { [`${URL_OF}100000008`]: { status: 429, headers: { 'retry-after': '7' } } }
    await collect({ registries, upstream: busy })
    expect(refused).toEqual([['data.brreg.no', 7_000]])
    const full = { ...registries, take: async () => ({ allowed: false, waitMs: 60_000 }) as const }
    expect(await collect({ registries: full })).toMatchObject({
      status: 'failed',
      evidence: { answers: [{ outcome: 'throttled' }] },
    })
  })
})

test('the question of a key leaves no key in the URL of CVR, NZBN and Companies House', () => {
  for (const id of ['cvr', 'nzbn', 'companies_house'] as const) {
    expect(REGISTERS[id].question('1', {}, 'XX')).toBeNull()
    const url = REGISTERS[id].question('1', KEYS, 'XX')?.url ?? ''
    expect(url).not.toMatch(/key|word/)
  }
})

const ARES = 'https://ares.gov.cz/ekonomicke-subjekty-v-be/rest/ekonomicke-subjekty/00000035'
const VIRK = 'https://distribution.virk.dk/cvr-permanent/virksomhed/_search'
test.each<[string, number, string, RequestInit?]>([
  [
    'a Finnish number without its hyphen',
    400,
    'https://avoindata.prh.fi/opendata-ytj-api/v3/companies?businessId=99999001',
  ],
  ['a Norwegian number with spaces', 400, `${URL_OF}100%20000%20008`],
  ['a search of CVR without a name and a word', 401, `${VIRK}?q=Vrvirksomhed.cvrNummer:99990007`],
  [
    'a search of CVR for a name',
    400,
    `${VIRK}?q=Kornmark`,
    { headers: { authorization: 'Basic a' } },
  ],
  [
    'NZBN without a key',
    401,
    'https://api.business.govt.nz/gateway/nzbn/v5/entities/9429999999002',
  ],
  [
    'Companies House without a key',
    401,
    'https://api.company-information.service.gov.uk/company/00000001',
  ],
  [
    'the e-Business Register without a user agent',
    403,
    'https://ariregister.rik.ee/est/api/autocomplete?q=99990002',
  ],
  ['a short Brazilian number', 400, 'https://minhareceita.org/999962'],
  ['a French search of two letters', 400, 'https://recherche-entreprises.api.gouv.fr/search?q=ko'],
  [
    'the register of Polish associations',
    404,
    'https://api-krs.ms.gov.pl/api/krs/OdpisAktualny/0000000017?rejestr=S',
  ],
  ['another method', 405, `${URL_OF}100000008`, { method: 'POST' }],
  ['the first question to ARES', 404, ARES],
  ['the same question to ARES again', 403, ARES],
])('the sample registers refuse or answer %s with %i', async (_what, status, url, init) => {
  expect((await internet.fetch(new Request(url, init))).status).toBe(status)
})

test('a sample register above its limit answers 429 with Retry-After', async () => {
  internet.registryLimits.set(1)
  const statuses = [1, 2].map(async () => {
    const { status, headers } = await internet.fetch(new Request(`${URL_OF}100000008`))
    return [status, headers.get('retry-after')]
  })
  expect(await Promise.all(statuses)).toEqual([
    [200, null],
    [429, '1'],
  ])
  internet.registryLimits.set(null)
})
