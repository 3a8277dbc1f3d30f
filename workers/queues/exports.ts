import { exportBulk } from '../../shared/bulk/export-bulk.ts'
import { ExportMessage } from '../../shared/platform/queue-messages.ts'
import { consumer } from './consumer.ts'

export const exports = consumer(ExportMessage, ({ id }, services) => exportBulk(services, id))
