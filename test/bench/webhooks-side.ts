import type * as CallbacksModule from '../flows/callbacks.ts'
import { importHere, serveSide } from './checkouts.ts'
import { deliveriesPerSecond, UNLIMITED } from './webhook-load.ts'

/**
 * A backlog of due webhook deliveries to several fast receivers. The result is the number of
 * deliveries per second.
 */
export interface WebhookTask {
  receivers: number
  backlog: number
}

await serveSide<WebhookTask, number>(async () => {
  const { startCallbacks } = await importHere<typeof CallbacksModule>('test/flows/callbacks.ts')
  const world = await startCallbacks({ env: UNLIMITED })
  return {
    run: ({ receivers, backlog }) => deliveriesPerSecond(world, receivers, backlog),
    stop: () => world.stop(),
  }
})
