import { z } from 'zod'
import type { Envelope, Service } from '../platform/service.ts'

export const COOKIE = '__Host-session'

export interface SessionAnswer {
  status: number
  headers: Headers
  text: string
  body: Envelope
}

/** A simulated browser: it keeps the session cookie and sends the Origin header. */
export interface Visitor {
  cookie: string | null
  call(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<SessionAnswer>
}

export function createVisitor(service: Service, cookie: string | null = null): Visitor {
  const visitor: Visitor = {
    cookie,
    async call(method, path, body, headers = {}) {
      const response = await fetch(`${service.baseUrl}${path}`, {
        method,
        redirect: 'manual',
        headers: {
          origin: service.baseUrl,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...(visitor.cookie === null ? {} : { cookie: `${COOKIE}=${visitor.cookie}` }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      const given = cookieIn(response.headers)
      if (given !== null) visitor.cookie = given === '' ? null : given
      const text = await response.text()
      const isJson = response.headers.get('content-type')?.startsWith('application/json') === true
      return {
        status: response.status,
        headers: response.headers,
        text,
        body: isJson && text !== '' ? JSON.parse(text) : { data: null, error: null, meta: null },
      }
    },
  }
  return visitor
}

/**
 * Returns the session cookie of a response: an empty text if the response removes the cookie, and
 * null if it does not mention it.
 */
export function cookieIn(headers: Headers): string | null {
  const found = headers.getSetCookie().find((each) => each.startsWith(`${COOKIE}=`))
  return found === undefined ? null : (found.split(';')[0] ?? '').slice(COOKIE.length + 1)
}

/** Signs in. `expiresIn` is the lifetime of the access token in seconds. */
export async function signedIn(
  service: Service,
  email: string,
  expiresIn?: number,
): Promise<Visitor> {
  const visitor = createVisitor(service)
  const token = service.platform.identity.magicLink(email, expiresIn)
  const { status } = await visitor.call('POST', '/session', { token, type: 'email' })
  if (status !== 200 || visitor.cookie === null) throw new Error(`the sign-in answered ${status}`)
  return visitor
}

const Session = z.object({
  user: z.object({ id: z.string(), email: z.string().nullable() }),
  expires_at: z.iso.datetime(),
})

export const sessionOf = (answer: SessionAnswer) => Session.parse(answer.body.data)
