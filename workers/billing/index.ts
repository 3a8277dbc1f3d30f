import { worker } from '../worker.ts'
import { billing } from './routes.ts'

export * from '../objects/index.ts'
export default worker([billing])
