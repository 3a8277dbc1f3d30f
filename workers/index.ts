import type { ExecutionContext, MessageBatch, ScheduledController } from '@cloudflare/workers-types'
import { newIdentifier } from '../shared/platform/identifiers.ts'
import { createApp, serve } from './app.ts'
import { crons } from './crons/index.ts'
import { families } from './families.ts'
import { drain } from './queues/consumer.ts'
import { consumerOf } from './queues/index.ts'
import { createServices } from './services.ts'

export { CertificateLogObject } from './objects/certificate-log.ts'
export { JobObject } from './objects/job.ts'
export { JobGroupObject } from './objects/job-group.ts'
export { SubdomainsObject } from './objects/subdomains.ts'

const app = createApp(families)

export default {
  fetch: (request: Request, environment: object, context: ExecutionContext) =>
    serve(app, request, environment, context),
  queue: (batch: MessageBatch, environment: object, context: ExecutionContext) =>
    drain(batch, consumerOf(batch.queue), environment, context),
  scheduled: (controller: ScheduledController, environment: object, context: ExecutionContext) =>
    crons(
      controller.cron,
      createServices(environment, newIdentifier('req'), (work) => context.waitUntil(work)),
    ),
}
