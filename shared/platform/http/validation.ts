import { distance } from 'fastest-levenshtein'
import { MISSING } from './describe-issue.ts'
import { type ErrorDetail, PublicError } from './errors.ts'

// Limits for the error response. Without them, a request of 1 MiB would get a response of many
// megabytes.
const DETAILS_MAX = 50
const FIELD_LENGTH_MAX = 200

interface Issue {
  path: PropertyKey[]
  message: string
  keys?: string[]
  suggestion?: string
}

/**
 * `details` lists the invalid fields. The message describes the first of them. `known` are the
 * names that the request may have, from which the suggestion for an unknown name is taken.
 */
export function validationError(
  issues: readonly Issue[],
  known: readonly string[] = [],
): PublicError {
  const details = issues.slice(0, DETAILS_MAX).flatMap(({ path, message, keys, suggestion }) => {
    if (keys === undefined) return [detailOf(path, message, suggestion)]
    // For unknown fields, Zod reports the path of the surrounding object in `path` and the names of
    // the fields in `keys`.
    return keys.slice(0, DETAILS_MAX).map((key) => unknownName(path, key, known, 'field'))
  })
  return refusal(misspelledFirst(details))
}

/**
 * `query` has all values of each parameter. Throws PublicError VALIDATION_ERROR for a parameter
 * that is not among the `known` ones, or that is given twice.
 */
export function requireKnownQuery(
  query: Readonly<Record<string, readonly string[]>>,
  known: readonly string[],
): void {
  const problems = Object.entries(query).flatMap(([name, values]) => {
    if (!known.includes(name)) return [unknownName([], name, known, 'parameter')]
    return values.length > 1 ? [detailOf([name], 'must be given only once')] : []
  })
  if (problems.length > 0) throw refusal(problems)
}

/**
 * For a route whose query parameters are the settings of a text/csv body. Throws PublicError
 * VALIDATION_ERROR if a request with a JSON body has one: it would have no effect.
 */
export function requireNoQuery(query: Readonly<Record<string, string>>): void {
  const names = Object.keys(query)
  const message = 'belongs in the JSON body; query parameters are for text/csv'
  if (names.length > 0) throw validationError(names.map((name) => ({ path: [name], message })))
}

function refusal(details: readonly ErrorDetail[]): PublicError {
  const first = details[0]
  return new PublicError(
    'VALIDATION_ERROR',
    first === undefined ? 'The request is not valid.' : `${first.path}: ${first.message}`,
    { details: details.slice(0, DETAILS_MAX) },
  )
}

const detailOf = (
  path: readonly PropertyKey[],
  message: string,
  suggestion?: string,
): ErrorDetail => ({
  path: path.map(String).join('.').slice(0, FIELD_LENGTH_MAX) || '(body)',
  message,
  ...(suggestion === undefined ? {} : { suggestion }),
})

const USES: Record<string, string> = {
  domain: 'use domain, one name',
  domains: 'use domains, a list',
}

function unknownName(
  path: readonly PropertyKey[],
  name: string,
  known: readonly string[],
  kind: 'field' | 'parameter',
): ErrorDetail {
  const suggestion = nearestName(name, path.length === 0 ? known : [])
  const help =
    suggestion === undefined ? '' : `; ${USES[suggestion] ?? `did you mean ${suggestion}?`}`
  return detailOf([...path, name], `is not a known ${kind}${help}`, suggestion)
}

const COMPARED_CHARACTERS_MAX = 40
const folded = (name: string) => name.toLowerCase().replace(/[^a-z0-9]/gu, '')

/** A third of the letters may differ. */
function nearestName(name: string, known: readonly string[]): string | undefined {
  if (name.length > COMPARED_CHARACTERS_MAX) return undefined
  const wanted = folded(name)
  const distances = known.map((each) => ({ each, steps: distance(wanted, folded(each)) }))
  const [nearest] = distances.sort((one, other) => one.steps - other.steps)
  return nearest !== undefined && nearest.steps * 3 <= wanted.length ? nearest.each : undefined
}

// A wrong name is more helpful than the report that the right one is missing.
function misspelledFirst(details: readonly ErrorDetail[]): ErrorDetail[] {
  const missing = new Set(
    details.flatMap(({ path, message }) => (message === MISSING ? [path] : [])),
  )
  const isMisspelled = ({ suggestion = '' }: ErrorDetail) => missing.has(suggestion)
  return [...details.filter(isMisspelled), ...details.filter((each) => !isMisspelled(each))]
}

/** Refuses U+0000, which Postgres cannot store. Throws PublicError VALIDATION_ERROR. */
export function requireNoNul(query: Readonly<Record<string, string>>): void {
  const names = Object.keys(query).filter((name) => query[name]?.includes('\0'))
  if (names.length > 0)
    throw validationError(
      names.map((name) => ({ path: [name], message: 'must not contain the character U+0000' })),
    )
}
