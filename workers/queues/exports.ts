import type { R2Bucket } from '@cloudflare/workers-types'
import { z } from 'zod'
import { exportBulk } from '../../shared/bulk/export.ts'
import { slice, vars } from '../../shared/config.ts'
import type { Ended } from '../../shared/db/bulk.ts'
import { connect } from '../../shared/db/client.ts'
import { announceDeliveries, type WebhookQueue } from '../../shared/delivery/dispatch.ts'
import { announceEmail } from '../../shared/email/announce.ts'
import { newIdentifier } from '../../shared/identifiers.ts'
import { ExportMessage } from '../../shared/messages.ts'
import type { EmailQueue } from '../../shared/platform.ts'
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
      await announceDeliveries(WEBHOOKS_QUEUE, deliveries, requestId)
      await announceEmail(EMAILS_QUEUE, mail, requestId)
    },
  }
  return exportBulk(deps, id)
})
