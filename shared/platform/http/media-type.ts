import { PublicError } from './errors.ts'

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
