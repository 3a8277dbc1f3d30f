import { MINUTE_MS } from '../platform/clock.ts'
import { PublicError, rateLimited } from '../platform/http/errors.ts'
import { clientNetworkOf } from '../platform/http/request-id.ts'
import { remember } from '../platform/limits/recent-entries.ts'
import { tokenBuckets } from '../platform/limits/token-bucket.ts'
import { describeError, log } from '../platform/log.ts'
import type { Services } from '../platform/services/index.ts'

type Counted = Pick<Services, 'requestId' | 'env' | 'background'>

const NETWORKS_REMEMBERED_MAX = 50_000
const CREDENTIALS_REMEMBERED_MAX = 10_000

const buckets = tokenBuckets(NETWORKS_REMEMBERED_MAX)
/**
 * Credentials that this Worker isolate has accepted. They pass while the limit of their client
 * network is used up, so an attacker behind the same address as a customer cannot lock the customer
 * out. They are still checked in Postgres at each request.
 */
const accepted = new Map<string, true>()

/** One request of a client network, counted before its credential is checked. */
export interface CountedAddress {
  isOver: boolean
  retryAfterSeconds: number
  /** The request does not count any more. */
  giveBack(): void
  /** Also reports the request to the limiter that all isolates of a data center share. */
  keep(): void
}

/** Counts one request of a client network (`clientNetworkOf`) in the memory of this isolate. */
export function countAddress(services: Counted, request: Request, now: number): CountedAddress {
  const network = clientNetworkOf(request)
  const limit = services.env.ADDRESS_LIMIT_PER_MINUTE
  const bucket = buckets(network, { capacity: limit, refill: limit, intervalMs: MINUTE_MS })
  const taken = bucket.take(now)
  if (!taken.allowed) {
    const retryAfterSeconds = Math.ceil(taken.retryAfterMs / 1_000)
    return { isOver: true, retryAfterSeconds, giveBack() {}, keep() {} }
  }
  return {
    isOver: false,
    retryAfterSeconds: 0,
    giveBack: () => bucket.giveBack(),
    keep: () => report(services, network, () => bucket.empty(now)),
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

export const addressLimited = ({ retryAfterSeconds }: CountedAddress) =>
  rateLimited('Too many requests without a valid credential from this address.', retryAfterSeconds)

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
  const counted = countAddress(services, request, Date.now())
  let name: string | undefined
  try {
    const proven = await prove()
    name = nameOf(proven)
    if (counted.isOver && (name === undefined || !accepted.has(name))) throw addressLimited(counted)
    const found = await read(proven)
    counted.giveBack()
    if (name !== undefined) remember(accepted, name, true, CREDENTIALS_REMEMBERED_MAX)
    return found
  } catch (error) {
    const isRefusal = error instanceof PublicError && error.status < 500
    // A failure of our own, for example a database that is out of reach, is not the client's fault.
    if (!isRefusal) counted.giveBack()
    else counted.keep()
    if (isRefusal && name !== undefined) accepted.delete(name)
    throw isRefusal && counted.isOver ? addressLimited(counted) : error
  }
}
