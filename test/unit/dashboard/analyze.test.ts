import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { pastedNames } from '../../../workers/dashboard/parts/pasted-names.ts'
import {
  durationText,
  sourceName,
  uncheckedOf,
} from '../../../workers/dashboard/screens/analyze/collectors.ts'
import { domainFrom, wantedOf } from '../../../workers/dashboard/screens/analyze/domain-input.ts'
import { addressesIn } from '../../../workers/dashboard/screens/analyze/evidence-addresses.ts'
import {
  contradictionsOf,
  notedPairs,
  reasonsBySource,
} from '../../../workers/dashboard/screens/analyze/reasons.ts'

describe('the domain field', () => {
  test.each([
    ['example.com', 'example.com', false],
    ['  Example.COM. ', 'example.com', false],
    ['https://www.example.com/about?x=1#y', 'example.com', true],
    ['https://shop.example.com/', 'shop.example.com', true],
    ['https://www.com/', 'www.com', true],
    ['www.example.com', 'www.example.com', false],
    ['example[.]com', 'example.com', false],
    ['hXXps://www.example(.)co[DOT]uk/login', 'example.co.uk', true],
    ['https://good.com@example.com/', 'example.com', true],
    ['//example.com/a', 'example.com', true],
    ['http://user:secret@example.com:8080/', 'example.com', true],
    ['example.com/path', 'example.com', true],
    ['example.com:443', 'example.com', true],
    ['bücher.example', 'bücher.example', false],
    ['ann@example.com', 'example.com', true],
    ['mailto:ann@www.example.com', 'example.com', true],
    ['', '', false],
    ['not a domain', 'not a domain', false],
  ])('%j means %j', (text, domain, isFromAddress) => {
    expect(domainFrom(text)).toEqual({ domain, isFromAddress })
  })

  test('a domain without blanks stays as it is', () => {
    fc.assert(
      fc.property(fc.domain(), (domain) => {
        expect(domainFrom(domain).domain).toBe(domain.toLowerCase())
      }),
    )
  })
})

describe('the text of the field', () => {
  test.each([
    ['', 'nothing'],
    ['example.com', 'one'],
    ['192.0.2.7', 'problem'],
    ['https://192.0.2.7/login', 'problem'],
    ['2001:db8::5', 'problem'],
    ['not.a-known-ending', 'one'],
  ])('%j of one word asks for %s', (text, kind) =>
    expect(wantedOf(text, undefined).kind).toBe(kind),
  )

  test.each([
    ['please check example.com.', 'one'],
    ['a-one.com, b-two.com', 'list'],
    ['only words here', 'problem'],
    ['from 192.0.2.7 today', 'problem'],
  ])('%j asks for %s', (text, kind) => expect(wantedOf(text, pastedNames(text)).kind).toBe(kind))
})

const signal = (
  collector: string,
  contribution: number,
  stance: 'supports' | 'contradicts' = 'supports',
) => ({
  signal: `${collector} ${contribution}`,
  collector,
  observed: '',
  contribution,
  stance,
  explanation: '',
})

describe('reasons', () => {
  test('are grouped by source, strongest source and strongest signal first', () => {
    const groups = reasonsBySource([
      signal('http_probe', 0.1),
      signal('whois', 0.25),
      signal('http_probe', 0.2),
      signal('dns', 0.01),
      signal('asn', -0.4, 'contradicts'),
    ])
    expect(
      groups.map(({ source, signals }) => [
        source,
        signals.map(({ contribution }) => contribution),
      ]),
    ).toEqual([
      ['Web site', [0.2, 0.1]],
      ['Registration (RDAP, WHOIS)', [0.25]],
      ['DNS', [0.01]],
    ])
    expect(groups[0]?.contribution).toBeCloseTo(0.3)
  })

  test('against a candidate are apart, strongest first', () => {
    const found = contradictionsOf([
      signal('whois', 0.3),
      signal('dns', -0.1, 'contradicts'),
      signal('asn', -0.2, 'contradicts'),
    ])
    expect(found.map(({ collector }) => collector)).toEqual(['asn', 'dns'])
  })

  test('every signal is shown exactly once', () => {
    const signals = fc.array(
      fc.tuple(
        fc.constantFrom('dns', 'whois', 'new_source'),
        fc.double({ min: -1, max: 1, noNaN: true }),
        fc.boolean(),
      ),
    )
    fc.assert(
      fc.property(signals, (given) => {
        const all = given.map(([collector, share, supports]) =>
          signal(collector, share, supports ? 'supports' : 'contradicts'),
        )
        const shown = [
          ...reasonsBySource(all).flatMap((group) => group.signals),
          ...contradictionsOf(all),
        ]
        expect(new Set(shown)).toEqual(new Set(all))
        expect(shown).toHaveLength(all.length)
      }),
    )
  })

  test('of pairs of signals, those that overlap or contradict are noted first', () => {
    const pair = (effect: 'reinforces' | 'overlaps' | 'contradicts', n: number) => ({
      signals: [`a${n}`, `b${n}`],
      effect,
      explanation: '',
    })
    const pairs = [1, 2, 3, 4].map((n) => pair('reinforces', n))
    expect(
      notedPairs([...pairs, pair('overlaps', 5), pair('contradicts', 6)]).map(
        ({ effect }) => effect,
      ),
    ).toEqual(['overlaps', 'contradicts', 'reinforces', 'reinforces', 'reinforces'])
  })
})

describe('sources', () => {
  test('that failed, took too long or were not used count as unchecked', () => {
    const collector = (
      name: 'dns' | 'whois' | 'llm' | 'asn',
      status: 'ok' | 'empty' | 'failed' | 'skipped',
    ) => ({
      name,
      status,
      duration_ms: 1,
      detail: null,
    })
    const all = [
      collector('dns', 'ok'),
      collector('whois', 'failed'),
      collector('llm', 'skipped'),
      collector('asn', 'empty'),
    ]
    expect(uncheckedOf(all).map(({ name }) => name)).toEqual(['whois', 'llm'])
  })

  test('that the page does not know keep their name, also hostile ones', () => {
    expect(['dns', 'new_source', 'constructor', '__proto__'].map(sourceName)).toEqual([
      'DNS',
      'new_source',
      'constructor',
      '__proto__',
    ])
  })

  test.each([
    [null, ''],
    [0, '0 ms'],
    [999, '999 ms'],
    [1_000, '1.0 s'],
    [12_345, '12.3 s'],
  ])('a duration of %j is %j', (milliseconds, text) =>
    expect(durationText(milliseconds)).toBe(text),
  )
})

describe('addresses in evidence', () => {
  test('are whole texts with http or https, each once, in their order', () => {
    const evidence = {
      url: 'https://one.example/',
      text: 'see https://two.example',
      list: [
        'http://three.example/a',
        { again: 'https://one.example/' },
        'javascript:alert(1)',
        'data:text/html,x',
        7,
        null,
      ],
    }
    expect(addressesIn(evidence)).toEqual(['https://one.example/', 'http://three.example/a'])
  })

  test('are bounded in number, and deep or large evidence ends the search', () => {
    const many = Array.from({ length: 1_000 }, (_, n) => `https://example.com/${n}`)
    expect(addressesIn(many)).toHaveLength(20)
    let deep: unknown = 'https://deep.example'
    for (let n = 0; n < 10_000; n += 1) deep = [deep]
    expect(addressesIn(deep)).toEqual([])
  })
})
