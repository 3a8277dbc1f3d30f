import { decode } from '@toon-format/toon'
import type { Operation } from '../../workers/openapi/document.ts'
import { operations } from './kept-document.ts'
import { schemaMismatches } from './schema-mismatches.ts'

export type Exchange = {
  method: string
  path: string
  status: number
  headers: Headers
  text: string
}

const templates = operations
  .map((listed) => ({
    ...listed,
    pattern: new RegExp(`^${listed.path.replace(/[.]/g, '\\.').replace(/\{[^}]+\}/g, '[^/]+')}$`),
    literals: listed.path.split('/').filter((segment) => !segment.includes('{')).length,
  }))
  .sort((one, other) => other.literals - one.literals)

/**
 * Returns the operation of the document for a path, or null for an unknown route. If two paths
 * match, that with fewer parameters counts: `/a/b` before `/a/{id}`.
 */
export function operationOf(
  method: string,
  path: string,
): { path: string; operation: Operation } | null {
  const pathname = new URL(path, 'http://service').pathname
  const answers = ({ method: own, pattern }: (typeof templates)[number]) =>
    own === method.toLowerCase() && pattern.test(pathname)
  return templates.find(answers) ?? null
}

const bodyMismatches = (path: string, method: string, status: number, body: unknown): string[] =>
  schemaMismatches(
    [
      'paths',
      path,
      method.toLowerCase(),
      'responses',
      String(status),
      'content',
      'application/json',
      'schema',
    ],
    body,
  )

const mediaTypeOf = (headers: Headers) => headers.get('content-type')?.split(';')[0]?.trim() ?? null

function parsed(type: string, text: string): unknown {
  return type === 'application/toon' ? decode(text) : JSON.parse(text)
}

function headerMismatches({ status, headers }: Exchange, described: readonly string[]): string[] {
  const wrong: string[] = []
  if (!/^[A-Za-z0-9_-]{8,64}$/.test(headers.get('x-request-id') ?? ''))
    wrong.push('X-Request-Id is missing')
  if (status === 429 && headers.get('retry-after') === null) wrong.push('429 without Retry-After')
  for (const name of [
    'ratelimit',
    'ratelimit-policy',
    'retry-after',
    'idempotency-replayed',
    'content-disposition',
  ]) {
    if (headers.has(name) && !described.includes(name))
      wrong.push(`header ${name} is not described for ${status}`)
  }
  return wrong
}

/** The document says once, in its description, that a browser gets an error as a page. */
const isErrorPage = (status: number, type: string | null) => status >= 400 && type === 'text/html'

function unroutedMismatches(exchange: Exchange): string[] {
  const { status, headers, text } = exchange
  const type = mediaTypeOf(headers)
  if (status !== 404 && status !== 405)
    return [`status ${status} on a route that is not in the document`]
  if (isErrorPage(status, type)) return headerMismatches(exchange, [])
  if (type !== 'application/json' && type !== 'application/toon') return [`content type ${type}`]
  const refused = schemaMismatches(['components', 'schemas', 'Refusal'], parsed(type, text))
  return [...refused, ...headerMismatches(exchange, [])]
}

/**
 * Returns the differences between a response and the document in status, headers, content type and
 * body.
 */
export function mismatches(exchange: Exchange): string[] {
  const { method, path, status, headers, text } = exchange
  if (method === 'OPTIONS')
    return status === 204 || status === 404 ? [] : [`OPTIONS answered ${status}`]
  const isHead = method === 'HEAD'
  const found = operationOf(isHead ? 'GET' : method, path)
  if (found === null) return isHead ? [] : unroutedMismatches(exchange)
  const response = found.operation.responses[status]
  if (response === undefined) return [`status ${status} is not described: ${text.slice(0, 200)}`]
  const names = Object.keys(response.headers ?? {}).map((name) => name.toLowerCase())
  const wrong = headerMismatches(exchange, names)
  const type = mediaTypeOf(headers)
  if (isHead) return wrong
  if (response.content === undefined)
    return text === '' ? wrong : [...wrong, `status ${status} has a body`]
  if (isErrorPage(status, type)) return wrong
  // The document says once, in its description, that every JSON answer is available as TOON.
  const described = type === 'application/toon' ? 'application/json' : type
  if (described === null || response.content[described] === undefined)
    return [...wrong, `content type ${type} is not described`]
  if (type !== 'application/json' && type !== 'application/toon') return wrong
  return [...wrong, ...bodyMismatches(found.path, method, status, parsed(type, text))]
}

export function requireDocumentedAnswer(exchange: Exchange): void {
  const wrong = mismatches(exchange)
  if (wrong.length === 0) return
  const { method, path, status, text } = exchange
  const list = wrong.slice(0, 10).join('\n  ')
  throw new Error(
    `${method} ${path} answered ${status} against the document:\n  ${list}\n  ${text.slice(0, 500)}`,
  )
}
