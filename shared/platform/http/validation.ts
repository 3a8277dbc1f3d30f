import { type ErrorDetail, PublicError } from './errors.ts'

const FIELDS_NAMED_MAX = 20
const FIELD_LENGTH_MAX = 200

/** Zod's issues as the contract's details, first offending field first. */
export function validationError(
  issues: readonly { path: PropertyKey[]; message: string; keys?: string[] }[],
): PublicError {
  const details: ErrorDetail[] = issues.flatMap(({ path, message, keys }) => {
    // A field that is not known is named itself, not the object that it stands in.
    const paths = keys === undefined ? [path] : keys.slice(0, FIELDS_NAMED_MAX).map((key) => [...path, key])
    return paths.map((each) => ({
      path: each.map(String).join('.').slice(0, FIELD_LENGTH_MAX) || '(body)',
      message: keys === undefined ? message : 'is not a known field',
    }))
  })
  const first = details[0]
  return new PublicError(
    'VALIDATION_ERROR',
    first === undefined ? 'The request is not valid.' : `${first.path}: ${first.message}`,
    { details },
  )
}

/** Throws PublicError VALIDATION_ERROR for parameters of a query with the character U+0000, which no text in Postgres can hold. */
export function requireNoNul(query: Readonly<Record<string, string>>): void {
  const names = Object.keys(query).filter((name) => query[name]?.includes('\0'))
  if (names.length > 0)
    throw validationError(names.map((name) => ({ path: [name], message: 'must not contain the character U+0000' })))
}
