import createClient from 'openapi-fetch'
import { ApiFailure, type FieldProblem, failureOf } from './failure.ts'
import type { components, paths } from './openapi-types.d.ts'
import { noteAnswer } from './session-end.ts'

export type Schemas = components['schemas']

const REQUEST_LIMIT_MS = 60_000

// Fails after a time limit, or when the page aborts the request because it no longer needs the
// answer.
function fetchInTime(request: Request): Promise<Response> {
  return fetch(
    new Request(request, {
      signal: AbortSignal.any([request.signal, AbortSignal.timeout(REQUEST_LIMIT_MS)]),
    }),
  )
}

/** A call of `api.GET('/jobs')` requests `/app/api/jobs` as the account of the session. */
export const api = createClient<paths>({
  baseUrl: '/app/api',
  fetch: fetchInTime,
})
api.use({ onResponse: ({ response }) => noteAnswer(response) })

/** Client for routes outside of `/app/api`, such as `/session`. */
export const root = createClient<paths>({ baseUrl: '', fetch: fetchInTime })

/** Address of an API path for links, downloads and event streams. `path` begins with a slash. */
export const apiPath = (path: string): string => `/app/api${path}`

interface Answer<Body> {
  data?: Body
  error?: unknown
  response: Response
}

/**
 * Returns the data of the answer. Throws ApiFailure if the service refuses the request, if no
 * answer comes or if the answer is unreadable. If the page aborts the request, throws the browser's
 * AbortError, because the query library expects it.
 */
export async function read<Data>(call: Promise<Answer<{ data: Data }>>): Promise<Data> {
  return (await bodyOf(call)).data
}

/** Like `read`, but also returns `meta`, for example the total of a list. Throws like `read`. */
export async function readPage<Data, Meta>(
  call: Promise<Answer<{ data: Data; meta: Meta }>>,
): Promise<{ data: Data; meta: Meta }> {
  const { data, meta } = await bodyOf(call)
  return { data, meta }
}

/** For a call whose answer has no body (status 204). Throws like `read`. */
export async function succeed(call: Promise<Answer<unknown>>): Promise<void> {
  await answered(call)
}

async function bodyOf<Body extends object>(call: Promise<Answer<Body>>): Promise<Body> {
  const { data, response } = await answered(call)
  if (typeof data !== 'object' || data === null) throw unreadable(response)
  return data
}

async function answered<Body>(call: Promise<Answer<Body>>): Promise<Answer<Body>> {
  const answer = await call.catch((error: unknown) => {
    if (error instanceof DOMException && error.name === 'AbortError') throw error
    throw error instanceof SyntaxError ? unreadable(null) : failureOf(error)
  })
  if (!answer.response.ok) throw refusalOf(answer.error, answer.response)
  return answer
}

interface Refusal {
  error: { code: string; message: string; details?: unknown }
}

function isRefusal(body: unknown): body is Refusal {
  if (typeof body !== 'object' || body === null || !('error' in body)) return false
  const { error } = body
  return typeof error === 'object' && error !== null && 'code' in error && 'message' in error
}

/**
 * Turns the answer to a refused request into an ApiFailure. The body may have any format, because a
 * proxy between the browser and the service can answer in its own format.
 */
function refusalOf(body: unknown, response: Response): ApiFailure {
  const { status, headers } = response
  const retryAfter = headers.get('retry-after')
  const { code, message, details } = isRefusal(body)
    ? body.error
    : { code: `HTTP_${status}`, message: 'The service failed. Try again.', details: undefined }
  // Only a list names fields of the request: the details of status 402 are an object.
  const problems: FieldProblem[] | undefined = Array.isArray(details) ? details : undefined
  return new ApiFailure({
    status,
    code,
    message,
    details: problems,
    requestId: headers.get('x-request-id'),
    retryAfterSeconds:
      retryAfter !== null && /^\d{1,6}$/.test(retryAfter) ? Number(retryAfter) : null,
  })
}

function unreadable(response: Response | null): ApiFailure {
  return new ApiFailure({
    status: response?.status ?? 0,
    code: 'UNREADABLE',
    message: 'The answer of the service cannot be read. Try again.',
    requestId: response?.headers.get('x-request-id') ?? null,
  })
}
