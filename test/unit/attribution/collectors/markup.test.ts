import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { parsePage } from '../../../../shared/attribution/collectors/page/parse-page.ts'
import { readDocument } from '../../../../shared/attribution/collectors/page/read-document.ts'
import { propertyRuns } from '../../../property-runs.ts'

const TAGS =
  'a b p div li ul table tr td dt dd select option form br img title textarea script style svg math mi template noscript'

const name = fc.constantFrom(...TAGS.split(' '))
const attribute = fc.constantFrom(
  '',
  ' hidden',
  ' class="a b"',
  ' id=c',
  " title='&copy;",
  ' style="display:none"',
)
const text = fc.constantFrom(
  'x',
  'A b',
  ' ',
  '&amp;',
  '&#169;',
  '&copy 2',
  '< ',
  '>',
  '"',
  '<!-- a -->',
  '<!--',
  '<![CDATA[b]]>',
)
const tag = fc
  .tuple(name, attribute, fc.constantFrom('>', '>', '/>', ''))
  .map((parts) => `<${parts.join('')}`)
const closing = fc.tuple(name, fc.constantFrom('>', ' >', '')).map((parts) => `</${parts.join('')}`)
/**
 * If some tags are never closed, htmlparser2 reads them as text. This markup at the end of each
 * random page closes all tags that the page left open.
 */
const END = `>"'>--></title></textarea></style></script></svg></math><p>end</p>`
const page = fc
  .array(fc.oneof(tag, closing, text), { maxLength: 30 })
  .map((parts) => `${parts.join('')}${END}`)

describe('the lines of a page', () => {
  it('do not depend on the place where the page is cut into portions', () => {
    fc.assert(
      fc.property(page, fc.integer({ min: 0, max: 40 }), (html, before) => {
        const texts = (head: string) =>
          readDocument(`<!--${head}-->${html}`).lines.map((line) => line.text)
        expect(texts('-'.repeat(16_384 - 7 - before))).toEqual(texts(''))
      }),
      { numRuns: propertyRuns(500) },
    )
  })

  test.each([
    ['<ul><li>Kork<li>Rind</ul>', ['Kork', 'Rind']],
    ['<p>Kork<p>Rind', ['Kork', 'Rind']],
    ['<table><tr><td>Kork<td>Rind<tr><td>Bast</table>', ['Kork', 'Rind', 'Bast']],
    ['Kork</p>Rind', ['Kork', 'Rind']],
    ['Kork</br>Rind', ['Kork', 'Rind']],
    ['<svg><title>Logo</title><text>Bast</text></svg>Kork', ['Kork']],
    ['<svg/>Kork', ['Kork']],
    ['<script>if (a < b) "<p>Bast"</script>Kork', ['Kork']],
    ['<!-- <p>Bast --!>Kork', ['Kork']],
    ['K&ouml;rk &amp; S&#246;hne', ['Körk & Söhne']],
  ])('%s: %j', (html, lines) => {
    expect(readDocument(html).lines.map((line) => line.text)).toEqual(lines)
  })
})

describe('attributes with names of object members', () => {
  test.each(['constructor', '__proto__', 'toString', 'hasOwnProperty'])('%s', (member) => {
    const html = `<p ${member}=a class="${member}">© 2026 Rindwerk Ltd</p><style>[${member}=b]{display:none}</style>`
    const page = parsePage({ url: 'https://rindwerk.example/', role: 'home', status: 200, html })
    expect(page.mentions.map((mention) => mention.name)).toEqual(['Rindwerk Ltd'])
  })
})

describe('data attributes about what visitors write', () => {
  const namesOf = (attribute: string): string[] => {
    const html = `<div ${attribute}="3"><p>© 2026 Rindwerk Ltd</p></div>`
    const { mentions } = parsePage({
      url: 'https://rindwerk.example/',
      role: 'home',
      status: 200,
      html,
    })
    return mentions.map((mention) => mention.name)
  }
  test.each(['data-comment', 'data-post-comments', 'DATA-REVIEW-ID', 'data-ugc'])(
    '%s marks their part',
    (attribute) => {
      expect(namesOf(attribute)).toEqual([])
    },
  )
  test.each([
    'data-comment-count',
    'data-article-comments-count',
    'data-reviews-enabled',
    'data-item',
  ])('%s marks none', (attribute) => {
    expect(namesOf(attribute)).toEqual(['Rindwerk Ltd'])
  })
})
