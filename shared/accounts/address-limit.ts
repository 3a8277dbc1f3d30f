import { PublicError } from '../platform/http/errors.ts'
import { clientNetworkOf } from '../platform/http/request-id.ts'
import { describeError, log } from '../platform/log.ts'
import type { Services } from '../platform/services/index.ts'

type Counted = Pick<Services, 'requestId' | 'env' | 'background'>

const WINDOW_MS = 60_000
const NETWORKS_REMEMBERED_MAX = 50_000
const CREDENTIALS_REMEMBERED_MAX = 10_000

interface Window {
  count: number
  readonly endsAt: number
}

const windows = new Map<string, Window>()
/**
 * Credentials that this Worker isolate has accepted. They pass while the limit of their client
 * network is used up, so an attacker behind the same address as a customer cannot lock the customer
 * out. They are still checked in Postgres at each request.
 */
const accepted = new Set<string>()

/**
 * Place of one request in the limit of its client network. `isOver` is true if the limit is used
 * up. `release` makes the request not count; `keep` also reports it to the limiter that all
 * isolates of a data center share.
 */
export interface AddressSlot {
  isOver: boolean
  retryAfterSeconds: number
  release(): void
  keep(): void
}

/**
 * Counts one request of a client network (`clientNetworkOf`) before its credential is checked,
 * within a minute and in this isolate.
 */
export function takeAddressSlot(services: Counted, request: Request, now: number): AddressSlot {
  const network = clientNetworkOf(request)
  const window = currentWindow(network, now)
  const limit = services.env.ADDRESS_LIMIT_PER_MINUTE
  const retryAfterSeconds = Math.max(1, Math.ceil((window.endsAt - now) / 1_000))
  if (window.count >= limit) return { isOver: true, retryAfterSeconds, release() {}, keep() {} }
  window.count += 1
  return {
    isOver: false,
    retryAfterSeconds,
    release() {
      window.count -= 1
    },
    keep() {
      report(services, network, () => {
        window.count = limit
      })
    },
  }
}

function currentWindow(network: string, now: number): Window {
  const known = windows.get(network)
  if (known !== undefined && known.endsAt > now) return known
  const window = { count: 0, endsAt: now + WINDOW_MS }
  windows.delete(network)
  windows.set(network, window)
  forgetOldest(windows, NETWORKS_REMEMBERED_MAX)
  return window
}

function forgetOldest(entries: Map<string, unknown> | Set<string>, max: number): void {
  for (const oldest of entries.keys()) {
    if (entries.size <= max) break
    entries.delete(oldest)
  }
}

/** The answer of the limiter is used for later requests only, so that no request waits for it. */
function report(
  { env, background, requestId }: Counted,
  network: string,
  whenOver: () => void,
): void {
  const { ADDRESS_LIMITER: limiter } = env
  if (limiter === undefined) return
  const reported = limiter.limit({ key: network }).then(
    ({ success }) => {
      if (!success) whenOver()
    },
    (error: unknown) =>
      log({ event: 'address_limit.failed', request_id: requestId, error: describeError(error) }),
  )
  background(reported)
}

export const addressLimited = ({ retryAfterSeconds }: AddressSlot) =>
  new PublicError(
    'RATE_LIMITED',
    'Too many requests without a valid credential from this address.',
    {
      headers: { 'retry-after': String(retryAfterSeconds) },
    },
  )

/**
 * `prove` needs no database query. `nameOf` returns a name of the credential that no other
 * credential has.
 */
interface Check<Proven, Read> {
  prove: () => Promise<Proven>
  nameOf: (proven: Proven) => string | undefined
  read: (proven: Proven) => Promise<Read>
}

/**
 * Proves the credential of a request and then reads its account. A request with an accepted
 * credential does not count against the limit of its client network. Throws the errors of both
 * functions; if the limit is used up, throws PublicError RATE_LIMITED for each credential that this
 * isolate has not accepted before.
 */
export async function readWithinAddressLimit<Proven, Read>(
  services: Counted,
  request: Request,
  { prove, nameOf, read }: Check<Proven, Read>,
): Promise<Read> {
  const slot = takeAddressSlot(services, request, Date.now())
  let name: string | undefined
  try {
    const proven = await prove()
    name = nameOf(proven)
    if (slot.isOver && (name === undefined || !accepted.has(name))) throw addressLimited(slot)
    const found = await read(proven)
    slot.release()
    if (name !== undefined) rememberAccepted(name)
    return found
  } catch (error) {
    const isRefusal = error instanceof PublicError && error.status < 500
    // A failure of our own, for example a database that is out of reach, is not the client's fault.
    if (!isRefusal) slot.release()
    else slot.keep()
    if (isRefusal && name !== undefined) accepted.delete(name)
    throw isRefusal && slot.isOver ? addressLimited(slot) : error
  }
}

function rememberAccepted(name: string): void {
  accepted.delete(name)
  accepted.add(name)
  forgetOldest(accepted, CREDENTIALS_REMEMBERED_MAX)
}
