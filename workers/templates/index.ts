import { worker } from '../worker.ts'
import { templates } from './routes.ts'

export * from '../objects/index.ts'
export default worker([templates])
