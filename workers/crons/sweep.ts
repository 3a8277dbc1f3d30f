import { z } from 'zod'
import { paymentsOf } from '../../shared/billing/payment-settings.ts'
import { sweepEvents } from '../../shared/billing/receive-stripe-event.ts'
import { sweepBulk } from '../../shared/bulk/watch-bulk.ts'
import { type CorrelationQueue, sendCorrelations } from '../../shared/correlations/send-correlations.ts'
import { sweepCorrelations } from '../../shared/correlations/sweep-correlations.ts'
import { type JobObjects, jobRunner } from '../../shared/jobs/job-runner.ts'
import { sweepJobs } from '../../shared/jobs/sweep-jobs.ts'
import { sweepOutbox } from '../../shared/outbox/dispatch-outbox.ts'
import { connect } from '../../shared/platform/db/client.ts'
import { slice, vars } from '../../shared/platform/environment.ts'
import { newIdentifier } from '../../shared/platform/identifiers.ts'
import { fetchOutside } from '../../shared/platform/net/fetch.ts'
import type { AnalysisQueue, BulkQueue, ExportQueue } from '../../shared/platform/queue-messages.ts'
import { analysisMessage, bulkMessage, exportMessage, sendInBatches } from '../../shared/platform/queue-messages.ts'
import { sendDeliveries, type WebhookQueue } from '../../shared/webhooks/send-deliveries.ts'
import { sweepDeliveries } from '../../shared/webhooks/sweep-deliveries.ts'
import { outboxHandlers, outboxNeeds } from '../outbox-handlers.ts'
import { runParts } from './parts.ts'

const needs = vars('DATABASE_URL', 'JOB_DEADLINE_MS').extend(outboxNeeds.shape).extend({
  JOBS: z.custom<JobObjects>(),
  ANALYSIS_QUEUE: z.custom<AnalysisQueue>(),
  BULK_ANALYSIS_QUEUE: z.custom<AnalysisQueue>(),
  WEBHOOKS_QUEUE: z.custom<WebhookQueue>(),
  BULK_QUEUE: z.custom<BulkQueue>(),
  EXPORTS_QUEUE: z.custom<ExportQueue>(),
  CORRELATION_QUEUE: z.custom<CorrelationQueue>(),
})

/** Every minute: what a crash left between a commit and a message is sent on. */
export async function sweep(environment: object): Promise<void> {
  const {
    DATABASE_URL,
    JOB_DEADLINE_MS,
    JOBS,
    ANALYSIS_QUEUE,
    BULK_ANALYSIS_QUEUE,
    WEBHOOKS_QUEUE,
    BULK_QUEUE,
    EXPORTS_QUEUE,
    CORRELATION_QUEUE,
    ...settings
  } = slice(environment, needs)
  const requestId = newIdentifier('req')
  const db = connect(DATABASE_URL, requestId)
  const payments = paymentsOf(settings)
  await runParts(requestId, {
    jobs: () =>
      sweepJobs({
        db,
        limits: { JOB_DEADLINE_MS },
        start: (jobId) => jobRunner(JOBS, jobId).start(jobId, requestId),
        send: (jobIds) => sendInBatches(ANALYSIS_QUEUE, jobIds.map(analysisMessage)),
        sendListed: (jobIds) => sendInBatches(BULK_ANALYSIS_QUEUE, jobIds.map(analysisMessage)),
      }),
    bulk: () =>
      sweepBulk({
        db,
        feed: async (id) => void (await BULK_QUEUE.send(bulkMessage(id))),
        exportFiles: async (id) => void (await EXPORTS_QUEUE.send(exportMessage(id))),
      }),
    correlations: () => sweepCorrelations({ db, send: (ids) => sendCorrelations(CORRELATION_QUEUE, ids) }),
    outbox: () =>
      sweepOutbox({
        db,
        handlers: outboxHandlers(settings, { db, fetch: fetchOutside, now: () => new Date() }),
      }),
    stripe_events: async () => {
      if (payments !== null) await sweepEvents({ db, payments, plans: settings.SUBSCRIPTION_PLANS })
    },
    deliveries: () => sweepDeliveries({ db, send: (deliveryIds) => sendDeliveries(WEBHOOKS_QUEUE, deliveryIds) }),
  })
}
