import { z } from 'zod'

/** A row waits for work. Sent after the commit; the sweep finds the rows of lost hints. */
export const Hint = z.object({
  kind: z.enum(['delivery', 'group', 'email', 'outbox', 'recharge', 'correlation', 'analysis']),
  /** Of the row; for `outbox` and `recharge`, of an account. */
  id: z.string(),
})
export type Hint = z.infer<typeof Hint>

/** Field of the JSON that a SQL function returns. */
export const Hints = { hints: z.array(Hint).default([]) }
