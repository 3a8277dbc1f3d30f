import { worker } from '../worker.ts'
import { feedback } from './routes.ts'

export * from '../objects/index.ts'
export default worker([feedback])
