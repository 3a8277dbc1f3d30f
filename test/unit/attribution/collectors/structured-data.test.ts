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
        {
          '@type': 'NewsArticle',
          publisher: { '@type': 'NewsMediaOrganization', name: 'Kork Courier' },
        },
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
    [
      'a trailing comma and a string with ",}"',
      '{ "@type": "Organization", "name": "Kork", "slogan": ",}" , }',
    ],
    [
      'a raw line break in a string',
      '{ "@type": "Organization", "name": "Kork", "slogan": "a\nb" }',
    ],
    ['a CDATA section', '//<![CDATA[\n{ "@type": "Organization", "name": "Kork" }\n//]]>'],
    ['an HTML comment', '<!-- { "@type": "Organization", "name": "Kork" } -->'],
  ]
  const marked: readonly [what: string, text: string][] = [
    [
      'CDATA whose end is an entity',
      '// <![CDATA[\n{ "@type": "Organization", "name": "Kork" }\n// ]]&gt;\n',
    ],
    ['CDATA on one line', '//<![CDATA[ { "@type": "Organization", "name": "Kork" } //]]>'],
    ['CDATA in comments', '/*<![CDATA[*/ { "@type": "Organization", "name": "Kork" } /*]]&gt;*/'],
    [
      'CDATA with an entity and no comment',
      '<![CDATA[{ "@type": "Organization", "name": "Kork" }]]&gt;',
    ],
    [
      'two commas',
      '{ "@context": "https://schema.org",, "@type": "Organization", "name": "Kork" }',
    ],
    ['a comma on a line of its own', '{ "@type": "Organization"\n,\n,\n"name": "Kork" }'],
    ['a comma at the start', '{ , "@type": "Organization", "name": "Kork" }'],
    [
      'no comma between two lines',
      '{ "@type": "Organization"\n  "name": "Kork"\n  "url": "https://kork.example/" }',
    ],
    [
      'no comma between two objects',
      '[{ "@type": "Thing" } { "@type": "Organization", "name": "Kork" }]',
    ],
    [
      'an escaped apostrophe',
      '{ "@type": "Organization", "slogan": "It\\\'s cork", "name": "Kork" }',
    ],
    [
      'an escape with two digits',
      '{ "@type": "Organization", "slogan": "a \\x26 b", "name": "Ko\\x72k" }',
    ],
    ['NaN', '{ "@type": "Organization", "ratingValue": NaN, "name": "Kork" }'],
    ['undefined', '{ "@type": "Organization", "logo": undefined, "name": "Kork" }'],
    ['an empty value', '{ "@type": "Organization", "logo": , "name": "Kork" }'],
    ['an empty value at the end', '{ "@type": "Organization", "name": "Kork", "logo": }'],
    [
      'a warning of the server in front',
      '<br />\n<b>Warning</b>: Undefined array key "x[1]" in <b>/srv/a.php</b> on line <b>3</b><br />\n{ "@type": "Organization", "name": "Kork" }',
    ],
    [
      'a warning with an open bracket',
      'Notice: {closure}() [x] failed {\n{ "@type": "Organization", "name": "Kork" }',
    ],
    ['signs of equality', '{ "@type"="Organization", "name"="Kork" }'],
    ['arrows', '{ "@type" => "Organization", "name" => "Kork" }'],
    ['escaped quotation marks', '{ \\"@type\\": \\"Organization\\", \\"name\\": \\"Kork\\" }'],
    ['entities', '{&quot;@type&quot;:&quot;Organization&quot;,&quot;name&quot;:&quot;Kork&quot;}'],
    ['comments', '{ /* type */ "@type": "Organization", // the firm\'s "name"\n "name": "Kork" }'],
    ['typographic quotation marks', '{ “@type”: “Organization”, “name”: “Kork” }'],
    [
      'apostrophes as quotation marks',
      "{ '@type': 'Organization', 'slogan': 'it's cork', 'name': 'Kork' }",
    ],
    ['keys without quotation marks', '{ "@type": "Organization", name: "Kork" }'],
    [
      'quotation marks in a text',
      '{ "@type": "Organization", "slogan": "We say "cork" here", "name": "Kork" }',
    ],
    [
      'two objects',
      '{ "@type": "WebSite", "url": "https://kork.example/" }\n{ "@type": "Organization", "name": "Kork" }',
    ],
    [
      'two objects with a comma',
      '{ "@type": "Thing" }, { "@type": "Organization", "name": "Kork" },',
    ],
    ['no end', '{ "@type": "Organization", "name": "Kork", "address": { "@type": "PostalAddress"'],
    [
      'no end of a list',
      '{ "@graph": [{ "@type": "Organization", "name": "Kork", "sameAs": ["https://x.example"',
    ],
    ['a bracket too many', '{ "@type": "Organization", "name": "Kork" }}]'],
    [
      'a wrong bracket',
      '{ "@graph": [{ "@type": "Organization", "name": "Kork", "sameAs": ["a" } ] }',
    ],
    ['a semicolon and a variable', 'var data = { "@type": "Organization", "name": "Kork" };'],
  ]
  test.each(marked)('JSON-LD with %s is read', (_what, text) => {
    const page = parsePage({
      url: 'https://kork.example/',
      role: 'home',
      status: 200,
      html: ld(text),
    })
    expect(page.organizations.map(({ name }) => name)).toEqual(['Kork'])
    expect(page.left_out).toEqual([])
  })

  test.each([['no JSON here'], ['window.dataLayer'], ['"']])(
    'the block %j, which cannot be read, is reported',
    (text) => {
      const page = parsePage({
        url: 'https://kork.example/',
        role: 'home',
        status: 200,
        html: ld(text),
      })
      expect([page.organizations, page.left_out]).toEqual([[], ['structured_data']])
    },
  )

  test.each([[''], [' \n'], ['{}'], ['[]']])('the empty block %j is not reported', (text) => {
    expect(
      parsePage({ url: 'https://kork.example/', role: 'home', status: 200, html: ld(text) })
        .left_out,
    ).toEqual([])
  })

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

test('any cut of JSON is read without an error', () => {
  fc.assert(
    fc.property(
      fc.json(),
      fc.nat(),
      fc.constantFrom('', ',', '"', '{', ']', '\\', "'"),
      (text, place, sign) => {
        const at = place % (text.length + 1)
        parseLoosely(text.slice(0, at))
        parseLoosely(text.slice(0, at) + sign + text.slice(at))
      },
    ),
    { numRuns: 2_000 },
  )
})

test.each([
  ['{'],
  ['['],
  ['{"a":'],
  ['"'],
  ["'"],
  ['/*'],
  ['//'],
  ['“'],
  ['\\'],
  ['{"a" '],
  ['" '],
  ['<!--'],
  [','],
])('half a megabyte of %j is read in linear time', (part) => {
  const start = performance.now()
  parseLoosely(`{${part.repeat(Math.ceil(524_288 / part.length))}`)
  expect(performance.now() - start).toBeLessThan(3_000)
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
