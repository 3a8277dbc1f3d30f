import { sweepEvents } from '../../shared/billing/receive-stripe-event.ts'
import { sweepBulk } from '../../shared/bulk/watch-bulk.ts'
import { sweepCorrelations } from '../../shared/correlations/sweep-correlations.ts'
import { sweepExternalHistories } from '../../shared/domains/external-history.ts'
import { sweepJobs } from '../../shared/jobs/sweep-jobs.ts'
import { sweepMonitors } from '../../shared/monitors/sweep-monitors.ts'
import { sweepOutbox } from '../../shared/outbox/dispatch-outbox.ts'
import type { Services } from '../../shared/platform/services/index.ts'
import { sweepDeliveries } from '../../shared/webhooks/sweep-deliveries.ts'
import { outboxHandlers } from '../outbox-handlers.ts'
import { runParts } from './parts.ts'

export async function sweep(services: Services): Promise<void> {
  await runParts(services.requestId, {
    jobs: () => sweepJobs(services),
    bulk: () => sweepBulk(services),
    correlations: () => sweepCorrelations(services),
    outbox: () => sweepOutbox(services, outboxHandlers(services)),
    stripe_events: () => sweepEvents(services),
    deliveries: () => sweepDeliveries(services),
    monitors: () => sweepMonitors(services),
    external_histories: () => sweepExternalHistories(services),
  })
}
