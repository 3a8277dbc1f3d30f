import { worker } from '../worker.ts'
import { accounts } from './routes.ts'

export * from '../objects/index.ts'
export default worker([accounts])
