import { performIndexTask } from '../../shared/domain-index/refresh-index.ts'
import { DomainIndexMessage } from '../../shared/platform/queue-messages.ts'
import { consumer } from './consumer.ts'

export const domainIndex = consumer(DomainIndexMessage, ({ id }, services) =>
  performIndexTask(services, id),
)
