import { z } from 'zod'

/**
 * A best-effort message after a commit about a row that waits for work: a due delivery, a bulk job whose line has ended, a pending email
 * or other outbox row, an account's recharge, a correlation whose child has ended. The minute sweep finds the row of a hint that is lost.
 */
export const Hint = z.object({
  kind: z.enum(['delivery', 'group', 'email', 'outbox', 'recharge', 'correlation']),
  /** The delivery, bulk job, outbox row, account (outbox and recharge) or correlation. */
  id: z.string(),
})
export type Hint = z.infer<typeof Hint>

/** The part of an SQL function's answer that names who waits for its change. An outcome without waiters may leave it out. */
export const Hints = { hints: z.array(Hint).default([]) }
