/** Lines that one message takes up: one statement, and as many messages as a queue takes in one send. */
export const LINES_PER_FEED = 100
/**
 * Jobs of one list under way at the same time. So a list of ten thousand neither fills the queue nor spends the account's quota before
 * its time, and what a crash loses is one window.
 */
export const JOBS_UNDER_WAY_MAX = 250
