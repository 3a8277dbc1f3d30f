import { HTTPException } from 'hono/http-exception'
import { isUnreachable } from '../shared/platform/db/client.ts'
import { ConfigurationInvalid } from '../shared/platform/environment.ts'
import { PublicError } from '../shared/platform/http/errors.ts'
import { describeError, log } from '../shared/platform/log.ts'

/** An unknown error is logged, and the caller gets only a fixed sentence. */
export function publicError(error: unknown, requestId: string): PublicError {
  if (error instanceof PublicError) return error
  if (error instanceof ConfigurationInvalid) return new PublicError('UNAVAILABLE', error.message)
  if (error instanceof HTTPException) {
    return error.status === 415
      ? new PublicError('UNSUPPORTED_MEDIA_TYPE', 'The body must be application/json.')
      : new PublicError('MALFORMED_JSON', 'The body is not valid JSON.')
  }
  if (isUnreachable(error)) {
    log({ event: 'database.unreachable', request_id: requestId, error: describeError(error) })
    return new PublicError(
      'UNAVAILABLE',
      'The database of the service is not reachable; try again shortly.',
      {
        headers: { 'retry-after': '5' },
      },
    )
  }
  log({ event: 'request.failed', request_id: requestId, error: describeError(error) })
  return new PublicError(
    'INTERNAL',
    'Something went wrong on our side. The request id will help us find it.',
  )
}
