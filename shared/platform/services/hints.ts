import { z } from 'zod'

/**
 * A hint is a message that a row waits for work. It is sent after the commit of the transaction, so
 * it can get lost. A regular sweep finds the rows whose hint was lost.
 */
export const Hint = z.object({
  kind: z.enum(['delivery', 'group', 'email', 'outbox', 'recharge', 'correlation', 'analysis']),
  /** Id of the row. For the kinds `outbox` and `recharge`, it is the id of an account. */
  id: z.string(),
})
export type Hint = z.infer<typeof Hint>

/** SQL functions return their hints in the field `hints`. */
export const Hints = { hints: z.array(Hint).default([]) }
