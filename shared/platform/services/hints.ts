import { z } from 'zod'

/**
 * A hint says that a row waits for work. It is sent after the commit; the sweep finds the rows of
 * lost hints.
 */
export const Hint = z.object({
  kind: z.enum(['delivery', 'group', 'email', 'outbox', 'recharge', 'correlation', 'analysis']),
  /** Id of the row; for `outbox` and `recharge`, of an account. */
  id: z.string(),
})
export type Hint = z.infer<typeof Hint>

/** SQL functions return hints in this field. */
export const Hints = { hints: z.array(Hint).default([]) }
