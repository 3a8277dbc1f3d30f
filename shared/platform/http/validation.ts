import { type ErrorDetail, PublicError } from './errors.ts'

// Limits for the error response. Without them, a request of 1 MiB would get a response of many
// megabytes.
const DETAILS_MAX = 50
const FIELD_LENGTH_MAX = 200

/** `details` lists the invalid fields. The message describes the first of them. */
export function validationError(
  issues: readonly { path: PropertyKey[]; message: string; keys?: string[] }[],
): PublicError {
  const details: ErrorDetail[] = issues.slice(0, DETAILS_MAX).flatMap(({ path, message, keys }) => {
    // For unknown fields, Zod reports the path of the surrounding object in `path` and the names of
    // the fields in `keys`.
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

/** Refuses U+0000, which Postgres cannot store. Throws PublicError VALIDATION_ERROR. */
export function requireNoNul(query: Readonly<Record<string, string>>): void {
  const names = Object.keys(query).filter((name) => query[name]?.includes('\0'))
  if (names.length > 0)
    throw validationError(
      names.map((name) => ({ path: [name], message: 'must not contain the character U+0000' })),
    )
}
