import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { COLLECTOR_STATUSES } from '../../../shared/attribution/evidence.ts'
import {
  WARNING_KINDS,
  WARNING_SEVERITIES,
} from '../../../shared/attribution/scoring/scoring-result.ts'
import { stixFile } from '../../../shared/bulk/stix-file.ts'
import { analysisForTier } from '../../../shared/jobs/present-job.ts'
import { jobObjects } from '../../../shared/jobs/stix/job-objects.ts'
import {
  authored,
  boundedLine,
  bundleText,
  observable,
} from '../../../shared/jobs/stix/stix-object.ts'
import { type StixAnalysis, StixEvidence } from '../../../shared/jobs/stix/stored-analysis.ts'
import { TIERS } from '../../../shared/platform/tier.ts'
import { bundleFaults, operatorsIn, type StixObject, uuidV5 } from '../../contract/stix.ts'
import { canonicalJson } from '../certificates/independent.ts'

const PUBLIC_URL = 'https://api.attribution.example'

/**
 * Hostile texts from outside. They could break an id, a line of a note or the canonical JSON of a
 * STIX file.
 */
const text = fc.oneof(
  fc.constantFrom(
    'Acme GmbH',
    '',
    '\ud800',
    'a\nb',
    '\u0000',
    '\u202eGmbH',
    '株式会社',
    'x'.repeat(5_000),
    '"}],"id":"',
    '__proto__',
  ),
  fc.string({ unit: 'binary', maxLength: 40 }),
)
const host = fc.oneof(
  fc.constantFrom(
    'example.com',
    'ns1.example.net',
    '',
    '.',
    '_dmarc.example.com',
    'localhost',
    'xn--bckerei-holmgraf-vnb.de',
    `${'a'.repeat(64)}.com`,
  ),
  fc.domain(),
  text,
)
const address = fc.oneof(
  fc.ipV4(),
  fc.ipV6(),
  fc.constantFrom('::ffff:1.2.3.4', '1.2.3', '01.2.3.4', 'fe80::1%eth0'),
  text,
)
const share = fc.double({ min: 0, max: 1, noNaN: true })
const instant = fc
  .date({ min: new Date('2020-01-01'), max: new Date('2040-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString())

const candidate = fc.record({
  rank: fc.integer({ min: 1, max: 30 }),
  entity: text,
  aliases: fc.array(text, { maxLength: 30 }),
  entity_type: fc.constantFrom('organization', 'person', 'unknown'),
  confidence: share,
  basis: fc.constantFrom('verified', 'corroborated', 'stated', null),
  signal_count: fc.nat(),
  rationale: text,
})
const result = fc.record({
  domain: fc.constant('example.com'),
  outcome: fc.constantFrom('attributed', 'ambiguous', 'no_clear_entity'),
  entity: fc.option(text),
  confidence: share,
  basis: fc.constantFrom('verified', 'corroborated', 'stated', null),
  warnings: fc.array(
    fc.constantFrom(...WARNING_KINDS).map((kind) => ({
      kind,
      severity: WARNING_SEVERITIES[kind],
      entity: null,
      detail: 'A detail.',
    })),
    { maxLength: 3 },
  ),
  candidates: fc.array(candidate, { maxLength: 14 }),
  summary: text,
  collected_at: instant,
  scorer_version: fc.constant('1'),
})
const signals = fc.array(
  fc.record({
    entity: text,
    aliases: fc.array(text),
    confidence: share,
    signals: fc.array(
      fc.record({
        signal: fc.constant('imprint'),
        collector: fc.constant('http_probe'),
        observed: text,
        contribution: share,
        stance: fc.constantFrom('supports', 'contradicts'),
        explanation: text,
      }),
      { maxLength: 25 },
    ),
    correlations: fc.constant([]),
  }),
  { maxLength: 14 },
)
const piece = (collector: string, data: fc.Arbitrary<unknown>) =>
  fc.record({
    collector: fc.constant(collector),
    status: fc.constantFrom(...COLLECTOR_STATUSES),
    source: text,
    collected_at: instant,
    data: fc.option(data),
  })
const evidence = fc
  .tuple(
    piece(
      'dns',
      fc.record({
        a: fc.array(address, { maxLength: 60 }),
        aaaa: fc.array(address),
        ns: fc.array(host),
        mx: fc.array(fc.record({ priority: fc.nat(), host })),
      }),
    ),
    piece(
      'whois',
      fc.record({
        registrable_domain: host,
        record: fc.record({
          outcome: fc.constantFrom(
            'registered',
            'not_found',
            'reserved',
            'throttled',
            'unavailable',
          ),
          registrant: fc.record({
            organization: fc.option(text),
            name: fc.option(text),
            country: fc.option(text),
            email_domain: fc.option(text),
          }),
          registrar: fc.record({
            name: fc.option(text),
            iana_id: fc.option(text),
            url: fc.option(text),
          }),
          name_servers: fc.array(host),
          statuses: fc.array(text),
          created_at: fc.option(text),
          expires_at: fc.option(text),
          privacy: fc.constantFrom('none', 'redacted', 'proxy', 'absent'),
          source: fc.constantFrom('rdap', 'whois'),
        }),
      }),
    ),
    piece(
      'asn',
      fc.record({
        addresses: fc.array(
          fc.record({
            address,
            asn: fc.option(fc.nat()),
            prefix: fc.option(text),
            country: fc.option(text),
            registry: fc.option(text),
            as_name: fc.option(text),
          }),
        ),
      }),
    ),
  )
  .chain((pieces) => fc.subarray(pieces))
  .map((pieces) => StixEvidence.parse(pieces))
const analysis = fc.record({
  jobId: fc.constantFrom('job_01h455vb4pex5vsknk084sn02q', null),
  domain: fc.constantFrom('example.com', 'ns1.example.net', 'xn--bckerei-holmgraf-vnb.de'),
  completedAt: instant,
  result,
  signals,
  evidence,
}) as fc.Arbitrary<StixAnalysis>

const ofType = (objects: readonly StixObject[], type: string) =>
  objects.filter((object) => object.type === type)

const SAMPLE: StixAnalysis = {
  jobId: 'job_01h455vb4pex5vsknk084sn02q',
  domain: 'example.com',
  completedAt: '2026-11-20T10:15:12.345Z',
  result: {
    domain: 'example.com',
    outcome: 'attributed',
    entity: 'Example Ltd',
    confidence: 0.9,
    basis: 'stated',
    warnings: [],
    candidates: [
      {
        rank: 1,
        entity: 'Example Ltd',
        aliases: [],
        entity_type: 'organization',
        confidence: 0.9,
        basis: 'stated',
        signal_count: 1,
        rationale: 'The imprint.',
      },
    ],
    summary: 'Example Ltd operates it.',
    collected_at: '2026-11-20T10:15:12.345Z',
    scorer_version: '1',
  },
  signals: [],
  evidence: StixEvidence.parse([
    {
      collector: 'dns',
      source: 'dns.example',
      collected_at: '2026-11-20T10:15:11.000Z',
      data: { a: ['192.0.2.1'], aaaa: ['2001:db8::1'], ns: ['ns1.example.com'], mx: [] },
    },
  ]),
}

describe('ids', () => {
  test('an observable has the id that every producer of STIX 2.1 gives it', () => {
    expect(observable('domain-name', { value: 'example.com' }).id).toBe(
      'domain-name--bedb4899-d24b-5401-bc86-8f6b4cc18ec7',
    )
    expect(
      observable('domain-name', { value: 'control.example.com' }, { resolves_to_refs: ['x'] }).id,
    ).toBe('domain-name--427e3664-0043-5865-b454-97df26649bde')
    expect(uuidV5('6ba7b810-9dad-11d1-80b4-00c04fd430c8', 'python.org')).toBe(
      '886313e1-3b8a-5372-9b90-0c9aee199e5d',
    )
  })

  test('an operator and its relationship have the same ids in each analysis of a domain', () => {
    fc.assert(
      fc.property(analysis, (one) => {
        fc.pre(one.result.outcome !== 'no_clear_entity' && one.result.candidates.length > 0)
        const later = jobObjects({ ...one, completedAt: '2050-01-01T00:00:00.000Z' }, PUBLIC_URL)
        for (const type of ['identity', 'relationship']) {
          const [now, then] = [ofType(jobObjects(one, PUBLIC_URL), type), ofType(later, type)]
          expect(then.map(({ id }) => id)).toEqual(now.map(({ id }) => id))
          expect(then.every(({ modified }) => modified === '2050-01-01T00:00:00.000Z')).toBe(true)
        }
      }),
      { numRuns: 50 },
    )
  })

  const identity = (name: string, more: object = {}) =>
    authored('identity', '2026-01-02T03:04:05.000Z', {
      name,
      identity_class: 'organization',
      ...more,
    })
  test.each([
    [
      true,
      'another description',
      identity('Larkmill Ltd', { description: 'Also called: Larkmill' }),
    ],
    [false, 'another name', identity('Larkmill Inc')],
    [false, 'another class', identity('Larkmill Ltd', { identity_class: 'individual' })],
    [false, 'another case of the name', identity('LARKMILL Ltd')],
  ])('the id of an identity stays (%s) with %s', (stays, _, other) => {
    expect(other.id === identity('Larkmill Ltd').id).toBe(stays)
  })

  const link = (more: object = {}) => {
    const pair = {
      relationship_type: 'related-to',
      labels: ['operated-by'],
      source_ref: 'a',
      target_ref: 'b',
    }
    return authored('relationship', '2026-01-02T03:04:05.000Z', {
      ...pair,
      confidence: 80,
      ...more,
    })
  }
  test.each([
    [true, 'confidence', { confidence: 90 }],
    [true, 'description', { description: 'Other words' }],
    [false, 'target', { target_ref: 'c' }],
    [false, 'source', { source_ref: 'c' }],
    [false, 'type', { relationship_type: 'derived-from' }],
    [false, 'label', { labels: ['same-operator'] }],
  ])('the id of a relationship stays (%s) with another %s', (stays, _, more) => {
    expect(link(more).id === link().id).toBe(stays)
  })
})

describe('the bundle of any analysis', () => {
  test('is valid, and has the same bytes every time', () => {
    fc.assert(
      fc.property(analysis, fc.constantFrom(...TIERS), (one, tier) => {
        const bundle = bundleText(jobObjects(analysisForTier(one, tier), PUBLIC_URL))
        expect(bundleFaults(bundle)).toEqual([])
        expect(
          bundleText(jobObjects(analysisForTier(structuredClone(one), tier), PUBLIC_URL)),
        ).toBe(bundle)
      }),
      { numRuns: 300 },
    )
  })

  test('has an identity and a relationship for each candidate that the tier may see, and none without a clear operator', () => {
    fc.assert(
      fc.property(analysis, (one) => {
        const distinct = one.result.candidates.map((listed, index) => ({
          ...listed,
          entity: `${index} Ltd`,
        }))
        const objects = jobObjects(
          analysisForTier({ ...one, result: { ...one.result, candidates: distinct } }, 'free'),
          PUBLIC_URL,
        )
        const clear = one.result.outcome !== 'no_clear_entity'
        const shown = clear ? distinct.slice(0, 3) : []
        expect(operatorsIn(objects).map(({ name }) => name)).toEqual(
          shown.map(({ entity }) => entity),
        )
        expect(ofType(objects, 'relationship').map(({ confidence }) => confidence)).toEqual(
          shown.map(({ confidence }) => Math.round(confidence * 100)),
        )
        if (!clear)
          expect(objects.map(({ type }) => type)).toEqual([
            'domain-name',
            'note',
            'identity',
            'marking-definition',
          ])
      }),
      { numRuns: 100 },
    )
  })

  test('has bounded text: no line of a quote starts a line of the note', () => {
    fc.assert(
      fc.property(analysis, (one) => {
        for (const object of jobObjects(one, PUBLIC_URL)) {
          expect(String(object.description ?? '').length).toBeLessThanOrEqual(6_000)
          const lines = String(object.content ?? '').split('\n')
          expect(lines.join('\n').length).toBeLessThanOrEqual(22_000)
          if (object.type === 'note')
            expect(
              lines
                .slice(1)
                .filter((line) => line !== '' && !/^[+-] |\(\d+%\)$|^Registration of /.test(line)),
            ).toEqual([])
        }
      }),
      { numRuns: 100 },
    )
  })
})

describe('the provenance', () => {
  const objects = jobObjects(SAMPLE, PUBLIC_URL) as StixObject[]
  const job = `${PUBLIC_URL}/jobs/${SAMPLE.jobId}`

  test('of each relationship, note and observation is the job and its certificate', () => {
    const expected = [
      {
        source_name: 'Domain Attribution Service: analysis',
        url: job,
        external_id: SAMPLE.jobId,
      },
      {
        source_name: 'Domain Attribution Service: certificate',
        url: `${job}/certificate`,
        external_id: 'crt_01h455vb4pex5vsknk084sn02q',
      },
    ]
    for (const type of ['relationship', 'note', 'observed-data'])
      expect(ofType(objects, type)).toMatchObject([{ external_references: expected }])
  })

  test('names the service, always by one id', () => {
    const [service] = ofType(objects, 'identity').filter((each) => !operatorsIn([each]).length)
    expect(service).toMatchObject({
      id: 'identity--950b4ec5-dbd9-55d5-9d89-6a58bd71a58e',
      name: 'Domain Attribution Service',
      identity_class: 'system',
    })
    expect(ofType(objects, 'note')).toMatchObject([{ created_by_ref: service?.id }])
    const elsewhere = jobObjects({ ...SAMPLE, domain: 'example.org' }, 'https://other.example')
    expect(elsewhere.map(({ id }) => id)).toContain(service?.id)
  })

  test('changes no id', () => {
    const elsewhere = jobObjects({ ...SAMPLE, jobId: null }, 'https://other.example')
    expect(elsewhere.map(({ id }) => id)).toEqual(objects.map(({ id }) => id))
    expect(elsewhere.filter((object) => object.external_references !== undefined)).toEqual([])
  })

  test('of observed data is its collector', () => {
    expect(ofType(objects, 'observed-data')).toMatchObject([{ labels: ['collector:dns'] }])
  })

  test('of an operator with the name of the service is not confused with the service', () => {
    const [candidate] = SAMPLE.result.candidates
    if (candidate === undefined) throw new Error('the sample has a candidate')
    const named = { ...candidate, entity: 'Domain Attribution Service' }
    const result = { ...SAMPLE.result, candidates: [named] }
    const text = bundleText(jobObjects({ ...SAMPLE, result }, PUBLIC_URL))
    const identities = ofType(JSON.parse(text).objects, 'identity')
    expect(identities.map((each) => each.identity_class)).toEqual(['organization', 'system'])
  })
})

test('a line is cut between characters', () => {
  expect(boundedLine('ab😀', 4)).toBe('ab😀')
  expect(boundedLine('abc😀d', 5)).toBe('abc\ufffd…')
  expect(boundedLine(' a\r\n\tb\u2028c ', 9)).toBe('a b c')
})

describe('the file of a list', () => {
  const emptyRow = {
    line: 0,
    domain: 'a.com',
    jobId: null,
    status: null,
    errorCode: null,
    errorMessage: null,
    stopped: false,
    completedAt: null,
    registrar: null,
    result: null,
    signals: null,
    evidence: null,
  }
  const rowOf = (
    { jobId, domain, completedAt, result: found, signals: listed, evidence: pieces }: StixAnalysis,
    line: number,
  ) => ({
    ...emptyRow,
    line,
    jobId,
    domain,
    completedAt,
    result: found,
    signals: [...listed],
    evidence: pieces,
  })

  test('is one valid bundle with the objects of all jobs, each once, whatever the size of a page', () => {
    fc.assert(
      fc.property(
        fc.array(analysis, { maxLength: 6 }),
        fc.integer({ min: 1, max: 4 }),
        (all, size) => {
          const rows = all.map(rowOf)
          const inPages = (pageSize: number) => {
            const file = stixFile('blk_01h455vb4pex5vsknk084sn02q', 'team', PUBLIC_URL)
            let written = ''
            for (let from = 0; from < rows.length; from += pageSize)
              written += file.records(rows.slice(from, from + pageSize))
            return written + file.end()
          }
          expect(bundleFaults(inPages(size))).toEqual([])
          expect(inPages(size)).toBe(inPages(100))
          const ids = (JSON.parse(inPages(size)).objects ?? []).map(({ id }: StixObject) => id)
          const expected = all.flatMap((one) =>
            jobObjects(analysisForTier(one, 'team'), PUBLIC_URL).map(({ id }) => id),
          )
          expect(ids).toEqual([...new Set(expected)])
        },
      ),
      { numRuns: 60 },
    )
  })

  test('has no property objects when no line has a result', () => {
    const file = stixFile('blk_01h455vb4pex5vsknk084sn02q', 'free', PUBLIC_URL)
    expect(bundleFaults(file.records([emptyRow]) + file.end())).toEqual([])
  })
})

describe('the check of bundles', () => {
  const sample = (): StixObject[] => {
    const objects = jobObjects(SAMPLE, PUBLIC_URL)
    return structuredClone(objects) as StixObject[]
  }
  const written = (objects: StixObject[]) =>
    canonicalJson({
      type: 'bundle',
      id: `bundle--${uuidV5('00000000-0000-0000-0000-000000000000', 'x')}`,
      objects,
    } as never)
  const change = (type: string, properties: Record<string, unknown>) => (objects: StixObject[]) =>
    objects.map((object) => (object.type === type ? { ...object, ...properties } : object))

  test('a correct bundle has no fault', () => {
    expect(bundleFaults(written(sample()))).toEqual([])
  })

  test.each<[string, (objects: StixObject[]) => StixObject[]]>([
    ['a missing object', (objects) => objects.filter(({ type }) => type !== 'identity')],
    ['a repeated object', (objects) => [...objects, ...objects.slice(0, 1)]],
    ['no object', () => []],
    ['another value under the same id', change('domain-name', { value: 'example.org' })],
    ['a name that is no host name', change('domain-name', { value: 'a b' })],
    ['an IPv4 address out of range', change('ipv4-addr', { value: '192.0.2.256' })],
    ['an address that is no IPv6 address', change('ipv6-addr', { value: 'x' })],
    ['a confidence above 100', change('relationship', { confidence: 101 })],
    ['a fraction as confidence', change('relationship', { confidence: 0.5 })],
    [
      'a relationship type in capitals',
      change('relationship', { relationship_type: 'Operated by' }),
    ],
    ['a time without milliseconds', change('note', { created: '2026-11-20T10:15:12Z' })],
    ['a change after the creation', change('note', { modified: '2026-11-20T10:15:13.345Z' })],
    ['a note without content', change('note', { content: 1 })],
    ['an empty list', change('note', { object_refs: [] })],
    ['an identity without a name', change('identity', { name: undefined })],
    ['an identity class of no vocabulary', change('identity', { identity_class: 'person' })],
    ['observed data without a time', change('observed-data', { first_observed: 'yesterday' })],
    [
      'observed data of an identity',
      (objects) =>
        change('observed-data', { object_refs: objects.slice(1, 2).map(({ id }) => id) })(objects),
    ],
    ['another version', change('identity', { spec_version: '2.0' })],
    ['an unknown property in capitals', change('identity', { Name: 'x' })],
  ])('%s is a fault', (_, damage) => {
    expect(bundleFaults(written(JSON.parse(JSON.stringify(damage(sample())))))).not.toEqual([])
  })

  test('bytes in another order are a fault', () => {
    expect(bundleFaults(JSON.stringify(JSON.parse(written(sample())), null, 1))).toEqual([
      'the bytes are not canonical',
    ])
  })
})
