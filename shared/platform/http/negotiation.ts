import { encode } from '@toon-format/toon'

const TOON = 'application/toon'

/** Whether the Accept header prefers TOON to JSON (RFC 9110 section 12.5.1: q-values, and the more specific range wins). */
export function prefersToon(accept: string | null): boolean {
  if (accept === null || !accept.toLowerCase().includes(TOON)) return false
  const ranges = accept.split(',').map((range) => {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase())
    const weight = parameters.find((parameter) => parameter.startsWith('q='))
    const quality = weight === undefined ? 1 : Number(weight.slice(2))
    return { type, quality: Number.isFinite(quality) ? quality : 0 }
  })
  const quality = (...types: string[]) => {
    for (const type of types) {
      const range = ranges.find((candidate) => candidate.type === type)
      if (range !== undefined) return range.quality
    }
    return 0
  }
  const [toon, json] = [quality(TOON), quality('application/json', 'application/*', '*/*')]
  if (toon === 0 || toon !== json) return toon > json
  // Clients made of the document ask for all that it lists, JSON first: of two liked as much, the one named first is meant.
  const placeOf = (type: string) => ranges.findIndex((range) => range.type === type)
  const [toonPlace, jsonPlace] = [placeOf(TOON), placeOf('application/json')]
  return jsonPlace === -1 || toonPlace < jsonPlace
}

/** A JSON response in the form that the caller asked for; anything else as it is. */
export function negotiated(response: Response, accept: string | null): Response | Promise<Response> {
  const type = response.headers.get('content-type')
  // A file is what it is, whatever form the caller would like answers in.
  if (
    type === null ||
    !type.startsWith('application/json') ||
    response.headers.get('content-disposition')?.startsWith('attachment')
  )
    return response
  if (!prefersToon(accept)) {
    response.headers.set('content-type', 'application/json; charset=utf-8')
    response.headers.append('vary', 'Accept')
    return response
  }
  return inToon(response)
}

async function inToon(response: Response): Promise<Response> {
  const headers = new Headers(response.headers)
  headers.set('content-type', TOON)
  headers.delete('content-length')
  headers.append('vary', 'Accept')
  return new Response(encode(await response.json()), { status: response.status, headers })
}
