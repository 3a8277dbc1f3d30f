import type { ExecutionContext, MessageBatch, ScheduledController } from '@cloudflare/workers-types'
import { newIdentifier } from '../shared/platform/identifiers.ts'
import { createApp, serve } from './app.ts'
import { crons } from './crons/index.ts'
import { drain } from './queues/consumer.ts'
import { consumerOf } from './queues/index.ts'
import type { Family } from './router.ts'
import { createServices } from './services.ts'

/**
 * Each Worker also consumes the queues and runs the schedules, so that a family of routes that is
 * deployed alone also finishes its work in the background.
 */
export function worker(families: readonly Family[]) {
  const app = createApp(families)
  return {
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
}
