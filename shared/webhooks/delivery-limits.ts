/**
 * Highest numbers of concurrent attempts at webhook deliveries: for one account, for one account to
 * one origin (scheme, host and port), and for all accounts to one origin.
 */
export const IN_FLIGHT_PER_ACCOUNT = 5
export const IN_FLIGHT_PER_ACCOUNT_AT_ORIGIN = 2
/**
 * Many customers share the origins of popular receivers, so this limit is larger than the limit of
 * one account: otherwise one account whose receiver never answers would hold all slots. It still
 * protects a receiver from many accounts.
 */
export const IN_FLIGHT_PER_ORIGIN = 10
/** Highest number of callback URLs of one job. The SQL function create_delivery enforces it. */
export const CALLBACKS_PER_JOB_MAX = 5
/**
 * After this number of consecutive failures at an origin (scheme, host and port), the account's
 * webhook deliveries to this origin pause for DEFERRAL_SECONDS. Each further failure starts a new
 * pause.
 */
export const FAILURES_TOLERATED = 10
export const DEFERRAL_SECONDS = 60
/**
 * Time limit of one attempt at a webhook delivery, including the DNS query for the receiver's host
 * and the receiver's response.
 */
export const ATTEMPT_TIMEOUT_MS = 15_000
export const RESPONSE_BYTES_MAX = 16 * 1_024
/**
 * Results of attempts that end within this time are recorded in one transaction. A longer time
 * delays the deliveries that wait for these attempts.
 */
export const RECORD_WAIT_MS = 50
/**
 * Highest number of attempts of one Worker invocation. If nothing fails, an attempt needs at most
 * seven requests to Postgres, DNS and the receiver, and Cloudflare allows 1,000 per invocation.
 */
export const ATTEMPTS_PER_INVOCATION_MAX = 100
/**
 * Time after which a Worker invocation starts no further attempt. With the attempts that still run,
 * it ends within the 30 seconds that Cloudflare allows for work after a response (Workers limits,
 * waitUntil).
 */
export const INVOCATION_MS_MAX = 12_000
/**
 * Time for which an attempt reserves its webhook delivery. This time is longer than an attempt
 * including all tries to record its result. When it has passed without a result, the attempt must
 * have crashed, so another attempt may start.
 */
export const LEASE_SECONDS = 45
/**
 * Longest delay of a message in Cloudflare Queues: 12 hours. The task that runs every minute sends
 * webhook deliveries that are due later.
 */
export const QUEUE_DELAY_SECONDS_MAX = 43_200
