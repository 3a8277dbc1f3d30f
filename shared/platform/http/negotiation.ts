import { encode } from '@toon-format/toon'
import type { Context } from 'hono'
import { accepts } from 'hono/accepts'
import { createMiddleware } from 'hono/factory'

const [JSON_TYPE, TOON_TYPE] = ['application/json', 'application/toon']

/** The Accept header's choice of JSON or TOON (RFC 9110 section 12.5.1: q-values, and the more specific range wins). */
const chosenType = (c: Context) =>
  accepts(c, {
    header: 'Accept',
    supports: [JSON_TYPE, TOON_TYPE],
    default: JSON_TYPE,
    // Hono's own match lets no type match the range of all types, by which a client may like JSON more than TOON.
    match(ranges) {
      const first = (...types: string[]) =>
        types.flatMap((type) => ranges.filter((range) => range.type.toLowerCase() === type))[0]
      const [toon, json] = [first(TOON_TYPE), first(JSON_TYPE, 'application/*', '*/*')]
      if (toon === undefined || toon.q < (json?.q ?? 0) || toon.q === 0) return JSON_TYPE
      // Clients made from the document ask for all that it lists, JSON first: of two liked as much, the one named first is meant.
      const isLater = json !== undefined && json.q === toon.q && ranges.indexOf(json) < ranges.indexOf(toon)
      return isLater && json.type.toLowerCase() === JSON_TYPE ? JSON_TYPE : TOON_TYPE
    },
  })

/** Puts a JSON answer into the form that the caller asks for. A file is what it is, whatever form the caller prefers. */
export const negotiate = createMiddleware(async (c, next) => {
  await next()
  const { headers, status } = c.res
  if (!headers.get('content-type')?.startsWith(JSON_TYPE)) return
  if (headers.get('content-disposition')?.startsWith('attachment')) return
  headers.append('vary', 'Accept')
  if (chosenType(c) === JSON_TYPE) {
    headers.set('content-type', `${JSON_TYPE}; charset=utf-8`)
    return
  }
  const body = encode(await c.res.json())
  headers.set('content-type', TOON_TYPE)
  headers.delete('content-length')
  c.res = new Response(body, { status, headers })
})
