import fc from 'fast-check'
import { Parser } from 'htmlparser2'
import { describe, expect, test } from 'vitest'
import {
  type CorrelationResult,
  graphOf,
} from '../../../workers/dashboard/screens/correlate/correlation-graph.ts'
import { graphImage } from '../../../workers/dashboard/screens/correlate/graph-image.ts'
import { pictureOf } from '../../../workers/dashboard/screens/correlate/graph-picture.ts'
import { graphmlOf } from '../../../workers/dashboard/screens/correlate/graphml.ts'
import { pictureName } from '../../../workers/dashboard/screens/correlate/picture-name.ts'
import { anyResult, sampleResult } from './sample-graphs.ts'

const HOSTILE = [
  '</text><script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  ']]>&lt;&#x0;',
  '\u202egnp.exe\u2066\u200b',
  '\u0000\u0007\u001b[31m',
  '\ud800\udc00\ud800 \ufffe\uffff',
  'Müller & Söhne <GmbH> \u{1f600}',
  'x'.repeat(10_000),
]
const FORBIDDEN_IN_XML = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u
const DECEIVING = /[\p{Cf}\u2028\u2029]/u

const SELF_CLOSED = new Set(['key', 'path', 'rect'])

interface Parsed {
  tags: { name: string; attributes: Record<string, string> }[]
  texts: string[]
}

/** Parses SVG or XML. Fails if an element is closed in the wrong order. */
function parsed(document: string): Parsed {
  const open: string[] = []
  const found: Parsed = { tags: [], texts: [] }
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        open.push(name)
        found.tags.push({ name, attributes })
        found.texts.push('')
      },
      ontext(text) {
        found.texts[found.texts.length - 1] += text
      },
      onclosetag(name, isImplied) {
        const isRepaired = isImplied && !SELF_CLOSED.has(name)
        expect({ name, isRepaired }).toEqual({ name: open.pop(), isRepaired: false })
      },
    },
    { xmlMode: true },
  )
  parser.end(document)
  expect(open).toEqual([])
  return found
}

const imageOf = (result: CorrelationResult, scoreMin: number) =>
  graphImage(pictureOf(graphOf(result), scoreMin), {
    title: result.summary,
    at: '2026-11-26T09:30:00.000Z',
    address: 'https://service.example/app/correlate/cor_1',
  })

const text = fc.oneof(fc.constantFrom(...HOSTILE), fc.string({ unit: 'binary', maxLength: 30 }))

describe('files of a graph with hostile names', () => {
  test('a GraphML document has exactly the declared elements and no forbidden character', () => {
    fc.assert(
      fc.property(anyResult(text), (result) => {
        const graph = graphOf(result)
        const document = graphmlOf(graph)
        expect(document).not.toMatch(FORBIDDEN_IN_XML)
        expect(document).not.toMatch(DECEIVING)
        const { tags } = parsed(document)
        const keys = new Set(
          tags.filter(({ name }) => name === 'key').map(({ attributes }) => attributes.id),
        )
        const nodes = new Set(
          tags.filter(({ name }) => name === 'node').map(({ attributes }) => attributes.id),
        )
        expect(nodes.size).toBeGreaterThanOrEqual(graph.domains.length)
        expect(tags.filter(({ name }) => name === 'edge').length).toBeGreaterThanOrEqual(
          graph.pairs.length,
        )
        for (const { name, attributes } of tags) {
          expect(['graphml', 'key', 'graph', 'node', 'edge', 'data']).toContain(name)
          if (name === 'data') expect(keys).toContain(attributes.key)
          if (name === 'edge')
            expect([nodes.has(attributes.source), nodes.has(attributes.target)]).toEqual([
              true,
              true,
            ])
        }
      }),
      { numRuns: 60 },
    )
  })

  test('an SVG image has only shapes and text, no reference and no forbidden character', () => {
    fc.assert(
      fc.property(anyResult(text), (result) => {
        const { svg: document, width, height } = imageOf(result, 0)
        expect(width).toBeLessThanOrEqual(1_200)
        expect(height).toBeGreaterThan(0)
        expect(document).not.toMatch(FORBIDDEN_IN_XML)
        expect(document).not.toMatch(DECEIVING)
        for (const { name, attributes } of parsed(document).tags) {
          expect(['svg', 'title', 'rect', 'g', 'path', 'text']).toContain(name)
          for (const attribute of Object.keys(attributes))
            expect(attribute).not.toMatch(/^on|href|style|src/)
        }
      }),
      { numRuns: 60 },
    )
  })
})

describe('files of an ordinary graph', () => {
  const result = sampleResult(2, 2, 1)
  const graph = graphOf(result)

  test('GraphML names each domain, its group and its operator, and gives edges their weight', () => {
    const { tags, texts } = parsed(graphmlOf(graph))
    const values = tags.flatMap(({ name, attributes }, index) =>
      name === 'data' ? [`${attributes.key}=${texts[index]?.trim()}`] : [],
    )
    expect(values).toContain('domain=member-0.group-0.com')
    expect(values).toContain('group=c2')
    expect(values).toContain('entity=Example Holding 2 GmbH')
    expect(values).toContain('weight=0.9')
    expect(values).toContain('shared=vat: DE0')
    expect(values.filter((value) => value.startsWith('entity='))).toHaveLength(4)
  })

  test('GraphML has nodes for shared facts, and edges for who shares them and who imitates whom', () => {
    const more = {
      ...sampleResult(1, 2, 1),
      imitations: [
        { domain: 'alone-0.com', entity: 'Brammel Ltd', of_domains: ['member-0.group-0.com'] },
      ],
    }
    const { tags, texts } = parsed(graphmlOf(graphOf(more)))
    const textOf = (key: string) =>
      tags.flatMap(({ attributes }, index) =>
        attributes.key === key ? [texts[index]?.trim()] : [],
      )
    expect(textOf('type')).toEqual(['domain', 'domain', 'domain', 'fact', 'fact', 'group'])
    expect(textOf('label')).toContain('VAT number: DE0')
    expect(textOf('relation').filter((each) => each === 'shares')).toHaveLength(5)
    expect(textOf('relation')).toContain('imitates')
  })

  test('the SVG image shows domains, operators and facts of pairs that are strong enough', () => {
    const strong = imageOf(result, 0.5).svg
    const all = imageOf(result, 0).svg
    expect(strong).toContain('member-0.group-0.com')
    expect(strong).toContain('Example Holding 1 GmbH · 90% very likely')
    expect(strong).toContain('Without links: alone-0.com')
    expect(all).not.toContain('Without links')
  })

  test('the SVG image wraps its title and says where it comes from', () => {
    const summary = `Of 66 domains, 12 domains fall into six groups: ${'Brammel Ltd (2), '.repeat(20)}`
    const { svg } = imageOf({ ...result, summary }, 0)
    const titles = parsed(svg).tags.filter(({ attributes }) => attributes['font-size'] === '18')
    expect(titles).toHaveLength(3)
    expect(svg).toContain(
      'Domain Attribution · 26 Nov 2026 · https://service.example/app/correlate/cor_1',
    )
  })

  test('a file is named by its subject and its day', () => {
    expect(pictureName(['a.com', 'b.com', 'c.com'], '2026-11-26T23:59:59.999Z', 'png')).toBe(
      'a.com+2_2026-11-26_correlation.png',
    )
    expect(pictureName(['../..\\x y/é.com'], null, 'svg')).toBe('x-y-.com_correlation.svg')
  })
})
