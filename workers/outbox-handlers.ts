import { z } from 'zod'
import { deleteUser } from '../shared/accounts/identity-provider.ts'
import { eraseTraces } from '../shared/accounts/queries.ts'
import { billingHandlers, billingNeeds } from '../shared/billing/outbox-handlers.ts'
import { emailHandlers, emailNeeds } from '../shared/emails/outbox-handlers.ts'
import type { OutboxHandlers } from '../shared/outbox/dispatch-outbox.ts'
import type { Database } from '../shared/platform/db/client.ts'
import { vars } from '../shared/platform/environment.ts'
import type { Fetch } from '../shared/platform/net/fetch.ts'

/** What whoever dispatches the outbox must need of the environment. */
export const outboxNeeds = vars('IDP_URL', 'IDP_SERVICE_KEY').extend(billingNeeds.shape).extend(emailNeeds.shape)

const IdentityDelete = z.object({ subject: z.string().min(1) })

const TRACES_PER_CALL = 5_000
const TRACE_CALLS_MAX = 20
const MORE_TRACES_SECONDS = 1

/** Every topic of the outbox and how it is told. */
export function outboxHandlers(
  settings: z.output<typeof outboxNeeds>,
  { db, fetch, now }: { db: Database; fetch: Fetch; now: () => Date },
): OutboxHandlers {
  return {
    ...billingHandlers(settings, { db, now }),
    ...emailHandlers(settings),
    async identity_delete({ payload }) {
      const identity = { url: settings.IDP_URL, serviceKey: settings.IDP_SERVICE_KEY, fetch }
      await deleteUser(identity, IdentityDelete.parse(payload).subject)
      return { then: 'done' }
    },
    async erase_traces({ account_id: accountId }) {
      if (accountId === null) return { then: 'done' }
      for (let calls = 0; calls < TRACE_CALLS_MAX; calls++) {
        if (!(await eraseTraces(db, accountId, TRACES_PER_CALL))) return { then: 'done' }
      }
      return { then: 'retry', because: 'more traces are left', afterSeconds: MORE_TRACES_SECONDS }
    },
  }
}
