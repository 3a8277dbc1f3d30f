import type { Context } from 'hono'
import * as idempotency from '../idempotency/queries.ts'
import { hexOf } from '../platform/crypto/hex.ts'
import { PublicError } from '../platform/http/errors.ts'
import { type IdentifierPrefix, newIdentifier } from '../platform/identifiers.ts'
import { describeError, log } from '../platform/log.ts'
import type { FamilyEnv } from './family.ts'

/** A try that has not ended in this time has lost its Worker: no answer of the service takes longer than 25 seconds. */
const LEASE_SECONDS = 60
/** Headers of an answer that belong to it and not to the connection. */
const KEPT_HEADERS = ['content-type', 'location']

/** SHA-256 of everything that makes two requests the same operation. */
async function hashOf(request: Request, body: ArrayBuffer): Promise<string> {
  const { pathname, searchParams } = new URL(request.url)
  searchParams.sort()
  const head = new TextEncoder().encode(`${[request.method, pathname, searchParams.toString()].join('\n')}\n`)
  const whole = new Uint8Array(head.byteLength + body.byteLength)
  whole.set(head)
  whole.set(new Uint8Array(body), head.byteLength)
  return hexOf(new Uint8Array(await crypto.subtle.digest('SHA-256', whole)))
}

/** The caller's Idempotency-Key, null when there is none. Throws PublicError INVALID_IDEMPOTENCY_KEY. */
function keyOf(request: Request): string | null {
  const key = request.headers.get('idempotency-key')
  if (key === null) return null
  if (/^[\x20-\x7e]{1,255}$/.test(key)) return key
  throw new PublicError('INVALID_IDEMPOTENCY_KEY', 'Idempotency-Key must be 1 to 255 printable ASCII characters.')
}

/** What to keep of an answer: refusals that made nothing are tried anew, unknown outcomes under the same names. */
function keepOf(status: number, text: string): 'answer' | 'names' | 'nothing' {
  // Also where one of several was not dispatched and none was accepted.
  const undispatched = status >= 400 && text.includes('"code":"DISPATCH_FAILED"')
  if (status === 402 || status === 429 || undispatched) return 'nothing'
  return status >= 500 ? 'names' : 'answer'
}

/** A new identifier; under an Idempotency-Key the one that every try of the operation uses. */
export function identifierFor<Env extends FamilyEnv>(c: Context<Env>, prefix: IdentifierPrefix): string {
  return c.get('operationSuffix') === undefined ? newIdentifier(prefix) : `${prefix}_${c.get('operationSuffix')}`
}

/**
 * Runs the rest of the request once for each Idempotency-Key of the account; a repetition gets the first answer with
 * Idempotency-Replayed: true. Throws PublicError INVALID_IDEMPOTENCY_KEY, IDEMPOTENCY_MISMATCH or IDEMPOTENCY_IN_PROGRESS.
 */
export async function once<Env extends FamilyEnv>(c: Context<Env>, next: () => Promise<void>): Promise<void> {
  const key = keyOf(c.req.raw)
  if (key === null) return next()
  const body = c.req.raw.body === null ? new ArrayBuffer(0) : await c.req.arrayBuffer()
  const attempt = { account_id: c.get('caller').accountId, key, operation_suffix: newIdentifier('req').slice(4) }
  const begun = await idempotency.begin(c.get('db'), {
    ...attempt,
    request_hash: await hashOf(c.req.raw, body),
    lease_seconds: LEASE_SECONDS,
  })
  switch (begun.outcome) {
    case 'mismatch':
      throw new PublicError('IDEMPOTENCY_MISMATCH', 'This Idempotency-Key was used with another request.')
    case 'in_progress':
      throw new PublicError('IDEMPOTENCY_IN_PROGRESS', 'The first request with this Idempotency-Key is still running.')
    case 'replay':
      c.res = new Response(begun.body, {
        status: begun.status,
        headers: { ...begun.headers, 'idempotency-replayed': 'true' },
      })
      return
    case 'started':
      c.set('operationSuffix', begun.operation_suffix)
      await next()
      return keep(c, { ...attempt, operation_suffix: begun.operation_suffix })
    default:
      return begun satisfies never
  }
}

async function keep<Env extends FamilyEnv>(c: Context<Env>, attempt: idempotency.IdempotentTry): Promise<void> {
  const { status } = c.res
  const text = await c.res.clone().text()
  const keep = keepOf(status, text)
  const headers = Object.fromEntries(
    KEPT_HEADERS.flatMap((name) => (c.res.headers.has(name) ? [[name, c.res.headers.get(name) ?? '']] : [])),
  )
  try {
    await idempotency.end(c.get('db'), attempt, keep === 'answer' ? { keep, status, headers, body: text } : { keep })
  } catch (error) {
    // The operation is done and its answer is true; only its repetition has to wait for the lease.
    log({ event: 'idempotency.not_kept', request_id: c.get('requestId'), error: describeError(error) })
  }
}
