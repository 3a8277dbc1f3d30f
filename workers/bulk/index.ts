import { worker } from '../worker.ts'
import { bulk } from './routes.ts'

export * from '../objects/index.ts'
export default worker([bulk])
