import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { feedUrl, parseFeed } from '../../../../shared/attribution/collectors/page/parse-feed.ts'
import { readDocument } from '../../../../shared/attribution/collectors/page/read-document.ts'
import { PageEvidence } from '../../../../shared/attribution/page-evidence.ts'
import { propertyRuns } from '../../../property-runs.ts'

const URL_OF_FEED = 'https://kork.example/feed.xml'
const parse = (xml: string) => parseFeed({ url: URL_OF_FEED, status: 200, xml })

const RSS = `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"><channel>
  <title>The Cork Hour</title>
  <image><title>A picture</title></image>
  <copyright>Copyright 2026 Kork, Inc. All rights reserved.</copyright>
  <managingEditor>editor@kork.example (Jo Miller)</managingEditor>
  <itunes:owner><itunes:name>Kork, Inc.</itunes:name><itunes:email>hello@kork.example</itunes:email></itunes:owner>
  <item><title>Guest</title><author>Somebody Else</author><copyright>© Guest Ltd</copyright></item>
</channel></rss>`

const ATOM = `<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="de"><title type="text"><![CDATA[Kork & Flasche]]></title>
  <rights>Korkmühle GmbH</rights><author><name>Korkmühle GmbH</name></author>
  <entry><author><name>Gast</name></author></entry></feed>`

const RDF = `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/">
  <channel><title>コルク</title><dc:publisher>株式会社コルク</dc:publisher><dc:rights>(c) 株式会社コルク</dc:rights></channel></rdf:RDF>`

describe('a feed', () => {
  test.each([
    ['RSS 2.0', RSS, 'The Cork Hour', 'Jo Miller', ['Kork, Inc.']],
    ['Atom', ATOM, 'Kork & Flasche', 'Korkmühle GmbH', ['Korkmühle GmbH']],
    ['RSS 1.0', RDF, 'コルク', '株式会社コルク', ['株式会社コルク']],
  ])(
    'a feed in %s gives its title, its author and its copyright holders',
    (_, xml, title, author, holders) => {
      const page = parse(xml)
      expect(PageEvidence.safeParse(page).error).toBeUndefined()
      expect(page).toMatchObject({ role: 'feed', title, author })
      expect(page?.mentions.map(({ name }) => name)).toEqual(holders)
    },
  )

  test('a page or an empty text is not a feed', () => {
    for (const text of [
      '',
      'hello',
      '<!doctype html><title>x</title>',
      '<html><channel><title>x</title></channel></html>',
    ])
      expect(parse(text)).toBeNull()
  })

  test('any text is parsed without an error, and no markup gets into a name', () => {
    const pieces = fc.constantFrom(
      ...[
        '<rss>',
        '<channel>',
        '</channel>',
        '<copyright>',
        '</copyright>',
        '<itunes:owner>',
        '<itunes:name>',
      ],
      ...[
        '</itunes:name>',
        '©',
        '&lt;script&gt;',
        '<![CDATA[',
        ']]>',
        '\u202e',
        'Kork, Inc.',
        'x'.repeat(3_000),
      ],
    )
    const text = fc
      .array(fc.oneof(pieces, fc.string()), { maxLength: 40 })
      .map((parts) => `<rss>${parts.join('')}`)
    fc.assert(
      fc.property(text, (xml) => {
        const page = parse(xml)
        const names = [page?.author ?? '', ...(page?.mentions ?? []).map(({ name }) => name)]
        for (const name of names) {
          expect(name.length).toBeLessThanOrEqual(200)
          expect(name).not.toMatch(/[<>\u0000-\u001f\u202e]/u)
        }
      }),
      { numRuns: propertyRuns(2_000) },
    )
  })
})

describe('the link to a feed', () => {
  const linked = (links: string) =>
    feedUrl(readDocument(`<html><head>${links}</head>`), 'https://www.kork.example/')

  test('the first feed of the same site is used, and comment feeds are skipped', () => {
    const link = (type: string, href: string) =>
      `<link rel="alternate" type="${type}" href="${href}">`
    expect(
      linked(
        link('text/html', '/de/') +
          link('application/rss+xml', 'https://elsewhere.example/feed') +
          link('application/rss+xml', '/comments/feed/') +
          link('application/atom+xml; charset=utf-8', '/feed.atom'),
      ),
    ).toBe('https://www.kork.example/feed.atom')
    expect(linked('<link rel="stylesheet" type="application/rss+xml" href="/a">')).toBeNull()
  })
})
