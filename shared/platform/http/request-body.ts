import { PublicError } from './errors.ts'

export const BODY_BYTES_MAX = 1024 * 1024

const tooLarge = (limit: number) => new PublicError('PAYLOAD_TOO_LARGE', `The body is larger than ${limit} bytes.`)

/**
 * The request with its body checked: media type among `types`, at most `limit` bytes. A body of undeclared length is read here, up to
 * the limit. Throws PublicError UNSUPPORTED_MEDIA_TYPE or PAYLOAD_TOO_LARGE.
 */
export async function checkedBody(request: Request, types: readonly string[], limit: number): Promise<Request> {
  const stated = request.headers.get('content-type')
  const type = stated?.split(';')[0]?.trim().toLowerCase()
  if (type === undefined || !types.includes(type)) {
    throw new PublicError('UNSUPPORTED_MEDIA_TYPE', `The body must be ${types.join(' or ')}.`)
  }
  return boundedBody(stated === type ? request : withType(request, type), limit)
}

/** The request with its bare media type: parameters and white space (RFC 9110 §8.3.1) are not read further in. */
function withType(request: Request, type: string): Request {
  const headers = new Headers(request.headers)
  headers.set('content-type', type)
  return new Request(request, { headers })
}

async function boundedBody(request: Request, limit: number): Promise<Request> {
  const declared = request.headers.get('content-length')
  if (declared !== null) {
    if (Number(declared) > limit) throw tooLarge(limit)
    return request
  }
  if (request.body === null) return request
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of request.body as unknown as AsyncIterable<Uint8Array>) {
    bytes += chunk.byteLength
    if (bytes > limit) throw tooLarge(limit)
    chunks.push(chunk)
  }
  const whole = new Uint8Array(bytes)
  let offset = 0
  for (const chunk of chunks) {
    whole.set(chunk, offset)
    offset += chunk.byteLength
  }
  return new Request(request, { body: whole })
}
