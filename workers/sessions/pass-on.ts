import type { Context } from 'hono'
import type { Holder } from '../../shared/platform/caller.ts'
import type { AppEnv } from '../router.ts'

const PREFIX = '/app/api'

// Request headers that are not passed on. The session takes the place of the credentials, and the
// other headers here would add CORS headers to the answer.
const REMOVED = [
  'cookie',
  'authorization',
  'x-api-key',
  'origin',
  'access-control-request-method',
  'access-control-request-headers',
]

/** Runs an API route as the account of the session. `added` are headers of the answer. */
export async function passOn(
  c: Context<AppEnv>,
  holder: Holder,
  added: Record<string, string>,
): Promise<Response> {
  const url = new URL(c.req.url)
  url.pathname = url.pathname.slice(PREFIX.length)
  const headers = new Headers(c.req.raw.headers)
  for (const name of REMOVED) headers.delete(name)
  headers.set('x-request-id', c.var.requestId)
  const { method, body, signal } = c.req.raw
  const answer = await c.var.dispatch(new Request(url, { method, headers, body, signal }), {
    proof: { holder },
  })
  const given = new Response(answer.body, answer)
  given.headers.set('cache-control', 'private, no-store')
  given.headers.delete('set-cookie')
  for (const [name, value] of Object.entries(added)) given.headers.set(name, value)
  return given
}
