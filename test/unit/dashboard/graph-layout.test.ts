import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type CorrelationResult,
  graphOf,
} from '../../../workers/dashboard/screens/correlate/correlation-graph.ts'
import { overlaps } from '../../../workers/dashboard/screens/correlate/graph-geometry.ts'
import {
  labelBox,
  labelsThatFit,
} from '../../../workers/dashboard/screens/correlate/graph-labels.ts'
import { layOut } from '../../../workers/dashboard/screens/correlate/graph-layout.ts'
import {
  type Picture,
  pictureOf,
} from '../../../workers/dashboard/screens/correlate/graph-picture.ts'
import { anyResult, linkedResult, sampleResult } from './sample-graphs.ts'

/** Width of the drawing on a page of 1,280 pixels. */
const WIDTH = 940

const anyPicture = fc
  .tuple(fc.oneof(anyResult(fc.string({ maxLength: 40 })), linkedResult()), fc.constantFrom(0, 0.5))
  .map(([result, scoreMin]) => pictureOf(graphOf(result), scoreMin))

const namesOf = ({ nodes }: Picture) =>
  nodes.map((node) =>
    node.kind === 'domain' ? node.name : node.fact.values.map(({ value }) => value).join(),
  )

describe('the layout', () => {
  test('the same picture always has the same layout, and nothing stands outside of it', () => {
    fc.assert(
      fc.property(anyPicture, fc.integer({ min: 200, max: 1_400 }), (picture, wanted) => {
        const layout = layOut(picture, wanted)
        expect(layOut(structuredClone(picture), wanted)).toEqual(layout)
        expect(layout.nodes).toHaveLength(picture.nodes.length)
        const { width, height, nodes, hulls } = layout
        for (const box of [...nodes.map((node) => labelBox(node, 1)), ...hulls]) {
          expect(box.x).toBeGreaterThanOrEqual(0)
          expect(box.y).toBeGreaterThanOrEqual(0)
          expect(box.x + box.width).toBeLessThanOrEqual(width)
          expect(box.y + box.height).toBeLessThanOrEqual(height)
        }
      }),
      { numRuns: 60 },
    )
  })

  test('at any zoom, no shown label covers another one', () => {
    fc.assert(
      fc.property(anyPicture, fc.double({ min: 0.1, max: 4, noNaN: true }), (picture, scale) => {
        const layout = layOut(picture, WIDTH)
        const boxes = [...labelsThatFit(picture, layout, scale).nodes].map((index) =>
          labelBox(layout.nodes[index] ?? expect.fail('no node'), scale),
        )
        boxes.forEach((box, index) => {
          expect(boxes.slice(index + 1).some((other) => overlaps(box, other))).toBe(false)
        })
      }),
      { numRuns: 50 },
    )
  })

  test('at the size of the layout, every node and every group has its label', () => {
    fc.assert(
      fc.property(linkedResult(), fc.integer({ min: 320, max: 1_400 }), (result, width) => {
        const picture = pictureOf(graphOf(result), 0.2)
        const layout = layOut(picture, width)
        const { nodes, headings } = labelsThatFit(picture, layout, 1)
        expect(nodes.size).toBe(picture.nodes.length)
        expect(headings.size).toBe(layout.hulls.length)
      }),
      { numRuns: 60 },
    )
  })

  test('the domains of a group stand inside of its hull, and all other domains outside', () => {
    fc.assert(
      fc.property(linkedResult(), fc.constantFrom(320, 700, 1_200), (result, width) => {
        const picture = pictureOf(graphOf(result), 0.2)
        const { nodes, hulls } = layOut(picture, width)
        for (const hull of hulls)
          picture.nodes.forEach((node, index) => {
            if (node.kind !== 'domain') return
            const box = labelBox(nodes[index] ?? expect.fail('no node'), 1)
            expect(overlaps(box, hull)).toBe(node.group === hull.group)
          })
      }),
      { numRuns: 40 },
    )
  })
})

describe('the picture of a correlation', () => {
  const vat = { signal: 'vat', value: 'DE1', copyable: true, contribution: 0.5 }
  const pairOf = (a: string, b: string, ...signals: (typeof vat)[]) => ({
    a,
    b,
    score: 0.5,
    signals,
  })
  const resultOf = (
    unclustered: string[],
    ...pairs: ReturnType<typeof pairOf>[]
  ): CorrelationResult => ({ ...sampleResult(0, 0, 0), unclustered, pairs })

  test('a fact stands once between all domains that share it, and the others are alone', () => {
    const result = resultOf(
      ['a.com', 'b.com', 'c.com', 'd.com'],
      pairOf('a.com', 'b.com', vat),
      pairOf('b.com', 'c.com', vat),
    )
    const picture = pictureOf(graphOf(result), 0.2)
    expect(namesOf(picture)).toEqual(['a.com', 'b.com', 'c.com', 'DE1'])
    expect(picture.adjacent).toEqual([[3], [3], [3], [0, 1, 2]])
    expect(picture.alone).toEqual([3])
  })

  test('facts of exactly the same domains share a node, but not with facts that can be copied', () => {
    const solid = { ...vat, signal: 'shared_certificate', value: 'x', copyable: false }
    const result = resultOf(
      ['a.com', 'b.com'],
      pairOf('a.com', 'b.com', vat, { ...vat, signal: 'email', value: 'e@a.com' }, solid),
    )
    expect(namesOf(pictureOf(graphOf(result), 0.2))).toEqual(['a.com', 'b.com', 'e@a.com,DE1', 'x'])
  })

  test('that two domains have the same operator is no fact between them', () => {
    const named = { ...vat, signal: 'entity', value: 'Brammel Ltd' }
    const result = resultOf(['a.com', 'b.com'], pairOf('a.com', 'b.com', named))
    expect(pictureOf(graphOf(result), 0)).toMatchObject({ nodes: [], alone: [0, 1] })
  })

  test('a weaker pair than wanted shows no facts', () => {
    const result = resultOf(['a.com', 'b.com'], pairOf('a.com', 'b.com', vat))
    expect(pictureOf(graphOf(result), 0.5).nodes).toHaveLength(3)
    expect(pictureOf(graphOf(result), 0.51).nodes).toHaveLength(0)
  })

  test('of very many facts, only the strongest are shown, and each linked domain keeps one', () => {
    fc.assert(
      fc.property(fc.integer({ min: 3, max: 60 }), (size) => {
        const names = Array.from({ length: size }, (_, index) => `${index}.com`)
        const pairs = names.flatMap((a, from) =>
          names
            .slice(from + 1)
            .map((b) => pairOf(a, b, { ...vat, value: `${a} ${b}` }, { ...vat, value: a })),
        )
        const { nodes, alone, adjacent } = pictureOf(graphOf(resultOf(names, ...pairs)), 0)
        expect(nodes.filter(({ kind }) => kind === 'fact').length).toBeLessThanOrEqual(60)
        expect(alone).toEqual([])
        for (const ends of adjacent) expect(ends.length).toBeGreaterThan(0)
      }),
      { numRuns: 15 },
    )
  })
})
