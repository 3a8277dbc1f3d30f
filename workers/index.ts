import type { ExecutionContext, MessageBatch, ScheduledController } from '@cloudflare/workers-types'
import { app } from './app.ts'
import { crons } from './crons/index.ts'
import { drain } from './queues/consumer.ts'
import { consumers } from './queues/index.ts'

export { JobObject } from './objects/job.ts'
export { JobGroupObject } from './objects/job-group.ts'
export { SubdomainsObject } from './objects/subdomains.ts'

export default {
  fetch: (request: Request, environment: object, context: ExecutionContext) => app(request, environment, context),
  queue: (batch: MessageBatch, environment: object, context: ExecutionContext) =>
    drain(batch, consumers[batch.queue], environment, context),
  scheduled: (controller: ScheduledController, environment: object) => crons(controller.cron, environment),
}
