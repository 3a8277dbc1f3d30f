/**
 * Limits on concurrent attempts: of one account in total, and of one account at one origin (scheme,
 * host and port).
 */
export const IN_FLIGHT_PER_ACCOUNT = 5
export const IN_FLIGHT_PER_ACCOUNT_AT_ORIGIN = 2
/**
 * Limit on concurrent attempts of all accounts at one origin. Many customers share the origins of
 * popular receivers. The lower limit for one account at an origin keeps an account whose receiver
 * never answers from using all attempts there.
 */
export const IN_FLIGHT_PER_ORIGIN = 10
/** Longest pause before the next claim of a delivery that one of these limits has refused. */
export const BUSY_SECONDS = 10
/** Highest number of callback URLs of one job. The SQL function create_delivery enforces it. */
export const CALLBACKS_PER_JOB_MAX = 5
/**
 * After this number of failures in a row at an origin, the account's deliveries to that origin wait
 * for DEFERRAL_SECONDS. Each further failure starts the wait again.
 */
export const FAILURES_TOLERATED = 10
export const DEFERRAL_SECONDS = 60
/** Time limit of an attempt, including the DNS query for the receiver's host and the response. */
export const ATTEMPT_TIMEOUT_MS = 15_000
export const RESPONSE_BYTES_MAX = 16 * 1_024
/** Lease of an attempt. Longer than the attempt and all tries to record its result together. */
export const LEASE_SECONDS = 45
/** Samples that an account can send with POST /webhooks/test. */
export const SAMPLES_PER_MINUTE = 10
/** Longest delay in Cloudflare Queues: 12 hours. Deliveries due later are sent by the sweep. */
export const QUEUE_DELAY_SECONDS_MAX = 43_200
