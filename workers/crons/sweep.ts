import { z } from 'zod'
import { sweepJobs } from '../../shared/analysis/sweep.ts'
import { sweepBulk } from '../../shared/bulk/watch.ts'
import { paymentsOf } from '../../shared/charging/settings.ts'
import { sweepEvents } from '../../shared/charging/stripe-events.ts'
import { slice, vars } from '../../shared/config.ts'
import { type CorrelationQueue, sendCorrelations } from '../../shared/correlation/dispatch.ts'
import { sweepCorrelations } from '../../shared/correlation/sweep.ts'
import { connect } from '../../shared/db/client.ts'
import { sendDeliveries, type WebhookQueue } from '../../shared/delivery/dispatch.ts'
import { sweepDeliveries } from '../../shared/delivery/sweep.ts'
import { newIdentifier } from '../../shared/identifiers.ts'
import { analysisMessage, bulkMessage, exportMessage, sendInBatches } from '../../shared/messages.ts'
import { sweepOutbox } from '../../shared/outbox/dispatch.ts'
import { outboxHandlers, outboxNeeds } from '../../shared/outbox/handlers.ts'
import {
  type AnalysisQueue,
  type BulkQueue,
  type ExportQueue,
  fetchOutside,
  type JobObjects,
  jobRunner,
} from '../../shared/platform.ts'
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
