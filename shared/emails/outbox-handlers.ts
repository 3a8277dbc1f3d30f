import { z } from 'zod'
import type { OutboxHandlers } from '../outbox/dispatch-outbox.ts'
import { log } from '../platform/log.ts'
import type { EmailQueue } from '../platform/queue-messages.ts'
import { emailMessage } from '../platform/queue-messages.ts'

/** What handing over owed mails needs of the environment. */
export const emailNeeds = z.object({ EMAILS_QUEUE: z.custom<EmailQueue>() })

/** With the dispatcher's doubling pauses this is most of a day. */
const HAND_OVERS_MAX = 24

/** Hands a mail to the queue; the row stays open until the queue's consumer has settled it, and comes back if that never happens. */
export function emailHandlers({ EMAILS_QUEUE }: z.output<typeof emailNeeds>): OutboxHandlers {
  return {
    async email({ id, attempts }) {
      if (attempts > HAND_OVERS_MAX) {
        log({ event: 'email.given_up', outbox_id: id, attempts })
        return { then: 'done' }
      }
      await EMAILS_QUEUE.send(emailMessage(id))
      return { then: 'retry', because: 'handed to the queue' }
    },
  }
}
