/** Attempts under way at once for one account, and to one receiving origin whoever's they are. */
export const IN_FLIGHT_PER_ACCOUNT = 5
export const IN_FLIGHT_PER_ORIGIN = 2
/** Failures in a row after which an account's deliveries to an origin are put off, and for how long each time. */
export const FAILURES_TOLERATED = 10
export const DEFERRAL_SECONDS = 60
/** One attempt, from the first question for the receiver's address to the last byte that is read. */
export const ATTEMPT_TIMEOUT_MS = 15_000
/** The most that is read of a receiver's answer. */
export const RESPONSE_BYTES_MAX = 16 * 1_024
/** Outlives an attempt, its record and the record's repetitions; what it outlives not has crashed. */
export const LEASE_SECONDS = 45
/** A queue holds a message back for at most this long; the sweep finds what is due later. */
export const QUEUE_DELAY_SECONDS_MAX = 43_200
