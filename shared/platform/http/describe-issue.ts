import { z } from './zod-openapi.ts'

type Issue = z.core.$ZodRawIssue

const SHOWN_KEYS_MAX = 5
const SHOWN_CHARACTERS_MAX = 64
const shortened = (key: string) => key.slice(0, SHOWN_CHARACTERS_MAX)

export const MISSING = 'is missing'

const WHOLE_NUMBER = 'must be a whole number'
const TYPES: Record<string, string> = {
  string: 'must be a string',
  number: 'must be a number',
  int: WHOLE_NUMBER,
  boolean: 'must be true or false',
  array: 'must be a list',
  object: 'must be an object',
  record: 'must be an object',
  null: 'must be null',
}

const FORMATS: Record<string, string> = {
  email: 'must be an email address',
  url: 'must be a URL',
  date: 'must be an ISO 8601 date',
  datetime: 'must be an ISO 8601 timestamp',
}

const UNITS: Record<string, readonly [one: string, several: string]> = {
  string: ['character', 'characters'],
  array: ['entry', 'entries'],
  set: ['entry', 'entries'],
  map: ['entry', 'entries'],
}

/**
 * Error map of Zod: the reason why a field is refused, to be read after the name of the field. Used
 * for every schema without a message of its own, so that no text of the library reaches a caller.
 */
export function describeIssue(issue: Issue): string {
  if (issue.input === undefined && issue.code !== 'custom') return MISSING
  switch (issue.code) {
    case 'invalid_type':
      return issue.inst instanceof z.ZodNumber && issue.inst.isInt
        ? WHOLE_NUMBER
        : (TYPES[issue.expected] ?? 'has a wrong type')
    case 'invalid_value':
      return issue.values.length === 1
        ? `must be ${String(issue.values[0])}`
        : `must be one of ${issue.values.map(String).join(', ')}`
    case 'too_small':
      return issue.minimum === 1 && issue.origin in UNITS
        ? 'must not be empty'
        : sizeOf(issue, issue.minimum, 'at least', 'more than')
    case 'too_big':
      return sizeOf(issue, issue.maximum, 'at most', 'less than')
    case 'invalid_format':
      return FORMATS[issue.format] ?? 'has a wrong format'
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`
    case 'unrecognized_keys':
      return `has unknown fields: ${issue.keys.slice(0, SHOWN_KEYS_MAX).map(shortened).join(', ')}`
    case 'invalid_union':
      return ofBranches(issue.errors)
    case 'invalid_key':
      return 'has a key that is not valid'
    case 'invalid_element':
      return 'has an entry that is not valid'
    default:
      return 'is not valid'
  }
}

function sizeOf(
  { origin, exact, inclusive }: Extract<Issue, { code: 'too_small' | 'too_big' }>,
  limit: number | bigint,
  inclusiveWords: string,
  exclusiveWords: string,
): string {
  const words = exact ? 'exactly' : inclusive === false ? exclusiveWords : inclusiveWords
  const unit = UNITS[origin]
  return unit === undefined
    ? `must be ${words} ${limit}`
    : `must have ${words} ${limit} ${unit[Number(limit) === 1 ? 0 : 1]}`
}

const REASONS_MAX = 4

function ofBranches(branches: readonly (readonly z.core.$ZodIssue[])[]): string {
  const reasons = branches.flatMap(([first]) =>
    first === undefined || first.path.length > 0 ? [] : [first.message.replace(/^must be /u, '')],
  )
  return reasons.length === branches.length && reasons.length > 0
    ? `must be ${[...new Set(reasons)].slice(0, REASONS_MAX).join(' or ')}`
    : 'has a wrong form'
}
