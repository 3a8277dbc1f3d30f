import { type ErrorCode, PublicError } from '../../../shared/platform/http/errors.ts'
import type { ProvenCaller } from '../../router.ts'

/**
 * Sends requests to the API routes of this service, inside the process and as the account of the
 * caller. So the routes check limits, charges and ownership.
 * Returns `data` of the answer, or the whole body of a route that has no `data`. If the route
 * refuses the request, throws PublicError with the code and message of the route.
 */
export interface OwnRoutes {
  get(path: string, query?: Record<string, string | number>): Promise<unknown>
  post(
    path: string,
    body: object,
    options?: { wait?: boolean; creditsMax?: number },
  ): Promise<unknown>
  /** Reads server-sent events until the stream ends, but for at most `milliseconds`. */
  awaitEnd(path: string, milliseconds: number): Promise<void>
}

export interface OuterRequest {
  origin: string
  requestId: string
  /** Only the first inner request reads the account and counts the call. */
  nextCaller: () => ProvenCaller
  idempotencyKey: string | undefined
  clientAddress: string | undefined
  dispatch: (request: Request, proven: ProvenCaller) => Promise<Response>
}

/** Each value is escaped to one segment of the path, so that no value can lead to another route. */
export const pathOf = (parts: TemplateStringsArray, ...values: string[]): string =>
  String.raw(
    { raw: parts },
    ...values.map((value) =>
      encodeURIComponent(value.toWellFormed()).replace(/^\.{1,2}$/, NO_SUCH_NAME),
    ),
  )

// URL parsers remove the segments "." and "..", so they are replaced by this text. No domain, id or
// entity has such a name.
const NO_SUCH_NAME = '%00'

export function ownRoutes(outer: OuterRequest): OwnRoutes {
  const headers = {
    'x-request-id': outer.requestId,
    ...(outer.clientAddress === undefined ? {} : { 'cf-connecting-ip': outer.clientAddress }),
  }
  const address = (path: string, query: Record<string, string | number> = {}) => {
    const url = new URL(path, outer.origin)
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, String(value))
    return url
  }
  return {
    async get(path, query) {
      return dataOf(
        await outer.dispatch(new Request(address(path, query), { headers }), outer.nextCaller()),
      )
    },
    async post(path, body, { wait, creditsMax } = {}) {
      const request = new Request(address(path, wait === true ? { wait: 'true' } : {}), {
        method: 'POST',
        headers: {
          ...headers,
          'content-type': 'application/json',
          ...(outer.idempotencyKey === undefined
            ? {}
            : { 'idempotency-key': outer.idempotencyKey }),
        },
        body: JSON.stringify(body),
      })
      const limited = creditsMax === undefined ? {} : { creditsMax }
      return dataOf(await outer.dispatch(request, { ...outer.nextCaller(), ...limited }))
    },
    async awaitEnd(path, milliseconds) {
      const answer = await outer.dispatch(
        new Request(address(path), { headers }),
        outer.nextCaller(),
      )
      if (!answer.ok) await dataOf(answer)
      await readUntilEnd(answer.body, milliseconds)
    },
  }
}

async function readUntilEnd(
  body: ReadableStream<Uint8Array> | null,
  milliseconds: number,
): Promise<void> {
  if (body === null) return
  const reader = body.getReader()
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeUp = new Promise<'time is up'>((resolve) => {
    timer = setTimeout(() => resolve('time is up'), milliseconds)
  })
  try {
    for (;;) {
      const step = await Promise.race([reader.read(), timeUp])
      if (step === 'time is up' || step.done) return
    }
  } finally {
    clearTimeout(timer)
    await reader.cancel().catch(() => undefined)
  }
}

const LIMIT_HEADERS = ['retry-after', 'ratelimit', 'ratelimit-policy']

interface Body {
  data?: unknown
  error?: { code: ErrorCode; message: string } | null
}

async function dataOf(answer: Response): Promise<unknown> {
  const body = (await answer.json()) as Body
  if (body.data === undefined) return body
  if (body.error === null || body.error === undefined) return body.data
  const headers = Object.fromEntries(
    LIMIT_HEADERS.flatMap((name) => {
      const value = answer.headers.get(name)
      return value === null ? [] : [[name, value]]
    }),
  )
  throw new PublicError(body.error.code, body.error.message, { headers })
}
