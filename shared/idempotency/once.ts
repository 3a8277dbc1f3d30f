import type { Caller } from '../platform/caller.ts'
import { utf8 } from '../platform/crypto/encodings.ts'
import { sha256Hex } from '../platform/crypto/hashes.ts'
import { PublicError } from '../platform/http/errors.ts'
import { newIdentifier } from '../platform/identifiers.ts'
import { describeError, log } from '../platform/log.ts'
import type { Services } from '../platform/services/index.ts'
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

/** A request whose body can be read more than once, as Hono's is. */
interface Repeatable {
  raw: Request
  arrayBuffer(): Promise<ArrayBuffer>
}

/** The first answer to an operation, as it was kept. */
export type Replay = Extract<idempotency.Begun, { outcome: 'replay' }>

/**
 * Runs a request once for each Idempotency-Key of the account. Returns null when it ran, or the first answer, to be replayed. `run` gets
 * the suffix of the identifiers that the operation makes, undefined without a key, and returns its answer. Throws PublicError
 * INVALID_IDEMPOTENCY_KEY, IDEMPOTENCY_MISMATCH or IDEMPOTENCY_IN_PROGRESS.
 */
export async function once(
  services: Pick<Services, 'db' | 'requestId'>,
  caller: Caller,
  request: Repeatable,
  run: (operationSuffix: string | undefined) => Promise<Response>,
): Promise<Replay | null> {
  const key = keyOf(request.raw)
  if (key === null) {
    await run(undefined)
    return null
  }
  const body = request.raw.body === null ? new ArrayBuffer(0) : await request.arrayBuffer()
  const attempt = { account_id: caller.accountId, key, operation_suffix: newIdentifier('req').slice(4) }
  const begun = await idempotency.begin(services.db, {
    ...attempt,
    request_hash: await hashOf(request.raw, body),
    lease_seconds: LEASE_SECONDS,
  })
  switch (begun.outcome) {
    case 'mismatch':
      throw new PublicError('IDEMPOTENCY_MISMATCH', 'This Idempotency-Key was used with another request.')
    case 'in_progress':
      throw new PublicError('IDEMPOTENCY_IN_PROGRESS', 'The first request with this Idempotency-Key is still running.')
    case 'replay':
      return begun
    case 'started': {
      const answer = await run(begun.operation_suffix)
      await keepAnswer(services, { ...attempt, operation_suffix: begun.operation_suffix }, answer)
      return null
    }
    default:
      return begun satisfies never
  }
}

async function keepAnswer(
  { db, requestId }: Pick<Services, 'db' | 'requestId'>,
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
