import { PublicError } from './errors.ts'

/**
 * Returns the request with the body `{}` if it has neither a body nor a media type. Routes without
 * required fields use this, because many clients send nothing if there is nothing to say.
 */
export async function withEmptyObject(request: Request): Promise<Request> {
  if (request.headers.has('content-type') || !(await isEmpty(request.body))) return request
  const { url, method, signal } = request
  const headers = new Headers(request.headers)
  headers.set('content-type', 'application/json')
  headers.delete('content-length')
  return new Request(url, { method, headers, signal, body: '{}' })
}

// Reads at most the first bytes: a body without a media type is refused anyway.
async function isEmpty(body: ReadableStream<Uint8Array> | null): Promise<boolean> {
  if (body === null) return true
  const reader = body.getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return true
    if (value.byteLength === 0) continue
    await reader.cancel()
    return false
  }
}

/**
 * Removes the parameters of the media type, because later middleware cannot parse them. Throws
 * PublicError UNSUPPORTED_MEDIA_TYPE.
 */
export function withBareMediaType(request: Request, types: readonly string[]): Request {
  const given = request.headers.get('content-type')
  const type = given?.split(';')[0]?.trim().toLowerCase()
  if (type === undefined || !types.includes(type))
    throw new PublicError('UNSUPPORTED_MEDIA_TYPE', `The body must be ${types.join(' or ')}.`)
  if (given === type) return request
  const headers = new Headers(request.headers)
  headers.set('content-type', type)
  return new Request(request, { headers })
}
