import { type ErrorDetail, PublicError } from './errors.ts'

/**
 * Limit of the list of invalid fields in one response. Without it, a request of 1 MiB gets a
 * response of many megabytes.
 */
const DETAILS_MAX = 50
const FIELD_LENGTH_MAX = 200

/**
 * Converts validation errors of the library Zod to a PublicError VALIDATION_ERROR. The message
 * describes the first invalid field; `details` lists the first invalid fields.
 */
export function validationError(
  issues: readonly { path: PropertyKey[]; message: string; keys?: string[] }[],
): PublicError {
  const details: ErrorDetail[] = issues.slice(0, DETAILS_MAX).flatMap(({ path, message, keys }) => {
    // If a request contains an unknown field, Zod reports only the path of the object that contains
    // the field. The name of the unknown field is added to this path, so that the API error names
    // the field.
    const paths =
      keys === undefined ? [path] : keys.slice(0, DETAILS_MAX).map((key) => [...path, key])
    return paths.map((each) => ({
      path: each.map(String).join('.').slice(0, FIELD_LENGTH_MAX) || '(body)',
      message: keys === undefined ? message : 'is not a known field',
    }))
  })
  const first = details[0]
  return new PublicError(
    'VALIDATION_ERROR',
    first === undefined ? 'The request is not valid.' : `${first.path}: ${first.message}`,
    { details: details.slice(0, DETAILS_MAX) },
  )
}

/**
 * Throws PublicError VALIDATION_ERROR if a query parameter contains U+0000, because Postgres cannot
 * store this character in text.
 */
export function requireNoNul(query: Readonly<Record<string, string>>): void {
  const names = Object.keys(query).filter((name) => query[name]?.includes('\0'))
  if (names.length > 0)
    throw validationError(
      names.map((name) => ({ path: [name], message: 'must not contain the character U+0000' })),
    )
}
