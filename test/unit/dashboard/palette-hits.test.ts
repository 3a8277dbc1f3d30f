import { expect, test } from 'vitest'
import { domainIn, hitsFor, type Searched } from '../../../workers/dashboard/layout/palette-hits.ts'

const SEARCHED: Searched = {
  analyses: [
    { job_id: 'job_2', domain: 'shop.example', domain_unicode: 'shop.example', entity: 'Acme Ltd' },
    { job_id: 'job_1', domain: 'shop.example', domain_unicode: 'shop.example', entity: null },
    {
      job_id: 'job_0',
      domain: 'xn--mnchen-3ya.example',
      domain_unicode: 'münchen.example',
      entity: null,
    },
  ],
  operators: [],
  lists: [{ bulk_job_id: 'blk_1', name: 'Acme candidates', total: 3 }],
}
const NOTHING: Searched = { analyses: [], operators: [], lists: [] }
const linesOf = (text: string, searched = SEARCHED) =>
  hitsFor(text, searched).map(({ kind, label, href }) => `${kind} ${label} ${href}`)

test.each([
  ['hxxps://shop[.]example/login', 'shop.example'],
  ['someone@shop.example', 'shop.example'],
  ['  SHOP.example. ', 'shop.example'],
  ['acme', null],
  ['', null],
])('%s names the domain %s', (text, domain) => {
  expect(domainIn(text)).toBe(domain)
})

test('a pasted address offers its analysis first, then the newest own analysis', () => {
  expect(linesOf('hxxps://shop[.]example/login')).toEqual([
    'Action Analyze shop.example /?domain=shop.example',
    'Action Open shop.example /domains/shop.example',
    'Analysis shop.example /jobs/job_2',
  ])
})

test('a word finds operators of analyses and names of lists', () => {
  expect(linesOf('acme')).toEqual([
    'Analysis shop.example /jobs/job_2',
    'List Acme candidates /bulk/blk_1',
  ])
})

test('a domain is found in Unicode', () => {
  expect(linesOf('münch')).toEqual(['Analysis münchen.example /jobs/job_0'])
})

test('an operator of the service is found, and its name is escaped in the address', () => {
  const operators = [{ name: 'A/S & Co', domain_count: 1 }]
  expect(hitsFor('a/s', { ...NOTHING, operators })).toContainEqual({
    kind: 'Operator',
    label: 'A/S & Co',
    detail: '1 domain',
    href: '/entities/A%2FS%20%26%20Co',
  })
})

test('without a text only the pages are listed', () => {
  const kinds = new Set(hitsFor('', SEARCHED).map(({ kind }) => kind))
  expect([...kinds]).toEqual(['Page'])
  expect(linesOf('webh')).toEqual(['Page Webhooks /webhooks'])
})
