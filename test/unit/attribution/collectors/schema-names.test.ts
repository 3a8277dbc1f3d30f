import { expect, test } from 'vitest'
import { parsePage } from '../../../../shared/attribution/collectors/page/parse-page.ts'

const organizations = (block: string) =>
  parsePage({
    url: 'https://silt.example/',
    role: 'home',
    status: 200,
    html: `<script type="application/ld+json">${block}</script>`,
  }).organizations

const PLAIN = { '@type': 'Organization', name: 'Silt', legalName: 'Siltworks Ltd' }
const SCHEMA = 'http://schema.org/'
const json = JSON.stringify(PLAIN)

const forms: [form: string, block: string][] = [
  ['plain names', json],
  [
    'names with a prefix',
    JSON.stringify({
      '@type': 'schema:Organization',
      'schema:name': 'Silt',
      'schema:legalName': 'Siltworks Ltd',
    }),
  ],
  [
    'whole addresses with lists of values',
    JSON.stringify({
      '@type': [`${SCHEMA}Organization`],
      [`${SCHEMA}name`]: [{ '@value': 'Silt' }],
      [`${SCHEMA}legalName`]: [{ '@value': 'Siltworks Ltd', '@language': 'en' }],
    }),
  ],
  [
    'names in another case',
    JSON.stringify({ '@Type': 'Organization', Name: 'Silt', legalname: 'Siltworks Ltd' }),
  ],
  ['a name that is emphasised', JSON.stringify({ ...PLAIN, name: '<strong>Silt</strong>' })],
  ['a text of JSON', JSON.stringify(json)],
  ['decimal entities', json.replaceAll('"', '&#34;')],
  ['hexadecimal entities', json.replaceAll('"', '&#x22;')],
  ['an object below a graph', JSON.stringify({ '@Graph': [PLAIN] })],
]
test.each(forms)('an organisation is read from %s', (_, block) => {
  expect(organizations(block).map(({ name, legal_name }) => [name, legal_name])).toEqual([
    ['Silt', 'Siltworks Ltd'],
  ])
})

const others: [form: string, block: string][] = [
  ['names of another vocabulary', JSON.stringify({ '@type': 'Organization', 'foaf:name': 'Silt' })],
  ['other markup', JSON.stringify({ '@type': 'Organization', name: '<script>Silt</script>' })],
  ['a text that is no JSON', '"Siltworks Ltd"'],
]
test.each(others)('no organisation is read from %s', (_, block) => {
  expect(organizations(block)).toEqual([])
})
