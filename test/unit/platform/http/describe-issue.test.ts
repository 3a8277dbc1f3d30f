import { describe, expect, test } from 'vitest'
import { describeIssue } from '../../../../shared/platform/http/describe-issue.ts'
import type { PublicError } from '../../../../shared/platform/http/errors.ts'
import { requireKnownQuery, validationError } from '../../../../shared/platform/http/validation.ts'
import { z } from '../../../../shared/platform/http/zod-openapi.ts'

const messageOf = (schema: z.ZodType, value: unknown) =>
  schema.safeParse(value, { error: describeIssue }).error?.issues[0]?.message

describe('every reason of the validation library has a sentence of ours', () => {
  test.each<[z.ZodType, unknown, string]>([
    [z.string(), undefined, 'is missing'],
    [z.enum(['a', 'b']), undefined, 'is missing'],
    [z.union([z.literal(1), z.null()]), undefined, 'is missing'],
    [z.string(), 1, 'must be a string'],
    [z.number(), 'x', 'must be a number'],
    [z.number().int(), 'x', 'must be a whole number'],
    [z.number().int(), 1.5, 'must be a whole number'],
    [z.boolean(), 'x', 'must be true or false'],
    [z.array(z.string()), 'x', 'must be a list'],
    [z.object({}), [], 'must be an object'],
    [z.record(z.string(), z.string()), 1, 'must be an object'],
    [z.null(), 1, 'must be null'],
    [z.date(), 1, 'has a wrong type'],
    [z.enum(['json', 'csv', 'pdf']), 'xml', 'must be one of json, csv, pdf'],
    [z.literal(true), false, 'must be true'],
    [z.string().min(1), '', 'must not be empty'],
    [z.string().min(2), 'a', 'must have at least 2 characters'],
    [z.string().max(1), 'ab', 'must have at most 1 character'],
    [z.string().length(3), 'ab', 'must have exactly 3 characters'],
    [z.array(z.string()).min(1), [], 'must not be empty'],
    [z.array(z.string()).max(1), ['a', 'b'], 'must have at most 1 entry'],
    [z.number().min(1), 0, 'must be at least 1'],
    [z.number().max(9), 10, 'must be at most 9'],
    [z.number().gt(1), 1, 'must be more than 1'],
    [z.number().lt(1), 1, 'must be less than 1'],
    [z.number().multipleOf(5), 7, 'must be a multiple of 5'],
    [z.email(), 'x', 'must be an email address'],
    [z.url(), 'x', 'must be a URL'],
    [z.iso.datetime(), 'x', 'must be an ISO 8601 timestamp'],
    [z.iso.date(), 'x', 'must be an ISO 8601 date'],
    [z.string().regex(/^a$/), 'b', 'has a wrong format'],
    [z.uuid(), 'b', 'has a wrong format'],
    [z.strictObject({}), { a: 1 }, 'has unknown fields: a'],
    [z.union([z.string(), z.null()]), 1, 'must be a string or null'],
    [z.union([z.object({ a: z.string() }), z.null()]), { a: 1 }, 'has a wrong form'],
    [z.record(z.string().max(1), z.string()), { ab: 'c' }, 'has a key that is not valid'],
    [z.string().refine(() => false), 'x', 'is not valid'],
  ])('reason %#', (schema, value, message) => {
    expect(messageOf(schema, value)).toBe(message)
  })

  test('a message of the schema itself comes first', () => {
    expect(messageOf(z.string().min(3, 'is too short'), 'a')).toBe('is too short')
  })
})

const detailsOf = ({ details }: PublicError) => (Array.isArray(details) ? details : [])

describe('the nearest known name is suggested', () => {
  const KNOWN = ['domain', 'depth', 'callback_url', 'force_refresh']
  const suggestionOf = (name: string) =>
    detailsOf(validationError([{ path: [], message: '', keys: [name] }], KNOWN))[0]?.suggestion

  test.each([
    ['domains', 'domain'],
    ['Domain', 'domain'],
    ['callbackUrl', 'callback_url'],
    ['callback-url', 'callback_url'],
    ['forcerefresh', 'force_refresh'],
    ['dept', 'depth'],
    ['colour', undefined],
    ['x', undefined],
    ['', undefined],
    ['__proto__', undefined],
    ['d'.repeat(10_000), undefined],
  ])('for %s: %s', (name, suggestion) => {
    expect(suggestionOf(name)).toBe(suggestion)
  })

  test('an unknown field inside another object has none', () => {
    const error = validationError([{ path: ['inner'], message: '', keys: ['domains'] }], KNOWN)
    expect(error.details).toEqual([{ path: 'inner.domains', message: 'is not a known field' }])
  })

  test('a wrong name comes before the report that the right one is missing', () => {
    const issues = [
      { path: ['depth'], message: 'must be one of quick, deep' },
      { path: ['domain'], message: 'is missing' },
      { path: [], message: '', keys: ['domains'] },
    ]
    expect(validationError(issues, KNOWN).message).toBe(
      'domains: is not a known field; use domain, one name',
    )
  })

  test('many unknown parameters give a short answer', () => {
    const query = Object.fromEntries(
      Array.from({ length: 5_000 }, (_, index) => [`${'n'.repeat(500)}${index}`, ['1']]),
    )
    try {
      requireKnownQuery(query, KNOWN)
      expect.unreachable()
    } catch (error) {
      const { details = [] } = error as { details?: object[] }
      expect(details.length).toBe(50)
      expect(JSON.stringify(details).length).toBeLessThan(20_000)
    }
  })
})
