import { encode } from '@toon-format/toon'
import type { Context } from 'hono'
import { accepts } from 'hono/accepts'

const [JSON_TYPE, TOON_TYPE, PAGE_TYPE] = ['application/json', 'application/toon', 'text/html']
const NEGOTIATED: ReadonlySet<string> = new Set([JSON_TYPE, TOON_TYPE, PAGE_TYPE])

/** Chooses JSON or TOON by the Accept header (RFC 9110 section 12.5.1). */
function chosenType(c: Context): string {
  return accepts(c, {
    header: 'Accept',
    supports: [JSON_TYPE, TOON_TYPE],
    default: JSON_TYPE,
    // Hono's own comparison ignores `*/*`, but a client that prefers `*/*` to TOON must get JSON.
    match(ranges) {
      const first = (...types: string[]) =>
        types.flatMap((type) => ranges.filter((range) => range.type.toLowerCase() === type))[0]
      const [toon, json] = [first(TOON_TYPE), first(JSON_TYPE, 'application/*', '*/*')]
      if (toon === undefined || toon.q < (json?.q ?? 0) || toon.q === 0) return JSON_TYPE
      // Generated clients name JSON and TOON with the same priority. In this case, the type that is
      // named first is sent.
      const isLater =
        json !== undefined && json.q === toon.q && ranges.indexOf(json) < ranges.indexOf(toon)
      return isLater && json.type.toLowerCase() === JSON_TYPE ? JSON_TYPE : TOON_TYPE
    },
  })
}

/** Sends a JSON response as TOON if the client prefers it. File downloads are not changed. */
export async function negotiate(c: Context): Promise<void> {
  const { headers, status } = c.res
  if (!headers.get('content-type')?.startsWith(JSON_TYPE)) return
  if (headers.get('content-disposition')?.startsWith('attachment')) return
  // `vary` is already set if this response comes from a request that the service sent to itself.
  if (headers.get('vary')?.includes('Accept') !== true) headers.append('vary', 'Accept')
  if (chosenType(c) === JSON_TYPE) {
    headers.set('content-type', `${JSON_TYPE}; charset=utf-8`)
    return
  }
  const body = encode(await c.res.json())
  headers.set('content-type', TOON_TYPE)
  headers.delete('content-length')
  c.res = new Response(body, { status, headers })
}

/**
 * True if the client prefers HTML. Browsers name HTML in the Accept header. A client that accepts
 * anything and does not name HTML, such as curl, gets JSON.
 */
export function prefersPage(c: Context): boolean {
  if (!/text\/html/i.test(c.req.header('accept') ?? '')) return false
  const chosen = accepts(c, {
    header: 'Accept',
    supports: [PAGE_TYPE, JSON_TYPE, TOON_TYPE],
    default: JSON_TYPE,
    match(ranges) {
      const named = ranges.filter(({ q, type }) => q > 0 && NEGOTIATED.has(type.toLowerCase()))
      const most = Math.max(...named.map(({ q }) => q))
      return named.find(({ q }) => q === most)?.type.toLowerCase() ?? JSON_TYPE
    },
  })
  return chosen === PAGE_TYPE
}
