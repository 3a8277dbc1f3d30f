import { describe, expect, test } from 'vitest'
import { newestOfEachDomain } from '../../../workers/dashboard/parts/recent-domains.ts'
import { changesOf } from '../../../workers/dashboard/screens/domains/history-words.ts'
import { latestOf } from '../../../workers/dashboard/screens/domains/latest-analysis.ts'
import { matchingNames } from '../../../workers/dashboard/screens/domains/subdomain-filter.ts'

const NOTHING = { entity: null, registrar: null, nameservers: null, confidence: null }
const sentences = (diff: Parameters<typeof changesOf>[0]) =>
  changesOf(diff).map(({ parts }) =>
    parts.map((part) => ('words' in part ? part.words : `<${part.name}>`)).join(''),
  )

describe('changes of a history entry in words', () => {
  test.each([
    [{ from: 'A', to: 'B' }, 'Operator changed from <A> to <B>'],
    [{ from: null, to: 'B' }, 'Operator found: <B>'],
    [{ from: 'A', to: null }, 'Operator no longer known; before it was <A>'],
  ])('the operator %j is written as %s', (entity, sentence) => {
    expect(sentences({ ...NOTHING, entity })).toEqual([sentence])
  })

  test.each([
    [{ added: ['a', 'b'], removed: [] }, 'Name servers added: <a, b>'],
    [{ added: [], removed: ['c'] }, 'Name servers removed: <c>'],
    [{ added: ['a'], removed: ['c'] }, 'Name servers added: <a>; removed: <c>'],
  ])('the name servers %j are written as %s', (nameservers, sentence) => {
    expect(sentences({ ...NOTHING, nameservers })).toEqual([sentence])
  })

  test.each([
    [{ from: 0.9, to: 0.95, delta: 0.05 }, 'Confidence rose by 5 points, from 90% to 95%'],
    [{ from: 0.81, to: 0.8, delta: -0.01 }, 'Confidence fell by 1 point, from 81% to 80%'],
    [
      { from: 0.8, to: 0.802, delta: 0.002 },
      'Confidence rose by less than 1 point, from 80% to 80%',
    ],
  ])('the confidence %j is written as %s', (confidence, sentence) => {
    expect(sentences({ ...NOTHING, confidence })).toEqual([sentence])
  })

  test('several changes are separate sentences, the operator first', () => {
    const diff = { ...NOTHING, registrar: { from: 'R', to: 'S' }, entity: { from: 'A', to: 'B' } }
    expect(sentences(diff)).toEqual([
      'Operator changed from <A> to <B>',
      'Registrar changed from <R> to <S>',
    ])
    expect(changesOf(null)).toEqual([])
  })
})

test('the latest analysis is the newest with a result, and a newer one is named beside it', () => {
  const [done, partial, running] = [
    { status: 'completed' },
    { status: 'partial' },
    { status: 'running' },
  ] as const
  expect(latestOf([done, partial])).toEqual({ result: done, newer: null })
  expect(latestOf([running, partial, done])).toEqual({ result: partial, newer: running })
  expect(latestOf([running])).toEqual({ result: null, newer: running })
  expect(latestOf([])).toEqual({ result: null, newer: null })
})

test('each recent domain appears once, with its newest analysis', () => {
  const jobs = [
    { domain: 'a.com', id: 3 },
    { domain: 'b.com', id: 2 },
    { domain: 'a.com', id: 1 },
  ]
  expect(newestOfEachDomain(jobs).map(({ id }) => id)).toEqual([3, 2])
})

test('a filter of subdomains looks for all its words in names, addresses and CNAMEs', () => {
  const names = [
    { name: 'www.a.com', addresses: ['192.0.2.1'], cname: null },
    { name: 'mail.a.com', addresses: [], cname: 'mx.host.example' },
  ]
  const found = (filter: string) => matchingNames(names, filter).map(({ name }) => name)
  expect(found('')).toHaveLength(2)
  expect(found('WWW 192.0')).toEqual(['www.a.com'])
  expect(found('host.example')).toEqual(['mail.a.com'])
  expect(found('www host')).toEqual([])
})
