import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  graphOf,
  otherEnd,
} from '../../../workers/dashboard/screens/correlate/correlation-graph.ts'
import { lookOf } from '../../../workers/dashboard/screens/correlate/graph-look.ts'
import {
  neighborTowards,
  panned,
  pointAt,
  showing,
  viewBoxOf,
  wholeOf,
  zoomed,
} from '../../../workers/dashboard/screens/correlate/graph-view.ts'
import { kindsIn, matchingPairs } from '../../../workers/dashboard/screens/correlate/pair-filter.ts'
import { sampleResult } from './sample-graphs.ts'

describe('the graph of a correlation', () => {
  test('domains have their group, and pairs are sorted with the strongest first', () => {
    const graph = graphOf(sampleResult(2, 2, 1))
    expect(graph.domains.map(({ group }) => group)).toEqual([0, 0, 1, 1, null])
    expect(graph.pairs).toHaveLength(10)
    expect(graph.pairs[0]).toMatchObject({ from: 0, to: 1, score: 0.9 })
    expect(graph.groups[1]).toMatchObject({ id: 'c2', members: [2, 3] })
    expect(graph.pairsOf[4]).toHaveLength(4)
    const first = graph.pairs[0] ?? expect.fail('no pair')
    expect([otherEnd(first, 0), otherEnd(first, 1)]).toEqual([1, 0])
  })

  test('a pair of a domain that is not listed is left out', () => {
    const result = sampleResult(1, 2, 0)
    const pairs = [
      ...result.pairs,
      { a: 'member-0.group-0.com', b: 'unknown.com', score: 1, signals: [] },
    ]
    expect(graphOf({ ...result, pairs }).pairs).toHaveLength(1)
  })

  test('an imitation leads to the group of the company, or to its first domain in no group', () => {
    const result = sampleResult(1, 2, 3)
    const of = (domain: string, ...of_domains: string[]) =>
      graphOf({ ...result, imitations: [{ domain, entity: 'Brammel Ltd', of_domains }] }).imitations
    const member = 'member-0.group-0.com'
    expect(of('alone-0.com', member, 'member-1.group-0.com')).toMatchObject([
      { from: 2, target: { kind: 'group', index: 0 } },
    ])
    expect(of('alone-0.com', 'alone-1.com', 'alone-2.com')).toMatchObject([
      { from: 2, imitated: [3, 4], target: { kind: 'domain', index: 3 } },
    ])
    expect(of(member, 'member-1.group-0.com')).toEqual([])
    expect(of('unknown.com', member)).toEqual([])
    expect(of('alone-0.com', 'unknown.com')).toEqual([])
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

describe('the view', () => {
  const size = { width: 600, height: 400 }
  const world = { width: 1200, height: 800 }
  const whole = wholeOf(world)

  test('the whole drawing is seen first', () => {
    expect(viewBoxOf(whole, size, world)).toBe('0.00 0.00 1200.00 800.00')
  })

  test('zooming keeps the point under the pointer in its place', () => {
    const pixel = { x: 450, y: 100 }
    const before = pointAt(whole, size, world, pixel)
    const after = pointAt(zoomed(whole, 2, world, before), size, world, pixel)
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
                ? zoomed(before, 1, world)
                : action === 'out'
                  ? zoomed(before, -1, world)
                  : panned(before, action, world),
            whole,
          )
          expect(view.zoom).toBeGreaterThanOrEqual(1)
          expect(view.zoom).toBeLessThanOrEqual(8)
          expect(view.x).toBeGreaterThanOrEqual(0)
          expect(view.x).toBeLessThanOrEqual(world.width)
        },
      ),
    )
  })

  test('a focused node is moved into the view', () => {
    const view = showing(zoomed(whole, 5, world), { x: 1_100, y: 700 }, world)
    expect(Math.abs(view.x - 1_100)).toBeLessThan(world.width / 2 / view.zoom)
    expect(Math.abs(view.y - 700)).toBeLessThan(world.height / 2 / view.zoom)
  })
})

test('an arrow key moves to the nearest linked node in its direction, else to the nearest node', () => {
  const points = [
    { x: 100, y: 100 },
    { x: 300, y: 100 },
    { x: 200, y: 100 },
    { x: 100, y: 300 },
  ]
  const adjacent = [[1], [0], [], []]
  expect(neighborTowards(adjacent, points, 0, 'right')).toBe(1)
  expect(neighborTowards(adjacent, points, 0, 'down')).toBe(3)
  expect(neighborTowards(adjacent, points, 0, 'up')).toBeNull()
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
