import { exportBulk } from '../../shared/bulk/export-bulk.ts'
import { feedBulk } from '../../shared/bulk/feed-bulk.ts'
import { BulkMessage, ExportMessage } from '../../shared/platform/queue-messages.ts'
import { consumer } from './consumer.ts'

export const bulk = consumer(BulkMessage, async ({ id }, services) => {
  await feedBulk(services, id)
  return { then: 'done' }
})

export const exports = consumer(ExportMessage, ({ id }, services) => exportBulk(services, id))
