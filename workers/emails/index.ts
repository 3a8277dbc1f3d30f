import { worker } from '../worker.ts'
import { emails } from './routes.ts'

export * from '../objects/index.ts'
export default worker([emails])
