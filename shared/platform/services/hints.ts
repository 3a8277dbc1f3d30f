import { z } from 'zod'

/**
 * Notification (hint) that a database row waits for work, for example a webhook delivery that is
 * due. The notification is sent after the commit and may be lost. A task that runs every minute
 * finds rows whose notification was lost.
 */
export const Hint = z.object({
  kind: z.enum(['delivery', 'group', 'email', 'outbox', 'recharge', 'correlation', 'analysis']),
  /**
   * Id of the database row that waits for work: a webhook delivery (`delivery`), a bulk job
   * (`group`), an email in the table `outbox` (`email`), a comparison of several domains
   * (`correlation`), or a job that waited for its turn (`analysis`). For the kinds `outbox` and
   * `recharge`, id of an account.
   */
  id: z.string(),
})
export type Hint = z.infer<typeof Hint>

/**
 * Field `hints` in the JSON result of a SQL function. Each hint is a notification that a database
 * row waits for work. The caller of the SQL function sends the hints after the commit.
 */
export const Hints = { hints: z.array(Hint).default([]) }
