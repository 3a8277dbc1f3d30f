import type { Caller } from '../platform/caller.ts'
import { utf8 } from '../platform/crypto/encodings.ts'
import { sha256Hex } from '../platform/crypto/hashes.ts'
import type { Database } from '../platform/db/client.ts'
import { PublicError } from '../platform/http/errors.ts'
import { type IdentifierPrefix, newIdentifier } from '../platform/identifiers.ts'
import { describeError, log } from '../platform/log.ts'
import * as idempotency from './queries.ts'

/** A try that has not ended in this time has lost its Worker: no answer of the service takes longer than 25 seconds. */
const LEASE_SECONDS = 60
/** Headers of an answer that belong to it and not to the connection. */
const KEPT_HEADERS = ['content-type', 'location']

/** SHA-256 of everything that makes two requests the same operation. */
async function hashOf(request: Request, body: ArrayBuffer): Promise<string> {
  const { pathname, searchParams } = new URL(request.url)
  searchParams.sort()
  const head = utf8(`${[request.method, pathname, searchParams.toString()].join('\n')}\n`)
  const whole = new Uint8Array(head.byteLength + body.byteLength)
  whole.set(head)
  whole.set(new Uint8Array(body), head.byteLength)
  return sha256Hex(whole)
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
export function identifierFor(
  { var: { operationSuffix } }: { var: { operationSuffix: string | undefined } },
  prefix: IdentifierPrefix,
): string {
  return operationSuffix === undefined ? newIdentifier(prefix) : `${prefix}_${operationSuffix}`
}

/** The request that runs once, its proven caller, and where its answer is kept. Hono's context has them all. */
interface OnceContext {
  req: { raw: Request; arrayBuffer(): Promise<ArrayBuffer> }
  var: { db: Database; caller: Caller; requestId: string }
}

/**
 * Runs a request once for each Idempotency-Key of the account and returns its answer; a repetition gets the first answer with
 * Idempotency-Replayed: true. `run` gets the suffix of the identifiers that the operation makes, undefined without a key.
 * Throws PublicError INVALID_IDEMPOTENCY_KEY, IDEMPOTENCY_MISMATCH or IDEMPOTENCY_IN_PROGRESS.
 */
export async function once(
  c: OnceContext,
  run: (operationSuffix: string | undefined) => Promise<Response>,
): Promise<Response> {
  const key = keyOf(c.req.raw)
  if (key === null) return run(undefined)
  const body = c.req.raw.body === null ? new ArrayBuffer(0) : await c.req.arrayBuffer()
  const attempt = { account_id: c.var.caller.accountId, key, operation_suffix: newIdentifier('req').slice(4) }
  const begun = await idempotency.begin(c.var.db, {
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
      return new Response(begun.body, {
        status: begun.status,
        headers: { ...begun.headers, 'idempotency-replayed': 'true' },
      })
    case 'started': {
      const answer = await run(begun.operation_suffix)
      await keepAnswer(c, { ...attempt, operation_suffix: begun.operation_suffix }, answer)
      return answer
    }
    default:
      return begun satisfies never
  }
}

async function keepAnswer(
  { var: { db, requestId } }: OnceContext,
  attempt: idempotency.IdempotentTry,
  answer: Response,
): Promise<void> {
  const { status } = answer
  const text = await answer.clone().text()
  const keep = keepOf(status, text)
  const headers = Object.fromEntries(
    KEPT_HEADERS.flatMap((name) => (answer.headers.has(name) ? [[name, answer.headers.get(name) ?? '']] : [])),
  )
  try {
    await idempotency.end(db, attempt, keep === 'answer' ? { keep, status, headers, body: text } : { keep })
  } catch (error) {
    // The operation is done and its answer is true; only its repetition has to wait for the lease.
    log({ event: 'idempotency.not_kept', request_id: requestId, error: describeError(error) })
  }
}
