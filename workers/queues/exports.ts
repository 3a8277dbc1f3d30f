import type { R2Bucket } from '@cloudflare/workers-types'
import { z } from 'zod'
import { exportBulk } from '../../shared/bulk/export-bulk.ts'
import type { Ended } from '../../shared/bulk/queries.ts'
import { enqueueEmail } from '../../shared/emails/enqueue-email.ts'
import { connect } from '../../shared/platform/db/client.ts'
import { slice, vars } from '../../shared/platform/environment.ts'
import { newIdentifier } from '../../shared/platform/identifiers.ts'
import type { EmailQueue } from '../../shared/platform/queue-messages.ts'
import { ExportMessage } from '../../shared/platform/queue-messages.ts'
import { sendDueDeliveries, type WebhookQueue } from '../../shared/webhooks/send-deliveries.ts'
import { consumer } from './consumer.ts'

const needs = vars('DATABASE_URL', 'BULK_EXPORT_LINK_HOURS').extend({
  EXPORTS: z.custom<R2Bucket>(),
  EMAILS_QUEUE: z.custom<EmailQueue>(),
  WEBHOOKS_QUEUE: z.custom<WebhookQueue>(),
})

/** Writes the files of a list and ends it. */
export const exports = consumer(ExportMessage, async ({ id }, environment) => {
  const { DATABASE_URL, BULK_EXPORT_LINK_HOURS, EXPORTS, EMAILS_QUEUE, WEBHOOKS_QUEUE } = slice(environment, needs)
  const requestId = newIdentifier('req')
  const deps = {
    db: connect(DATABASE_URL, requestId),
    bucket: EXPORTS,
    linkHours: BULK_EXPORT_LINK_HOURS,
    newToken: () => crypto.randomUUID(),
    async announce({ deliveries, mail }: Ended) {
      await sendDueDeliveries(WEBHOOKS_QUEUE, deliveries, requestId)
      await enqueueEmail(EMAILS_QUEUE, mail, requestId)
    },
  }
  return exportBulk(deps, id)
})
