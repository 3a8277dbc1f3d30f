import { z } from 'zod'
import { deleteUser } from '../shared/accounts/identity-provider.ts'
import { eraseAccountData } from '../shared/accounts/queries.ts'
import { billingHandlers } from '../shared/billing/outbox-handlers.ts'
import { emailHandlers } from '../shared/emails/send-email.ts'
import type { OutboxHandlers } from '../shared/outbox/dispatch-outbox.ts'
import type { Services } from '../shared/platform/services/index.ts'

const IdentityDelete = z.object({ subject: z.string().min(1) })

const TRACES_PER_CALL = 5_000
const TRACE_CALLS_MAX = 20
const MORE_TRACES_SECONDS = 1

export function outboxHandlers(
  services: Pick<Services, 'db' | 'env' | 'fetch' | 'now' | 'enqueue' | 'sendHints'>,
): OutboxHandlers {
  const { db, env, fetch } = services
  return {
    ...billingHandlers(services),
    ...emailHandlers(services),
    async identity_delete({ payload }) {
      const identity = { url: env.IDP_URL, serviceKey: env.IDP_SERVICE_KEY, fetch }
      await deleteUser(identity, IdentityDelete.parse(payload).subject)
      return { then: 'done' }
    },
    async erase_traces({ account_id: accountId }) {
      if (accountId === null) return { then: 'done' }
      for (let calls = 0; calls < TRACE_CALLS_MAX; calls++) {
        if (!(await eraseAccountData(db, accountId, TRACES_PER_CALL))) return { then: 'done' }
      }
      return {
        then: 'retry',
        because: 'more traces must be erased',
        afterSeconds: MORE_TRACES_SECONDS,
      }
    },
  }
}
