import type { OutboxHandlers } from '../outbox/dispatch-outbox.ts'
import { log } from '../platform/log.ts'
import type { Services } from '../platform/services/index.ts'

/** With the dispatcher's doubling pauses this is most of a day. */
const SENDS_MAX = 24

/** Enqueues a mail; the row stays open until the queue's consumer has finished it, and comes back if that never happens. */
export function emailHandlers(services: Pick<Services, 'enqueue'>): OutboxHandlers {
  return {
    async email({ id, attempts }) {
      if (attempts > SENDS_MAX) {
        log({ event: 'email.given_up', outbox_id: id, attempts })
        return { then: 'done' }
      }
      await services.enqueue('emails', [id])
      return { then: 'retry', because: 'handed to the queue' }
    },
  }
}
