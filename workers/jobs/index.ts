import { worker } from '../worker.ts'
import { jobs } from './routes.ts'

export * from '../objects/index.ts'
export default worker([jobs])
