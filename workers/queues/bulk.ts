import { feedBulk } from '../../shared/bulk/feed-bulk.ts'
import { BulkMessage } from '../../shared/platform/queue-messages.ts'
import { consumer } from './consumer.ts'

export const bulk = consumer(BulkMessage, async ({ id }, services) => {
  await feedBulk(services, id)
  return { then: 'done' }
})
