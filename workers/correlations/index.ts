import { worker } from '../worker.ts'
import { correlations } from './routes.ts'

export * from '../objects/index.ts'
export default worker([correlations])
