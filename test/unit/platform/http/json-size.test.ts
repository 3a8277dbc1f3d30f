import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { isWithinJsonLimits, requireFewValues } from '../../../../shared/platform/http/json-size.ts'
import { validationError } from '../../../../shared/platform/http/validation.ts'

const utf8 = (text: string) => new TextEncoder().encode(text)

function countValues(value: unknown): number {
  if (value === null || typeof value !== 'object') return 1
  return Object.values(value).reduce((sum: number, member) => sum + countValues(member), 1)
}

const depthOf = (value: unknown): number =>
  value === null || typeof value !== 'object'
    ? 0
    : 1 + Math.max(0, ...Object.values(value).map(depthOf))

describe('the size of a JSON body', () => {
  test('every value counts, and text in quotation marks does not', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
        const body = utf8(JSON.stringify(value))
        const values = countValues(value)
        const depth = depthOf(value)
        // `isWithinJsonLimits` counts an empty list or object as if it had one member, so `most`
        // adds one value for each.
        const most = values + JSON.stringify(value).split(/\[\]|\{\}/).length
        expect(isWithinJsonLimits(body, { values: most, depth })).toBe(true)
        expect(isWithinJsonLimits(body, { values: values - 1, depth })).toBe(false)
        expect(depth === 0 || !isWithinJsonLimits(body, { values: most, depth: depth - 1 })).toBe(
          true,
        )
      }),
    )
  })

  test.each([
    ['many values', '0,'.repeat(100_000)],
    ['many unknown fields', `{${'"a":0,'.repeat(100_000)}"a":0}`],
    ['deep nesting', '['.repeat(100)],
  ])('a body with %s is refused', (_, text) => {
    expect(() => requireFewValues(utf8(text))).toThrow(/at most 20000 values and 32 levels/)
  })

  test('a validation error lists a limited number of fields', () => {
    const { error } = z.array(z.string()).safeParse(Array.from({ length: 5_000 }, () => 0))
    expect(validationError(error?.issues ?? []).details).toHaveLength(50)
    const keys = Array.from({ length: 5_000 }, (_, n) => `field_${n}`)
    const unknown = [1, 2, 3].map(() => ({ path: [], message: '', keys }))
    expect(validationError(unknown).details).toHaveLength(50)
  })
})
