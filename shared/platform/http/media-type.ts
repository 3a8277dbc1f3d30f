import { PublicError } from './errors.ts'

/**
 * Returns the request with its Content-Type in lower case and without parameters such as `charset`,
 * because later middleware of the route cannot parse parameters. Throws PublicError
 * UNSUPPORTED_MEDIA_TYPE if the media type is not in `types`.
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
