import type { OutboxHandlers } from '../outbox/dispatch-outbox.ts'
import { log } from '../platform/log.ts'
import type { Services } from '../platform/services/index.ts'

/**
 * Highest number of attempts to send one email. The pauses between the attempts grow, so all
 * attempts together take most of a day.
 */
const SENDS_MAX = 24

/**
 * Returns the handler for pending emails in the outbox (table of calls to external services). The
 * handler sends a queue message for each email. The queue consumer sends the email and finishes its
 * outbox row. If the row is not finished in time, another message is sent.
 */
export function emailHandlers(services: Pick<Services, 'enqueue'>): OutboxHandlers {
  return {
    async email({ id, attempts }) {
      if (attempts > SENDS_MAX) {
        log({ event: 'email.given_up', outbox_id: id, attempts })
        return { then: 'done' }
      }
      await services.enqueue('emails', [id])
      return { then: 'retry', because: 'enqueued' }
    },
  }
}
