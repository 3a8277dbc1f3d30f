import { worker } from '../worker.ts'
import { webhooks } from './routes.ts'

export * from '../objects/index.ts'
export default worker([webhooks])
