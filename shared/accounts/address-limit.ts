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
// Names of credentials that this Worker isolate has accepted before. These credentials are still
// allowed when the limit of their client network is used up, so that an attacker behind the same
// address as a customer cannot lock the customer out. Each request still checks them in Postgres.
const accepted = new Map<string, true>()

/** One request of a client network, counted before its credential is checked. */
export interface CountedAddress {
  isOver: boolean
  retryAfterSeconds: number
  /** Undoes the count, so that the request does not use up the limit. */
  giveBack(): void
  /** Also reports the request to the limiter that all isolates of a data center share. */
  keep(): void
}

/**
 * Counts one request of a client network (`clientNetworkOf`) in the memory of this isolate only.
 */
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

// Reports a request to the limiter of the data center. No request waits for the answer: if the
// limit is used up, only later requests are refused.
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

// `prove` checks the credential without a database query. `nameOf` returns a name that identifies
// this one credential. `read` reads the account.
interface Check<Proven, Read> {
  prove: () => Promise<Proven>
  nameOf: (proven: Proven) => string | undefined
  read: (proven: Proven) => Promise<Read>
}

/**
 * Checks the credential of a request and then reads its account. A request whose credential is
 * accepted does not count against the limit of its client network.
 * Throws the errors of `prove` and `read`. If the limit is used up, throws PublicError RATE_LIMITED
 * unless this isolate has accepted the credential before.
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
    // A failure of this service, for example an unreachable database, must not use up the client's
    // limit.
    if (!isRefusal) counted.giveBack()
    else counted.keep()
    if (isRefusal && name !== undefined) accepted.delete(name)
    throw isRefusal && counted.isOver ? addressLimited(counted) : error
  }
}
