import type { Caller } from '../platform/caller.ts'
import { concatBytes, utf8 } from '../platform/crypto/encodings.ts'
import { sha256Hex } from '../platform/crypto/hashes.ts'
import { PublicError } from '../platform/http/errors.ts'
import { newIdentifier } from '../platform/identifiers.ts'
import { describeError, log } from '../platform/log.ts'
import type { Services } from '../platform/services/index.ts'
import * as idempotency from './queries.ts'

// Every response takes less than 25 seconds. So a request that is still unfinished after this lease
// has crashed.
const LEASE_SECONDS = 60
/** Headers that are stored with the response. All others are made new for each response. */
const STORED_HEADERS = ['content-type', 'location', 'retry-after', 'x-llm-api-key-used']

// Two requests with the same Idempotency-Key and the same hash of method, path, parameters and body
// count as one request.
async function hashOf(request: Request, body: ArrayBuffer): Promise<string> {
  const { pathname, searchParams } = new URL(request.url)
  searchParams.sort()
  const head = utf8(`${[request.method, pathname, searchParams.toString()].join('\n')}\n`)
  return sha256Hex(concatBytes([head, new Uint8Array(body)]))
}

function keyOf(request: Request): string | null {
  const key = request.headers.get('idempotency-key')
  if (key === null) return null
  if (/^[\x20-\x7e]{1,255}$/.test(key)) return key
  throw new PublicError(
    'INVALID_IDEMPOTENCY_KEY',
    'Idempotency-Key must be 1 to 255 printable ASCII characters.',
  )
}

// Reaction to a repeated request, by the response to the first one.
// - `replay`: returns the stored response.
// - `resume`: runs the request again with the same identifiers, because its outcome is unknown.
// - `restart`: begins a new operation, because the first request created nothing.
function nextRequest(status: number, text: string): 'replay' | 'resume' | 'restart' {
  // The response to a batch contains this error once for each domain that could not be queued, so
  // the whole text is searched.
  const undispatched = status >= 400 && text.includes('"code":"DISPATCH_FAILED"')
  if (status === 402 || status === 429 || undispatched) return 'restart'
  return status >= 500 ? 'resume' : 'replay'
}

interface Repeatable {
  raw: Request
  arrayBuffer(): Promise<ArrayBuffer>
}

export type Replay = Extract<idempotency.Begun, { outcome: 'replay' }>

/**
 * Returns null if the request ran, otherwise the stored response of the first request. `run` must
 * end all new identifiers with its argument, so that a new attempt creates the same ones. Throws
 * PublicError INVALID_IDEMPOTENCY_KEY, IDEMPOTENCY_MISMATCH or IDEMPOTENCY_IN_PROGRESS.
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
  const attempt = {
    account_id: caller.accountId,
    key,
    operation_suffix: newIdentifier('req').slice(4),
  }
  const begun = await idempotency.begin(services.db, {
    ...attempt,
    request_hash: await hashOf(request.raw, body),
    lease_seconds: LEASE_SECONDS,
  })
  switch (begun.outcome) {
    case 'mismatch':
      throw new PublicError(
        'IDEMPOTENCY_MISMATCH',
        'This Idempotency-Key was used with another request.',
      )
    case 'in_progress':
      throw new PublicError(
        'IDEMPOTENCY_IN_PROGRESS',
        'The first request with this Idempotency-Key is still running.',
      )
    case 'replay':
      return begun
    case 'started': {
      const answer = await run(begun.operation_suffix)
      await endTry(services, { ...attempt, operation_suffix: begun.operation_suffix }, answer)
      return null
    }
    default:
      return begun satisfies never
  }
}

async function endTry(
  { db, requestId }: Pick<Services, 'db' | 'requestId'>,
  attempt: idempotency.IdempotentTry,
  answer: Response,
): Promise<void> {
  const { status } = answer
  const text = await answer.clone().text()
  const headers = Object.fromEntries(
    STORED_HEADERS.flatMap((name) =>
      answer.headers.has(name) ? [[name, answer.headers.get(name) ?? '']] : [],
    ),
  )
  const next = nextRequest(status, text)
  try {
    switch (next) {
      case 'replay':
        return await idempotency.storeAnswer(db, attempt, { status, headers, body: text })
      case 'resume':
        return await idempotency.releaseLease(db, attempt)
      case 'restart':
        return await idempotency.deleteTry(db, attempt)
      default:
        return next satisfies never
    }
  } catch (error) {
    // The response is still sent, because the operation itself succeeded. A repeated request is
    // refused until LEASE_SECONDS are over.
    log({ event: 'idempotency.store_failed', request_id: requestId, error: describeError(error) })
  }
}
