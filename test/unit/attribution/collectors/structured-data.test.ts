import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseLoosely } from '../../../../shared/attribution/collectors/page/loose-json.ts'
import { parsePage } from '../../../../shared/attribution/collectors/page/parse-page.ts'

function organizations(html: string) {
  return parsePage({ url: 'https://kork.example/', role: 'home', status: 200, html }).organizations
}
const ld = (data: unknown): string =>
  `<script type="application/ld+json">${typeof data === 'string' ? data : JSON.stringify(data)}</script>`

describe('JSON-LD', () => {
  test('customers and critics are not taken as authors', () => {
    const author = { '@type': 'Organization', name: 'Zinnober AG' }
    const found = organizations(
      ld({
        '@graph': [
          { '@type': 'Review', author },
          { '@type': 'Article', author: { ...author, name: 'Kork' } },
        ],
      }),
    )
    expect(found.map(({ name, via }) => [name, via])).toEqual([
      ['Zinnober AG', 'review'],
      ['Kork', 'author'],
    ])
  })

  test('an organisation is read with all its properties', () => {
    const [found] = organizations(
      ld({
        '@context': 'https://schema.org',
        '@type': ['Organization', 'OnlineStore'],
        name: 'Kork',
        legalName: 'Kork &amp; Kupfer GmbH',
        url: 'https://kork.example/',
        sameAs: ['https://www.facebook.com/kork'],
        vatID: 'DE123456788',
        parentOrganization: { '@type': 'Organization', name: 'Kupfer Holding AG' },
        address: {
          '@type': 'PostalAddress',
          streetAddress: 'Gerberweg 4',
          postalCode: '20095',
          addressLocality: 'Hamburg',
        },
      }),
    )
    expect(found).toEqual({
      syntax: 'json-ld',
      type: 'Organization',
      via: '',
      name: 'Kork',
      legal_name: 'Kork & Kupfer GmbH',
      url: 'https://kork.example/',
      same_as: ['https://www.facebook.com/kork'],
      parent: 'Kupfer Holding AG',
      alternate_names: [],
      identifiers: [
        { kind: 'vat', value: 'DE123456788' },
        { kind: 'address', value: 'Gerberweg 4, 20095, Hamburg' },
      ],
    })
  })

  test('the property that leads to an organisation is recorded, so that other parties are distinguishable', () => {
    const found = organizations(
      ld([
        { '@type': 'NewsArticle', publisher: { '@type': 'NewsMediaOrganization', name: 'Kork Courier' } },
        {
          '@type': 'Person',
          name: 'Ole Kork',
          worksFor: {
            '@type': 'Organization',
            name: 'Somebody Else, Inc.',
            parentOrganization: { '@type': 'Organization', name: 'Bigger Else, Inc.' },
          },
        },
      ]),
    )
    expect(found.map(({ name, via }) => [name, via])).toEqual([
      ['Ole Kork', ''],
      ['Kork Courier', 'publisher'],
      ['Somebody Else, Inc.', 'worksFor'],
      ['Bigger Else, Inc.', 'worksFor'],
    ])
  })

  test('ids inside a graph are resolved', () => {
    const [found] = organizations(
      ld({
        '@graph': [
          {
            '@type': 'Organization',
            '@id': 'https://kork.example/#org',
            name: 'Kork',
            parentOrganization: { '@id': '#parent' },
          },
          { '@type': 'Corporation', '@id': '#parent', name: 'Kupfer Holding AG' },
        ],
      }),
    )
    expect(found).toMatchObject({ name: 'Kork', via: '', parent: 'Kupfer Holding AG' })
  })

  test('a comment, product or list is not an organisation', () => {
    expect(
      organizations(
        ld({ '@type': 'Comment', text: 'The operator is Somebody Else, Inc.' }) +
          ld({ '@type': 'BreadcrumbList', name: 'Home' }) +
          ld({ '@type': 'Product', name: 'Item' }),
      ),
    ).toEqual([])
  })

  const broken: readonly [what: string, text: string][] = [
    ['a trailing comma', '{ "@type": "Organization", "name": "Kork", }'],
    ['a trailing comma and a string with ",}"', '{ "@type": "Organization", "name": "Kork", "slogan": ",}" , }'],
    ['a raw line break in a string', '{ "@type": "Organization", "name": "Kork", "slogan": "a\nb" }'],
    ['a CDATA section', '//<![CDATA[\n{ "@type": "Organization", "name": "Kork" }\n//]]>'],
    ['an HTML comment', '<!-- { "@type": "Organization", "name": "Kork" } -->'],
  ]
  test.each(broken)('JSON-LD with %s is repaired', (_what, text) => {
    expect(organizations(ld(text)).map(({ name }) => name)).toEqual(['Kork'])
  })

  test('JSON-LD that cannot be repaired gives nothing', () => {
    expect(organizations(ld('{ "@type": "Organization", "name": '))).toEqual([])
  })

  test('JSON-LD of any nesting depth is read to the end', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 20 }), (text) => {
        expect(organizations(ld(text.replaceAll('<', '')))).toBeInstanceOf(Array)
      }),
    )
    const deep = `${'{"@type":"Organization","name":"Kork","a":'.repeat(5_000)}1${'}'.repeat(5_000)}`
    expect(organizations(ld(deep)).length).toBeLessThanOrEqual(20)
  })
})

test('the repair does not change valid JSON', () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      expect(parseLoosely(text)).toEqual(JSON.parse(text))
    }),
  )
})

test('microdata gives organisations', () => {
  const [found] = organizations(
    '<div itemscope itemtype="https://schema.org/LocalBusiness"><span itemprop="name">Kork <b>Stube</b></span><meta itemprop="legalName" content="Kork Stube GmbH"><a itemprop="url" href="https://kork.example/">x</a><span itemprop="telephone">+49 40 123456</span></div>',
  )
  expect(found).toMatchObject({
    syntax: 'microdata',
    type: 'LocalBusiness',
    via: '',
    name: 'Kork Stube',
    legal_name: 'Kork Stube GmbH',
    url: 'https://kork.example/',
    identifiers: [{ kind: 'phone', value: '+49 40 123456' }],
  })
})
