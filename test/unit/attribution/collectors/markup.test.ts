import fc from 'fast-check'
import { Parser } from 'htmlparser2'
import { describe, expect, it } from 'vitest'
import { ElementTree } from '../../../../shared/attribution/collectors/page/markup/element-tree.ts'
import { MarkupScanner } from '../../../../shared/attribution/collectors/page/markup/markup-scanner.ts'
import { propertyRuns } from '../../../property-runs.ts'

type Event = readonly [kind: string, ...details: unknown[]]

/** Joins texts that follow each other, because both readers may give a text in several parts. */
function joined(events: readonly Event[]): Event[] {
  const result: Event[] = []
  for (const event of events) {
    const last = result.at(-1)
    if (event[0] === 'text' && last?.[0] === 'text') result[result.length - 1] = ['text', `${last[1]}${event[1]}`]
    else if (event[0] !== 'text' || event[1] !== '') result.push(event)
  }
  return result
}

const READ = ['class', 'id', 'href', 'title', 'content', 'itemscope'] as const

const readAttributes = (attributes: Partial<Record<(typeof READ)[number], string | undefined>>) =>
  READ.flatMap((name) => (attributes[name] === undefined ? [] : [[name, attributes[name]]]))

function ours(html: string, portion: number): Event[] {
  const events: Event[] = []
  const tree = new ElementTree({
    open: ({ name }, attributes) => events.push(['open', name, readAttributes(attributes)]),
    close: ({ name }) => events.push(['close', name]),
    text: (text) => events.push(['text', text]),
  })
  const scanner = new MarkupScanner(html, tree)
  for (let end = portion; end < html.length + portion; end += portion) scanner.readTo(Math.min(end, html.length))
  tree.end()
  return joined(events)
}

/** htmlparser2 gives some elements of SVG their spelling with capitals, which no reader of pages needs. */
function library(html: string): Event[] {
  const events: Event[] = []
  const parser = new Parser({
    onopentag: (name, attributes) => events.push(['open', name.toLowerCase(), readAttributes(attributes)]),
    onclosetag: (name) => events.push(['close', name.toLowerCase()]),
    ontext: (text) => events.push(['text', text]),
  })
  parser.end(html)
  return joined(events)
}

/** htmlparser2 takes a tag without an end at the end of a page for text in some cases. Here each page has an end. */
const END = `>"'>--></title></textarea></style></script></xmp></svg></math></a><p>end</p>`

const names = fc.constantFrom(
  ...'a b p div li ul td tr th table tbody thead dd dt option select form br hr img image link meta title textarea script style svg math desc mi xmp iframe noscript body head h1 h2 span x-own TITLE Script P'.split(
    ' ',
  ),
)
const space = fc.constantFrom('', ' ', '\n', '\t ', '\f')
const texts = fc.constantFrom(
  'x',
  'A b',
  ' ',
  '\n',
  '&amp;',
  '&',
  '&copy 2',
  '&notit;',
  '&#169;',
  '&#x41',
  '< ',
  '<3',
  ';',
  '>',
  '-',
  '"',
  "'",
  '=',
  '/',
)
const values = fc.array(texts, { maxLength: 4 }).map((parts) => parts.join(''))
const quoted = fc.tuple(values, fc.constantFrom('"', "'", '')).map(([value, quote]) => {
  if (quote !== '') return `${quote}${value.replaceAll(quote, '')}${quote}`
  return value.replace(/[\s>"'<=]/g, '') || 'x'
})
const attributes = fc.array(
  fc
    .tuple(fc.constantFrom(...READ, 'CLASS', 'data-x', '=', 'a"b'), space, fc.option(quoted), space)
    .map(([name, before, value, behind]) => (value === null ? name : `${name}${before}=${behind}${value}`)),
  { maxLength: 3 },
)
const tag = fc
  .tuple(names, attributes, fc.constantFrom('', ' ', '/', ' / ', '\n'), fc.constantFrom('>', '>', '>', ''))
  .map(([name, all, gap, end]) => `<${[name, ...all].join(' ')}${gap}${end}`)
const closing = fc
  .tuple(names, fc.constantFrom('', ' ', ' x', '/'), fc.constantFrom('>', '>', ''))
  .map(([name, rest, end]) => `</${name}${rest}${end}`)
const other = fc.constantFrom(
  // The first sign ends an open tag, so `foreignObject` is always in SVG. In other places htmlparser2 finds only some of its closing tags.
  '><svg><foreignObject>',
  '</foreignobject>',
  '<!-- a -->',
  '<!---->',
  '<!-->',
  '<!--->',
  '<!-- <p> --!>',
  '<!--',
  '-->',
  '<!doctype html>',
  '<!x>',
  '<!>',
  '<!->',
  '<?xml a?>',
  '</>',
  '</ p>',
  '</3>',
  '<![CDATA[ <b>&amp; ]]>',
  '<![CDATA[]]]>',
  '<![CDAT',
  '<<b>',
  '</scrip>',
  '</script',
)
const page = fc.array(fc.oneof(tag, closing, texts, other), { maxLength: 14 }).map((parts) => `${parts.join('')}${END}`)

describe('elements and texts of a page', () => {
  it('are those of htmlparser2', () => {
    fc.assert(
      fc.property(page, (html) => {
        expect(ours(html, html.length)).toEqual(library(html))
      }),
      { numRuns: propertyRuns(3_000) },
    )
  })

  it('are those of htmlparser2 where MathML contains a name of SVG', () => {
    const html = '<math><foreignObject><a/>x<svg><foreignObject><a/>y</svg></math>'
    expect(ours(html, html.length)).toEqual(library(html))
  })

  it('do not depend on the size of the portions in which the page is read', () => {
    fc.assert(
      fc.property(page, fc.integer({ min: 1, max: 60 }), (html, portion) => {
        expect(ours(html, portion)).toEqual(ours(html, html.length))
      }),
      { numRuns: propertyRuns(3_000) },
    )
  })
})
