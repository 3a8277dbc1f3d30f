import { worker } from '../worker.ts'
import { certificates } from './routes.ts'

export * from '../objects/index.ts'
export default worker([certificates])
