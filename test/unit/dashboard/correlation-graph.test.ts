import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  graphOf,
  otherEnd,
  withLinksFrom,
} from '../../../workers/dashboard/screens/correlate/correlation-graph.ts'
import { layOut } from '../../../workers/dashboard/screens/correlate/graph-layout.ts'
import { lookOf } from '../../../workers/dashboard/screens/correlate/graph-look.ts'
import {
  edgeAt,
  labelsThatFit,
  neighbourTowards,
  type Point,
  panned,
  pointAt,
  showing,
  viewBoxOf,
  WHOLE,
  WORLD,
  zoomed,
} from '../../../workers/dashboard/screens/correlate/graph-view.ts'
import { kindsIn, matchingPairs } from '../../../workers/dashboard/screens/correlate/pair-filter.ts'
import { anyResult, sampleResult } from './sample-graphs.ts'

const withoutPause = { now: () => 0, pause: async () => {} }
/** Each reading of this clock adds 100 ms, so the layout pauses after each step. */
function slowClock() {
  let time = 0
  let pauses = 0
  return {
    now: () => {
      time += 100
      return time
    },
    pause: async () => {
      pauses += 1
    },
    pauses: () => pauses,
  }
}

describe('the graph of a correlation', () => {
  test('domains are nodes with their group, pairs are edges, strongest first', () => {
    const graph = graphOf(sampleResult(2, 2, 1))
    expect(graph.nodes.map(({ group }) => group)).toEqual([0, 0, 1, 1, null])
    expect(graph.edges).toHaveLength(10)
    expect(graph.edges[0]).toMatchObject({ from: 0, to: 1, score: 0.9 })
    expect(graph.groups[1]).toMatchObject({ id: 'c2', members: [2, 3] })
    expect(graph.edgesOf[4]).toHaveLength(4)
  })

  test('a pair of a domain that is not listed is left out', () => {
    const result = sampleResult(1, 2, 0)
    const pairs = [
      ...result.pairs,
      { a: 'member-0.group-0.com', b: 'unknown.com', score: 1, signals: [] },
    ]
    expect(graphOf({ ...result, pairs }).edges).toHaveLength(1)
  })

  test('weak links can be left out without a change of the other indexes', () => {
    const graph = graphOf(sampleResult(2, 3, 2))
    const strong = withLinksFrom(graph, 0.5)
    expect(strong.edges).toEqual(graph.edges.slice(0, strong.edges.length))
    expect(strong.edges.every(({ score }) => score >= 0.5)).toBe(true)
    strong.edgesOf.flat().forEach((index) => {
      expect(index).toBeLessThan(strong.edges.length)
    })
    expect(withLinksFrom(graph, 0)).toBe(graph)
  })

  test('each of 50 groups has a look of its own', () => {
    const looks = Array.from(
      { length: 50 },
      (_, group) => `${lookOf(group).light} ${lookOf(group).shape}`,
    )
    expect(new Set(looks).size).toBe(50)
  })

  test('every colour has a contrast of 3:1 to the surfaces of its theme', () => {
    for (let group = 0; group < 8; group += 1) {
      for (const surface of ['#ffffff', '#f6f6f4'])
        expect(contrast(lookOf(group).light, surface)).toBeGreaterThan(3)
      for (const surface of ['#121316', '#1a1c20'])
        expect(contrast(lookOf(group).dark, surface)).toBeGreaterThan(3)
    }
  })
})

/** Contrast ratio of two colours as WCAG 2.2 defines it. */
function contrast(a: string, b: string): number {
  const luminance = (colour: string) => {
    const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
      const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
    })
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
  }
  const [high, low] = [luminance(a), luminance(b)].sort((x, y) => y - x)
  return ((high ?? 0) + 0.05) / ((low ?? 0) + 0.05)
}

describe('the layout', () => {
  test('the same result always has the same layout, in slices of any length, inside of the drawing', async () => {
    await fc.assert(
      fc.asyncProperty(anyResult(fc.string({ maxLength: 8 })), async (result) => {
        const clock = slowClock()
        const first = await layOut(graphOf(result), withoutPause)
        const second = await layOut(graphOf(structuredClone(result)), clock)
        expect(second).toEqual(first)
        expect(clock.pauses()).toBeGreaterThan(100)
        for (const { x, y } of first ?? expect.fail('no layout')) {
          expect(x).toBeGreaterThanOrEqual(WORLD.margin - 0.01)
          expect(x).toBeLessThanOrEqual(WORLD.width - WORLD.margin + 0.01)
          expect(y).toBeGreaterThanOrEqual(WORLD.margin - 0.01)
          expect(y).toBeLessThanOrEqual(WORLD.height - WORLD.margin + 0.01)
        }
      }),
      { numRuns: 30 },
    )
  })

  test('no two domains stand at the same place, and groups stay together', async () => {
    const graph = graphOf(sampleResult(8, 8, 20))
    const points = (await layOut(graph, withoutPause)) ?? expect.fail('no layout')
    const distance = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y)
    points.forEach((a, index) => {
      const nearest = Math.min(
        ...points.filter((_, other) => other !== index).map((b) => distance(a, b)),
      )
      expect(nearest).toBeGreaterThan(10)
    })
    const [near, far] = [
      distance(at(points, 0), at(points, 7)),
      distance(at(points, 0), at(points, 63)),
    ]
    expect(near).toBeLessThan(far)
  })

  test('an aborted layout ends without a result', async () => {
    const stop = new AbortController()
    stop.abort()
    expect(
      await layOut(graphOf(sampleResult(2, 2, 0)), { ...slowClock(), signal: stop.signal }),
    ).toBeNull()
  })
})

const at = (points: readonly Point[], index: number): Point =>
  points[index] ?? expect.fail(`no point ${index}`)

describe('the view', () => {
  const size = { width: 600, height: 400 }

  test('the whole drawing is seen first', () => {
    expect(viewBoxOf(WHOLE, size)).toBe('0.00 0.00 1200.00 800.00')
  })

  test('zooming keeps the point under the pointer in its place', () => {
    const pixel = { x: 450, y: 100 }
    const before = pointAt(WHOLE, size, pixel)
    const after = pointAt(zoomed(WHOLE, 2, before), size, pixel)
    expect(after.x).toBeCloseTo(before.x)
    expect(after.y).toBeCloseTo(before.y)
  })

  test('no zoom and no move leaves the drawing', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('in', 'out', 'left', 'right', 'up', 'down'), { maxLength: 60 }),
        (actions) => {
          const view = actions.reduce(
            (before, action) =>
              action === 'in'
                ? zoomed(before, 1)
                : action === 'out'
                  ? zoomed(before, -1)
                  : panned(before, action),
            WHOLE,
          )
          expect(view.zoom).toBeGreaterThanOrEqual(1)
          expect(view.zoom).toBeLessThanOrEqual(8)
          expect(view.x).toBeGreaterThanOrEqual(0)
          expect(view.x).toBeLessThanOrEqual(WORLD.width)
        },
      ),
    )
  })

  test('a focused node is moved into the view', () => {
    const view = showing(zoomed(WHOLE, 5), { x: 1_100, y: 700 })
    expect(Math.abs(view.x - 1_100)).toBeLessThan(WORLD.width / 2 / view.zoom)
    expect(Math.abs(view.y - 700)).toBeLessThan(WORLD.height / 2 / view.zoom)
  })
})

describe('pointing and moving in the graph', () => {
  const graph = graphOf(sampleResult(1, 2, 2))
  const points = [
    { x: 100, y: 100 },
    { x: 300, y: 100 },
    { x: 200, y: 100 },
    { x: 100, y: 300 },
  ]

  test('an arrow key moves to the nearest linked domain in its direction, else to the nearest domain', () => {
    const strong = withLinksFrom(graph, 0.5)
    expect(neighbourTowards(strong, points, 0, 'right')).toBe(1)
    expect(neighbourTowards(strong, points, 0, 'down')).toBe(3)
    expect(neighbourTowards(strong, points, 0, 'up')).toBeNull()
  })

  test('the nearest line within reach is found', () => {
    const edge = graph.edges[edgeAt(graph.edges, points, { x: 102, y: 200 }, 5) ?? -1]
    expect([edge?.from, edge?.to]).toEqual([0, 3])
    expect(edge && otherEnd(edge, 0)).toBe(3)
    expect(edgeAt(graph.edges, points, { x: 500, y: 500 }, 5)).toBeNull()
  })

  test('labels do not cover each other and stay inside of the drawing', () => {
    const crowd = Array.from({ length: 20 }, () => ({ x: 600, y: 400 }))
    expect(
      labelsThatFit(
        crowd.map(() => 'label'),
        crowd,
        () => 0,
        1,
      ).size,
    ).toBeLessThanOrEqual(2)
    const edge = labelsThatFit(['a-long-label.com'], [{ x: 1_190, y: 400 }], () => 0, 1)
    expect(edge.get(0)).toBe('left')
  })
})

test('pairs can be filtered by domain and by kind, and kinds are listed by frequency', () => {
  const { pairs } = sampleResult(2, 2, 1)
  expect(matchingPairs(pairs, { domain: 'ALONE-0', kind: '' })).toHaveLength(4)
  expect(matchingPairs(pairs, { domain: '', kind: 'email' })).toEqual([])
  const more = {
    a: 'a.com',
    b: 'b.com',
    score: 1,
    signals: [{ signal: 'email', value: 'x', contribution: 1, copyable: true }],
  }
  expect(kindsIn([...pairs, more])).toEqual(['vat', 'email'])
})
